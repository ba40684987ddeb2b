import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Client } from 'undici';
import type { Interposition, PassingAnswer, PassingRequest } from '../../../mutation/interposition.ts';
import { type ReverseProxy, startProxy } from '../../../mutation/proxy/reverse-proxy.ts';
import { withoutHop } from '../../../mutation/proxy/without-hop.ts';
import { createReferenceService } from '../../../reference/service.ts';
import { portOf } from '../../servers.ts';
import { expect, test } from '../../test.ts';

const HOST = '127.0.0.1';
const echo: RequestListener = (request, response) => {
  buffer(request).then((body) => response.writeHead(200, { 'x-target': request.url ?? '' }).end(body));
};

const proxies: ReverseProxy[] = [];
test.afterEach(() => Promise.all(proxies.splice(0).map((proxy) => proxy.close())));

/** A proxy in front of a service that answers with what it was asked. */
async function before(interposition: Interposition, prefix = ''): Promise<ReverseProxy> {
  const proxy = await startProxy(withoutHop({ routing: echo }), interposition, { prefix });
  proxies.push(proxy);
  return proxy;
}

/** What comes back for these bytes, until the connection closes. */
async function exchange(proxy: ReverseProxy, bytes: Uint8Array): Promise<string> {
  const socket = connect(Number(new URL(proxy.baseUrl).port), HOST, () => socket.write(bytes));
  return (await buffer(socket)).toString('latin1');
}

const request = (target: string, body: Uint8Array) =>
  Buffer.concat([Buffer.from(`POST ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`), body]);

test('path and bytes go through as they are', async () => {
  const body = Buffer.from([0, 255, 128, 10, 13]);
  const proxy = await before((passing, forward) => forward(passing));
  const received = await exchange(proxy, request('/a/../b%2Fc//%zz?q=%41&r', body));
  expect(received).toContain('x-target: /a/../b%2Fc//%zz?q=%41&r\r\n');
  expect(received.endsWith(body.toString('latin1'))).toBe(true);
  expect(proxy.changes).toBe(0);
});

/** A proxy that notes the endpoint and the id of what passes. */
async function watching(prefix = '') {
  const seen: unknown[] = [];
  const note: Interposition = (passing, forward) => {
    seen.push([passing.endpoint, passing.id]);
    return forward({ ...passing });
  };
  return { seen, proxy: await before(note, prefix) };
}

test('the endpoint and the id of a request are known', async () => {
  const { seen, proxy } = await watching();
  for (const path of ['/events/a%2Fb?x=1', '/events/%zz', '/businesses/b/track', '/conformance/events'])
    await fetch(`${proxy.baseUrl}${path}`, { method: path.endsWith('track') ? 'POST' : 'GET' });
  expect(seen).toEqual([
    ['getEvent', 'a/b'],
    ['getEvent', '%zz'],
    ['trackEvent', 'b'],
    [null, ''],
  ]);
});

test('below a path prefix endpoints are known', async () => {
  const { seen, proxy } = await watching('/api/v1');
  await fetch(`${proxy.baseUrl}/events/a`);
  expect((await fetch(`${new URL(proxy.baseUrl).origin}/events/a`)).status).toBe(404);
  expect(seen).toEqual([['getEvent', 'a']]);
});

const CHANGES: readonly (readonly [string, Interposition, number])[] = [
  ['another answer', async (passing, forward) => ({ ...(await forward(passing)), status: 201 }), 1],
  ['another request', (passing, forward) => forward({ ...passing, body: Buffer.from('{}') }), 1],
  ['an answer of its own', async () => ({ status: 404, headers: {}, body: new Uint8Array() }), 1],
  ['the same answer anew', async (passing, forward) => ({ ...(await forward({ ...passing })) }), 0],
];
for (const [title, interposition, count] of CHANGES)
  test(`${title} is ${count === 0 ? 'no change' : 'a change'}`, async () => {
    const proxy = await before(interposition);
    await fetch(proxy.baseUrl, { method: 'POST', body: 'x' });
    expect(proxy.changes).toBe(count);
  });

test('an interposition that throws is a mistake of the mutation run, and the connection breaks', async () => {
  const proxy = await before(() => Promise.reject(new Error('boom')));
  await expect(fetch(proxy.baseUrl)).rejects.toThrow();
  expect(proxy.mistakes).toEqual([expect.stringContaining('GET /: boom')]);
});

const GOOD = { authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}` };
const JSON_TYPE = { 'content-type': 'application/json' };

const asking = (method: string, target: string, headers: Readonly<Record<string, string>> = GOOD, body = ''): PassingRequest => ({
  ...{ method, target, headers: { host: 'proxy:1', ...headers }, body: Buffer.from(body) },
  ...{ endpoint: null, id: '', connection: 1 },
});

/** What a service answers over a connection, each in its own way. */
const REQUESTS: readonly (readonly [what: string, asking: PassingRequest, status: number])[] = [
  ['a record', asking('GET', '/segments/seg_regular%20guests'), 200],
  ['a HEAD, which has no content', asking('HEAD', '/businesses'), 404],
  ['a record that is not there', asking('GET', '/segments/nobody'), 404],
  ['a path with dots, which stays as it is', asking('GET', '/segments/../segments/%2e%2e'), 404],
  ['a path that does not decode', asking('GET', '/segments/%zz'), 400],
  ['a query', asking('GET', '/segments/seg_regular%20guests?q=%41&r'), 200],
  ['wrong credentials', asking('GET', '/segments/x', { authorization: 'Basic eA==' }), 401],
  ['an update', asking('POST', '/businesses', { ...GOOD, ...JSON_TYPE }, '{"name":"é \u{1f600}"}'), 200],
  ['no body', asking('POST', '/businesses', { ...GOOD, ...JSON_TYPE }), 400],
  ['no JSON', asking('POST', '/businesses', { ...GOOD, ...JSON_TYPE }, '{'), 400],
  ['another media type', asking('POST', '/businesses', { ...GOOD, 'content-type': 'text/plain' }, 'x'), 415],
  ['a body of a GET', asking('GET', '/segments/nobody', { ...GOOD, ...JSON_TYPE }, '{}'), 404],
  ['a body that is too large', asking('POST', '/businesses', { ...GOOD, ...JSON_TYPE }, `"${'x'.repeat(2 ** 20)}"`), 413],
  ['an unknown method', asking('PROPFIND', '/businesses'), 404],
];

for (const [what, asked, status] of REQUESTS)
  test(`a service that is asked without a connection answers as over one: ${what}`, async () => {
    const service = createReferenceService({ username: 'ada', password: 'secret' });
    await service.app.listen({ host: HOST, port: 0 });
    const connection = new Client(`http://${HOST}:${portOf(service.app.server)}`);
    const without = withoutHop(service.app);
    try {
      const [first, second] = [await over(connection, asked), await without.ask(asked)];
      expect(first.status).toBe(status);
      expect(lasting(second)).toEqual(lasting(first));
    } finally {
      await connection.close();
      await without.close();
      await service.close();
    }
  });

async function over(connection: Client, { method, target, headers, body }: PassingRequest): Promise<PassingAnswer> {
  const answer = await connection.request({ method: method as 'GET', path: target, headers, body: body.length === 0 ? null : body });
  return { status: answer.statusCode, headers: answer.headers as PassingAnswer['headers'], body: await buffer(answer.body) };
}

/** Fields that only a connection has. */
const OF_CONNECTION = ['content-length', 'connection', 'transfer-encoding', 'keep-alive'];

/** Without times and ids that are made up. */
function lasting({ status, headers: all, body }: PassingAnswer) {
  const headers = Object.fromEntries(Object.entries(all).filter(([name]) => !OF_CONNECTION.includes(name)));
  const text = Buffer.from(body).toString();
  return { status, headers: { ...headers, date: typeof headers.date }, text: text.replace(/"(id|created_at)":"[^"]*"/g, '"$1":""') };
}
