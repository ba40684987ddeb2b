import type { ServerOptions } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { basic } from '../../../src/http/authorization.ts';
import { toCurl } from '../../../src/http/curl.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import type { Transport } from '../../../src/http/transport.ts';
import { inDays, makeAuthority, makeCertificate, type Pair } from '../../certificates.ts';
import { answerOf, test as base, bodyOf, expect, get } from './fixtures.ts';
import { type ForwardProxy, type ForwardProxyOptions, startForwardProxy } from './forward-proxy.ts';

interface Fixtures {
  /** A server over TLS that shows what it was asked, and what it learnt of the client. Answers with its base URL. */
  serveShowing(pair?: Pair, options?: ServerOptions): Promise<string>;
  between(options?: ForwardProxyOptions): Promise<ForwardProxy>;
  /** Trusts the authority of these tests. */
  trusting: { readonly CES_CA_FILE: string };
  /** Sends a GET to a URL, the settings' base URL unless `variables` name another. */
  ask(url: string, variables?: Record<string, string>): Promise<Exchange>;
  /** A transport for that base URL with these variables, and trust. */
  through(baseUrl: string, variables: Record<string, string>): Transport;
}

const test = base.extend<Fixtures>({
  serveShowing: async ({ serveTls }, use) => {
    await use(async (given, options = {}) => {
      const pair = given ?? (await makeCertificate({ authority }));
      return serveTls({ cert: pair.certificate, key: pair.key, ...options }, ({ url, headers, socket }, response) => {
        const tls = socket as TLSSocket;
        response.end(JSON.stringify([url, headers, `server name: ${tls.servername}, client: ${tls.getPeerCertificate().subject?.CN}`]));
      });
    });
  },
  between: async ({ cleanUps }, use) => {
    await use(async (options) => {
      const started = await startForwardProxy(options);
      cleanUps.push(() => started.close());
      return started;
    });
  },
  trusting: ({ file }, use) => use({ CES_CA_FILE: file('ca.pem', authority.certificate) }),
  ask: ({ transportFor }, use) => use((url, variables) => transportFor(url, variables).send(get(url))),
  through: ({ transportFor, trusting }, use) => use((baseUrl, variables) => transportFor(baseUrl, { ...trusting, ...variables })),
});

let authority: Pair;

test.beforeAll(async () => {
  authority = await makeAuthority();
});

test('an authority that is given is trusted, and an IP address is sent as no server name', async ({ serveShowing, ask, trusting }) => {
  expect(bodyOf(await ask(await serveShowing(), trusting))).toContain('server name: false, client: undefined');
});

test('it is trusted beside others, at other origins too', async ({ serveShowing, ask, file }) => {
  const other = await makeAuthority();
  const url = await serveShowing();
  const variables = { CES_BASE_URL: 'https://example.com', CES_CA_FILE: file('ca.pem', other.certificate + authority.certificate) };
  expect((await ask(url, variables)).answer?.status).toBe(200);
});

test('so is what NODE_EXTRA_CA_CERTS names, which a context of its own would forget', async ({ serveShowing, ask, file }) => {
  const url = await serveShowing();
  process.env.NODE_EXTRA_CA_CERTS = file('extra.pem', authority.certificate);
  try {
    const variables = { CES_CA_FILE: file('ca.pem', (await makeAuthority()).certificate) };
    expect((await ask(url, variables)).answer?.status).toBe(200);
  } finally {
    delete process.env.NODE_EXTRA_CA_CERTS;
  }
});

test('the client’s certificate is shown to the base URL’s origin, and to no other', async ({ serveShowing, ask, file, trusting }) => {
  const client = await makeCertificate({ authority, passphrase: 'open sesame' });
  const variables = {
    ...trusting,
    CES_CLIENT_CERT_FILE: file('client.pem', client.certificate),
    CES_CLIENT_KEY_FILE: file('client-key.pem', client.key),
    CES_CLIENT_KEY_PASSPHRASE: 'open sesame',
  };
  const url = await serveShowing(undefined, { requestCert: true, rejectUnauthorized: false, ca: authority.certificate });
  const shown = await ask(url, variables);
  expect(bodyOf(shown)).toContain('client: Server of the tests');
  expect(toCurl(shown.request)).toContain(
    ' --cacert "$CES_CA_FILE" --cert "$CES_CLIENT_CERT_FILE" --key "$CES_CLIENT_KEY_FILE" --pass "$CES_CLIENT_KEY_PASSPHRASE" ',
  );
  const asked = await ask(url, { ...variables, CES_BASE_URL: url.replace('127.0.0.1', 'localhost') });
  expect(bodyOf(asked)).toContain('client: undefined');
  expect(toCurl(asked.request)).not.toContain('--cert ');
});

const signed =
  (options: object = {}, by = async () => authority) =>
  async () =>
    makeCertificate({ authority: await by(), ...options });
const wanting: ServerOptions = { requestCert: true, rejectUnauthorized: true };

const OLD: ServerOptions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
/** What a server shows or wants, and what is reported: what is wrong, with its code, and what to do. */
const TROUBLES: readonly (readonly [title: string, found: RegExp, pair: () => Promise<Pair>, options?: ServerOptions])[] = [
  ['a certificate that has expired', /has expired \(CERT_HAS_EXPIRED\): Renew it/, signed({ from: inDays(-9), until: inDays(-1) })],
  ['a certificate that is not valid yet', /not valid yet \(CERT_NOT_YET_VALID\): .*clock/, signed({ from: inDays(1) })],
  ['a self-signed certificate', /self-signed certificate, .* \(DEPTH_ZERO_SELF_SIGNED_CERT\): .*CES_CA_FILE/, () => makeCertificate()],
  ['an unknown authority', /no authority known here vouches \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\): .*CES_CA_FILE/, signed({}, makeAuthority)],
  ['another host', /another host: .*127\.0\.0\.1.* \(ERR_TLS_CERT_ALTNAME_INVALID\): .*CES_BASE_URL/, signed({ hosts: ['a.example'] })],
  ['the wish for a certificate', /wants a .* client \(ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED\): .*CLIENT_CERT_FILE/, signed(), wanting],
  ['that wish in TLS 1.2', /of the client, or no cipher that both know.*CLIENT_CERT_FILE/, signed(), { ...wanting, maxVersion: 'TLSv1.2' }],
  ['an old version of TLS', /no version of TLS that is still safe.*: .*TLS 1\.2/, signed(), OLD],
];

for (const [title, found, pair, options] of TROUBLES)
  test(`${title} is reported, with what to do`, async ({ serveShowing, ask, trusting }) => {
    const url = await serveShowing(await pair(), { ca: authority.certificate, ...options });
    const { failure } = await ask(url, trusting);
    expect(failure).toEqual({ kind: 'tls', status: null, message: expect.any(String), remedy: expect.any(String) });
    expect(`${failure?.message}: ${failure?.remedy}`).toMatch(found);
    expect(failure?.message.startsWith(url)).toBe(true);
  });

test('no server at all is refused, over TLS too', async ({ transport }) => {
  const { failure } = await transport().send(get('https://127.0.0.1:1/'));
  expect(failure).toMatchObject({ kind: 'refused', message: expect.stringContaining('ECONNREFUSED') });
});

test('bytes of the handshake do not count as bytes of an answer', async ({ through, serveTls }) => {
  const { certificate, key } = await makeCertificate({ authority });
  let answers = 0;
  const url = await serveTls({ cert: certificate, key }, (request, response) => {
    answers += 1;
    if (request.url === '/broken') request.socket.destroy();
    else response.end();
  });
  const one = through(url, {});
  answerOf(await one.send(get(url)));
  const { failure } = await one.send(get(`${url}/broken`));
  expect(failure).toMatchObject({ kind: 'reset', message: expect.stringContaining('before any byte of the answer') });
  expect(answers).toBe(3);
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
  const pair = await makeCertificate({ authority });
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
  const message = `the proxy ${strict.url} does not let the suite in (407)`;
  for (const [variable, asked] of Object.entries({ HTTPS_PROXY: url, http_proxy: plainUrl })) {
    const failure = failureOf(await through(asked, { [variable]: strict.url }).send(get(asked)));
    expect(failure).toEqual({ kind: 'refused', status: null, message, remedy: expect.stringContaining(variable) });
  }
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
