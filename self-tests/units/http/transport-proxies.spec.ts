import { basic } from '../../../src/http/authorization.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import type { Transport } from '../../../src/http/transport.ts';
import { makeAuthority, makeCertificate, type Pair } from '../../certificates.ts';
import { bodyOf, expect, get, test as plain } from './fixtures.ts';
import { type ForwardProxy, type ForwardProxyOptions, startForwardProxy } from './forward-proxy.ts';

interface Fixtures {
  between(options?: ForwardProxyOptions): Promise<ForwardProxy>;
  /** A server over TLS that shows what it was asked. Answers with its base URL. */
  serveShowing(): Promise<string>;
  /** A transport for that base URL with these variables. */
  through(baseUrl: string, variables: Record<string, string>): Transport;
}

const authority = makeAuthority();

const test = plain.extend<Fixtures>({
  between: async ({ cleanUps }, use) => {
    await use(async (options) => {
      const started = await startForwardProxy(options);
      cleanUps.push(() => started.close());
      return started;
    });
  },
  serveShowing: async ({ serveTls }, use) => {
    await use(async () => {
      const { certificate, key } = await makeCertificate({ authority: await authority });
      return serveTls({ cert: certificate, key }, (request, response) => response.end(JSON.stringify([request.url, request.headers])));
    });
  },
  through: async ({ transportFor, file }, use) => {
    const CES_CA_FILE = file('ca.pem', (await authority).certificate);
    await use((baseUrl, variables) => transportFor(baseUrl, { CES_CA_FILE, ...variables }));
  },
});

const failureOf = ({ failure }: Exchange) => failure;

test('https goes through a tunnel: the proxy learns host and port, and nothing else', async ({ between, serveShowing, through }) => {
  const [proxy, url] = [await between({ authorization: basic('ada', 'p@ss') }), await serveShowing()];
  const one = through(url, { HTTPS_PROXY: proxy.url.replace('//', '//ada:p%40ss@') });
  const [path, headers] = JSON.parse(bodyOf(await one.send(get(`${url}/a/../b?c`))));
  expect(path).toBe('/a/../b?c');
  expect(headers).not.toHaveProperty('proxy-authorization');
  await one.send(get(`${url}/again`));
  expect(proxy.seen.map(({ line, authorization }) => [line, authorization])).toEqual([
    [`CONNECT ${url.slice('https://'.length)}`, basic('ada', 'p@ss')],
  ]);
});

test('a proxy may itself be spoken to over TLS', async ({ between, serveShowing, through }) => {
  const pair: Pair = await makeCertificate({ authority: await authority });
  const [proxy, url] = [await between({ pair }), await serveShowing()];
  expect(bodyOf(await through(url, { https_proxy: proxy.url }).send(get(`${url}/x`)))).toContain('/x');
  expect(proxy.seen).toHaveLength(1);
});

test('http is sent on by the proxy, with the path as it stands', async ({ between, serve, through }) => {
  const proxy = await between({ authorization: basic('ada', 'secret') });
  const url = await serve((request, response) => response.end(JSON.stringify([request.url, request.headers])));
  const one = through(url, { http_proxy: proxy.url.replace('//', '//ada:secret@') });
  const [path, headers] = JSON.parse(bodyOf(await one.send({ ...get(`${url}/a`), method: 'POST', body: '{}' })));
  expect(path).toBe('/a');
  expect(headers.host).toBe(url.slice('http://'.length));
  expect(proxy.seen.map(({ line }) => line)).toEqual([`POST ${url}/a`]);
});

test('the proxy’s own refusals are no answers of the target', async ({ between, serve, serveShowing, through }) => {
  const [strict, denying] = [await between({ authorization: 'Basic x' }), await between({ refuses: 403 })];
  const [url, plainUrl] = [await serveShowing(), await serve((_request, response) => response.end())];
  const letIn = { kind: 'refused', status: null, message: `the proxy ${strict.url} does not let the suite in (407)` };
  expect(failureOf(await through(url, { HTTPS_PROXY: strict.url }).send(get(url)))).toEqual({
    ...letIn,
    remedy: expect.stringContaining('HTTPS_PROXY'),
  });
  expect(failureOf(await through(plainUrl, { http_proxy: strict.url }).send(get(plainUrl)))).toEqual({
    ...letIn,
    remedy: expect.stringContaining('http_proxy'),
  });
  expect(failureOf(await through(url, { HTTPS_PROXY: denying.url }).send(get(url)))).toMatchObject({
    kind: 'refused',
    message: `the proxy ${denying.url} does not connect to ${url.slice('https://'.length)} (403)`,
    remedy: 'Check HTTPS_PROXY and NO_PROXY.',
  });
});

test('a proxy that is not there is reported as such', async ({ serve, serveShowing, through }) => {
  for (const url of [await serveShowing(), await serve((_request, response) => response.end())]) {
    const failure = failureOf(await through(url, { ALL_PROXY: 'http://ada:secret@127.0.0.1:1' }).send(get(url)));
    expect(failure).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/^the proxy http:\/\/127\.0\.0\.1:1 cannot be reached: .*\(ECONNREFUSED\)$/),
      remedy: 'Check ALL_PROXY and NO_PROXY.',
    });
  }
});

test('a proxy that says nothing is a timeout, and given up', async ({ serveRaw, serveShowing, through }) => {
  let closed: Promise<unknown> = Promise.resolve();
  const hole = await serveRaw((socket) => {
    closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
  });
  const url = await serveShowing();
  const { failure } = await through(url, { HTTPS_PROXY: hole }).send({ ...get(url), timeoutMs: 200 });
  expect(failure).toMatchObject({ kind: 'timeout', message: 'no connection within 200 ms (a share of CES_TIMEOUT_MS)' });
  await closed;
});

test('the certificate is held against the target’s name, not the proxy’s', async ({ between, serveShowing, through }) => {
  const proxy = await between();
  const url = (await serveShowing()).replace('127.0.0.1', 'localhost');
  const { failure } = await through(url, { HTTPS_PROXY: proxy.url }).send(get(url));
  expect(failure).toMatchObject({ kind: 'tls', message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID') });
});
