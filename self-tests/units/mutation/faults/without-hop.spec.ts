import { request as open } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PassingAnswer, PassingRequest } from '../../../../mutation/interposition.ts';
import { WithoutHop } from '../../../../mutation/proxy/without-hop.ts';
import { createReferenceService } from '../../../../reference/service.ts';
import { expect, test } from '../../../test.ts';

const CREDENTIALS = { username: 'ada', password: 'secret' };
const GOOD = { authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}` };
const JSON_TYPE = { 'content-type': 'application/json' };

const request = (method: string, target: string, headers: Readonly<Record<string, string>> = GOOD, body = ''): PassingRequest => ({
  ...{ method, target, headers: { host: 'proxy:1', ...headers }, body: Buffer.from(body) },
  ...{ endpoint: null, id: '', connection: 1 },
});

/** What a service answers over a connection, each in its own way. */
const REQUESTS: readonly (readonly [what: string, request: PassingRequest, status: number])[] = [
  ['a record', request('GET', '/segments/seg_regular%20guests'), 200],
  ['a record that is not there', request('GET', '/segments/nobody'), 404],
  ['a path with dots, which stays as it is', request('GET', '/segments/../segments/%2e%2e'), 404],
  ['a path that does not decode', request('GET', '/segments/%zz'), 400],
  ['a query', request('GET', '/segments/seg_regular%20guests?q=%41&r'), 200],
  ['wrong credentials', request('GET', '/segments/x', { authorization: 'Basic eA==' }), 401],
  ['an update', request('POST', '/businesses', { ...GOOD, ...JSON_TYPE }, '{"name":"é \u{1f600}"}'), 200],
  ['no body', request('POST', '/businesses', { ...GOOD, ...JSON_TYPE }), 400],
  ['no JSON', request('POST', '/businesses', { ...GOOD, ...JSON_TYPE }, '{'), 400],
  ['another media type', request('POST', '/businesses', { ...GOOD, 'content-type': 'text/plain' }, 'x'), 415],
  ['a body of a GET', request('GET', '/segments/nobody', { ...GOOD, ...JSON_TYPE }, '{}'), 404],
  ['a body that is too large', request('POST', '/businesses', { ...GOOD, ...JSON_TYPE }, `"${'x'.repeat(2 ** 20)}"`), 413],
  ['an unknown method', request('PROPFIND', '/businesses'), 404],
];

for (const [what, asked, status] of REQUESTS)
  test(`a service that is asked without a connection answers as over one: ${what}`, async () => {
    const service = createReferenceService(CREDENTIALS);
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = service.app.server.address() as AddressInfo;
    const without = new WithoutHop(service.app);
    try {
      const [first, second] = [await overConnection(port, asked), await without.ask(asked)];
      expect(first.status).toBe(status);
      expect(lasting(second)).toEqual(lasting(first));
    } finally {
      await without.close();
      await service.close();
    }
  });

function overConnection(port: number, { method, target, headers, body }: PassingRequest): Promise<PassingAnswer> {
  const length = method === 'GET' && body.length === 0 ? {} : { 'content-length': String(body.length) };
  return new Promise((resolve, reject) => {
    const outgoing = open(
      { host: '127.0.0.1', port, method, path: target, agent: false, headers: { ...headers, ...length } },
      (incoming) => {
        const {
          'content-length': _length,
          connection: _connection,
          'transfer-encoding': _coding,
          'keep-alive': _alive,
          ...rest
        } = incoming.headers;
        const answer = { status: incoming.statusCode ?? 0, headers: rest as PassingAnswer['headers'] };
        buffer(incoming).then((whole) => resolve({ ...answer, body: whole }), reject);
      },
    );
    outgoing.on('error', reject).end(body);
  });
}

/** Without times and ids that are made up. */
function lasting({ status, headers, body }: PassingAnswer) {
  const text = Buffer.from(body).toString();
  return { status, headers: { ...headers, date: typeof headers.date }, text: text.replace(/"(id|created_at)":"[^"]*"/g, '"$1":""') };
}
