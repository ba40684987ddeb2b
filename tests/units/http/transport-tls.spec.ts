import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { CERTIFICATE, KEY } from './certificate.ts';
import { answerOf, bodyOf, expect, get, test } from './fixtures.ts';

let server: Server;
let url: string;
let answers = 0;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  server = createServer({ cert: CERTIFICATE, key: KEY }, (request, response) => {
    answers += 1;
    if (request.url === '/broken' && answers > 1) request.socket.destroy();
    else response.end(`server name: ${(request.socket as TLSSocket).servername}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

test.afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('a certificate that nobody vouches for is a failure', async ({ transport }) => {
  const { failure } = await transport().send(get(url));
  expect(failure).toMatchObject({
    kind: 'tls',
    status: null,
    message: expect.stringMatching(/^no TLS connection to https:.*self-signed certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/),
  });
});

test('a server without TLS is a failure', async ({ serve, transport }) => {
  const plain = await serve((_request, response) => response.end());
  expect((await transport().send(get(plain.replace('http:', 'https:')))).failure?.kind).toBe('tls');
});

test('no server at all is refused, over TLS too', async ({ transport }) => {
  const { failure } = await transport().send(get('https://127.0.0.1:1/'));
  expect(failure).toMatchObject({ kind: 'refused', message: expect.stringContaining('ECONNREFUSED') });
});

test.describe('with an accepted certificate', () => {
  test.beforeAll(() => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  });
  test.afterAll(() => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  });

  test('exchanges work, and an IP address is sent as no server name', async ({ transport }) => {
    expect(bodyOf(await transport().send(get(url)))).toBe('server name: false');
  });

  test('bytes of the handshake do not count as bytes of an answer', async ({ transport }) => {
    const one = transport();
    answers = 0;
    answerOf(await one.send(get(url)));
    const { failure } = await one.send(get(`${url}/broken`));
    expect(failure).toMatchObject({ kind: 'reset', message: expect.stringContaining('before any byte of the answer') });
    expect(answers).toBe(3);
  });
});
