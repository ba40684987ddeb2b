import { writeFileSync } from 'node:fs';
import { createServer as createPlain, type RequestListener, type Server } from 'node:http';
import { createServer as createSecure, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { preflight } from '../../../src/client/preflight.ts';
import { RunState } from '../../../src/engine/run-state.ts';
import { Session } from '../../../src/engine/session.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { inDays, makeAuthority, makeCertificate, type Pair } from '../../certificates.ts';
import { expect, test } from '../../test.ts';

const CREDENTIALS = { CES_USERNAME: 'ada', CES_PASSWORD: 'Sesame-77' };

let authority: Pair;
let caFile: string;

test.beforeEach(async () => {
  authority = await makeAuthority();
  caFile = test.info().outputPath('ca.pem');
  writeFileSync(caFile, authority.certificate);
});

/** Why a run at this server would get no verdict. */
async function obstacle(server: Server, variables: Record<string, string>, scheme = 'https'): Promise<string | null> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const session = new Session(
    new RunState(readSettings({ CES_BASE_URL: baseUrl, CES_SEGMENT_ID: 's', ...CREDENTIALS, ...variables })),
    'preflight',
  );
  try {
    return (await preflight(session.implementation)).obstacle;
  } finally {
    await session.run.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const unasked: RequestListener = (_request, response) => response.end('{}');

const secure = (pair: Pair, options: ServerOptions = {}) => {
  const server = createSecure({ cert: pair.certificate, key: pair.key, ...options }, unasked);
  server.on('tlsClientError', () => {});
  return server;
};

/** What stands in the way, and the words that say what it is and what to do. */
const OBSTACLES: readonly (readonly [title: string, server: () => Promise<Server> | Server, words: RegExp, scheme?: string])[] = [
  [
    'an expired certificate',
    async () => secure(await makeCertificate({ authority, from: inDays(-9), until: inDays(-1) })),
    /expired.*Renew/,
  ],
  ['a self-signed certificate', async () => secure(await makeCertificate()), /self-signed.*CES_CA_FILE/],
  [
    'a certificate for another host',
    async () => secure(await makeCertificate({ authority, hosts: ['a.example'] })),
    /another host.*CES_BASE_URL/,
  ],
  [
    'a certificate of an unknown authority',
    async () => secure(await makeCertificate({ authority: await makeAuthority() })),
    /no authority known here.*CES_CA_FILE/,
  ],
  [
    'the wish for a certificate of the client',
    async () => secure(await makeCertificate({ authority }), { requestCert: true, rejectUnauthorized: true, ca: authority.certificate }),
    /wants a certificate of the client.*CES_CLIENT_CERT_FILE/,
  ],
  [
    'that wish in the words of a server in front',
    async () => {
      const { certificate, key } = await makeCertificate({ authority });
      return createSecure({ cert: certificate, key }, (_request, response) => {
        response.writeHead(400, { 'content-type': 'text/html' }).end('<center>No required SSL certificate was sent</center>');
      });
    },
    /wants a certificate of the client.*CES_CLIENT_CERT_FILE/,
  ],
  ['no TLS at all', () => createPlain(unasked), /does not speak TLS.*http:/],
  [
    'TLS where the base URL says http',
    () => createPlain((_request, response) => response.writeHead(400).end('Client sent an HTTP request to an HTTPS server.\n')),
    /speaks TLS.*https:/,
    'http',
  ],
];

for (const [title, server, words, scheme] of OBSTACLES) {
  test(`${title} is reported in one sentence, with what to do`, async () => {
    const sentence = await obstacle(await server(), { CES_CA_FILE: caFile }, scheme);
    expect(sentence).toMatch(words);
    expect(sentence).toMatch(/^The target https?:\/\/127\.0\.0\.1:\d+ /);
    expect(sentence).not.toContain('\n');
  });
}

test('nothing stands in the way of an accepted certificate, nor of a 400 in other words', async () => {
  expect(await obstacle(secure(await makeCertificate({ authority })), { CES_CA_FILE: caFile })).toBeNull();
  const refuses: RequestListener = (_request, response) => response.writeHead(400).end('{"error":"no such thing"}');
  expect(await obstacle(createPlain(refuses), {}, 'http')).toBeNull();
});
