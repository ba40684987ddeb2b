import type { ServerOptions } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { toCurl } from '../../../src/http/curl.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { inDays, makeAuthority, makeCertificate, type Pair } from '../../certificates.ts';
import { answerOf, test as base, bodyOf, expect, get } from './fixtures.ts';

interface Fixtures {
  /** A server that shows what it learnt of the client over TLS. Answers with its base URL. */
  serveShowing(pair: Pair, options?: ServerOptions): Promise<string>;
  /** Sends a GET to a URL, the settings' base URL unless `variables` name another. */
  ask(url: string, variables?: Record<string, string>): Promise<Exchange>;
}

const test = base.extend<Fixtures>({
  serveShowing: async ({ serveTls }, use) => {
    await use((pair, options = {}) =>
      serveTls({ cert: pair.certificate, key: pair.key, ...options }, (request, response) => {
        const socket = request.socket as TLSSocket;
        response.end(`server name: ${socket.servername}, client: ${socket.getPeerCertificate().subject?.CN}`);
      }),
    );
  },
  ask: async ({ transportFor }, use) => {
    await use((url, variables) => transportFor(url, variables).send(get(url)));
  },
});

let authority: Pair;

test.beforeAll(async () => {
  authority = await makeAuthority();
});

test('an authority that is given is trusted, and an IP address is sent as no server name', async ({ serveShowing, ask, file }) => {
  const url = await serveShowing(await makeCertificate({ authority }));
  const exchange = await ask(url, { CES_CA_FILE: file('ca.pem', authority.certificate) });
  expect(bodyOf(exchange)).toBe('server name: false, client: undefined');
});

test('it is trusted beside others, at other origins too', async ({ serveShowing, ask, file }) => {
  const other = await makeAuthority();
  const url = await serveShowing(await makeCertificate({ authority }));
  const variables = { CES_BASE_URL: 'https://example.com', CES_CA_FILE: file('ca.pem', other.certificate + authority.certificate) };
  expect((await ask(url, variables)).answer?.status).toBe(200);
});

test('so is what NODE_EXTRA_CA_CERTS names, which a context of its own would forget', async ({ serveShowing, ask, file }) => {
  const url = await serveShowing(await makeCertificate({ authority }));
  process.env.NODE_EXTRA_CA_CERTS = file('extra.pem', authority.certificate);
  try {
    const variables = { CES_CA_FILE: file('ca.pem', (await makeAuthority()).certificate) };
    expect((await ask(url, variables)).answer?.status).toBe(200);
  } finally {
    delete process.env.NODE_EXTRA_CA_CERTS;
  }
});

test('the client’s certificate is shown to the base URL’s origin, and to no other', async ({ serveShowing, ask, file }) => {
  const client = await makeCertificate({ authority, passphrase: 'open sesame' });
  const variables = {
    CES_CA_FILE: file('ca.pem', authority.certificate),
    CES_CLIENT_CERT_FILE: file('client.pem', client.certificate),
    CES_CLIENT_KEY_FILE: file('client-key.pem', client.key),
    CES_CLIENT_KEY_PASSPHRASE: 'open sesame',
  };
  const url = await serveShowing(await makeCertificate({ authority }), {
    requestCert: true,
    rejectUnauthorized: false,
    ca: authority.certificate,
  });
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

/** What a server shows or wants, and what is reported: what is wrong, with its code, and what to do. */
const TROUBLES: readonly (readonly [title: string, found: RegExp, pair: () => Promise<Pair>, options?: ServerOptions])[] = [
  ['a certificate that has expired', /has expired \(CERT_HAS_EXPIRED\): Renew it/, signed({ from: inDays(-9), until: inDays(-1) })],
  ['a certificate that is not valid yet', /not valid yet \(CERT_NOT_YET_VALID\): .*clock/, signed({ from: inDays(1) })],
  ['a self-signed certificate', /self-signed certificate, .* \(DEPTH_ZERO_SELF_SIGNED_CERT\): .*CES_CA_FILE/, () => makeCertificate()],
  ['an unknown authority', /no authority known here vouches \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\): .*CES_CA_FILE/, signed({}, makeAuthority)],
  ['another host', /another host: .*127\.0\.0\.1.* \(ERR_TLS_CERT_ALTNAME_INVALID\): .*CES_BASE_URL/, signed({ hosts: ['a.example'] })],
  ['the wish for a certificate', /wants a .* client \(ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED\): .*CLIENT_CERT_FILE/, signed(), wanting],
  ['that wish in TLS 1.2', /of the client, or no cipher that both know.*CLIENT_CERT_FILE/, signed(), { ...wanting, maxVersion: 'TLSv1.2' }],
  [
    'an old version of TLS',
    /no version of TLS that is still safe.*: .*TLS 1\.2/,
    signed(),
    { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
  ],
];

for (const [title, found, pair, options] of TROUBLES)
  test(`${title} is reported, with what to do`, async ({ serveShowing, ask, file }) => {
    const url = await serveShowing(await pair(), { ca: authority.certificate, ...options });
    const { failure } = await ask(url, { CES_CA_FILE: file('ca.pem', authority.certificate) });
    expect(failure).toEqual({ kind: 'tls', status: null, message: expect.any(String), remedy: expect.any(String) });
    expect(`${failure?.message}: ${failure?.remedy}`).toMatch(found);
    expect(failure?.message.startsWith(url)).toBe(true);
  });

test('no server at all is refused, over TLS too', async ({ transport }) => {
  const { failure } = await transport().send(get('https://127.0.0.1:1/'));
  expect(failure).toMatchObject({ kind: 'refused', message: expect.stringContaining('ECONNREFUSED') });
});

test('bytes of the handshake do not count as bytes of an answer', async ({ transportFor, serveTls, file }) => {
  const { certificate, key } = await makeCertificate({ authority });
  let answers = 0;
  const url = await serveTls({ cert: certificate, key }, (request, response) => {
    answers += 1;
    if (request.url === '/broken') request.socket.destroy();
    else response.end();
  });
  const one = transportFor(url, { CES_CA_FILE: file('ca.pem', authority.certificate) });
  answerOf(await one.send(get(url)));
  const { failure } = await one.send(get(`${url}/broken`));
  expect(failure).toMatchObject({ kind: 'reset', message: expect.stringContaining('before any byte of the answer') });
  expect(answers).toBe(3);
});
