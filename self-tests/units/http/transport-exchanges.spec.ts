import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { authorization, credentials, none } from '../../../src/http/authorization.ts';
import { answerOf, bodyOf, expect, get, test } from './fixtures.ts';

for (const path of ['/events/%2E%2E', '/a/../b//c', '/events/a%2fb%2Fc', '/events/%00', '/%C3%A9?p[]=a&p={b}|"', '/?', '/a?b=/../c']) {
  test(`the path ${path} goes out as it stands`, async ({ serveEach, transport }) => {
    const server = await serveEach('HTTP/1.1 204 No Content\r\n\r\n');
    const exchange = await transport().send(get(server.url + path));
    expect(answerOf(exchange).status).toBe(204);
    expect(server.head.split('\r\n')[0]).toBe(`GET ${path} HTTP/1.1`);
    expect(exchange.request.url).toBe(server.url + path);
  });
}

test('a URL without a path asks for /, query kept', async ({ serve, transport }) => {
  const url = await serve((request, response) => response.end(request.url));
  expect(bodyOf(await transport().send(get(url)))).toBe('/');
  expect(bodyOf(await transport().send(get(`${url}?a=b`)))).toBe('/?a=b');
});

for (const [name, url] of [
  ['userinfo', 'http://user:secret@127.0.0.1/'],
  ['another scheme', 'ftp://127.0.0.1/'],
  ['a fragment', 'http://127.0.0.1/#a'],
  ['a space', 'http://127.0.0.1/a b'],
  ['no host', '/events'],
] as const) {
  test(`a URL with ${name} is the caller's mistake`, async ({ transport }) => {
    const error: unknown = await transport()
      .send(get(url))
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).not.toContain('secret');
  });
}

const OWN = 'customer-engagement-conformance';

test('headers: the defaults, the credentials, and what is shown of them', async ({ serve, transport }) => {
  const url = await serve((request, response) => response.end(JSON.stringify(request.headers)));
  const exchange = await transport().send({ method: 'POST', url, body: '{}', authorization: credentials('ann', 'p:w') });
  expect(JSON.parse(bodyOf(exchange))).toEqual({
    accept: 'application/json, text/html;q=0.9, */*;q=0.8',
    'accept-encoding': 'gzip, deflate, br',
    authorization: `Basic ${btoa('ann:p:w')}`,
    connection: 'keep-alive',
    'content-length': '2',
    'content-type': 'application/json',
    host: url.slice('http://'.length),
    'user-agent': OWN,
  });
  expect(exchange.request.headers.authorization).toBe('Basic (credentials)');
  expect(JSON.stringify(exchange)).not.toContain(btoa('ann:p:w'));
});

test('headers can be replaced and left out; credentials are not among them', async ({ serve, transport }) => {
  const url = await serve((request, response) => response.end(JSON.stringify(request.headers)));
  const headers = { 'Content-Type': 'text/plain', Accept: null };
  const exchange = await transport().send({ ...get(url), method: 'POST', body: 'x', headers });
  const received = JSON.parse(bodyOf(exchange));
  expect(received).toMatchObject({ 'content-type': 'text/plain' });
  expect(received).not.toHaveProperty('accept');
  const shown = { 'accept-encoding': 'gzip, deflate, br', 'content-type': 'text/plain', 'user-agent': OWN };
  expect(exchange.request.headers).toEqual(shown);
  await expect(transport().send({ ...get(url), headers: { Authorization: 'x' } })).rejects.toThrow(TypeError);
  await expect(transport().send({ ...get(url), headers: { 'x-bad': 'a\nb' } })).rejects.toThrow(TypeError);
});

for (const [name, body, stored] of [
  ['text', 'é\u0000\n"', 'é\u0000\n"'],
  ['a lone surrogate', '\ud800', '\ufffd'],
  ['bytes', new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xff]), '\ufeffa\ufffd'],
  ['nothing of it', '', ''],
] as const) {
  test(`a body of ${name} goes out whole`, async ({ serve, transport }) => {
    const url = await serve((request, response) => void request.pipe(response));
    const exchange = await transport().send({ ...get(url), method: 'POST', body });
    expect(Buffer.from(answerOf(exchange).body)).toEqual(typeof body === 'string' ? Buffer.from(body) : Buffer.from(body));
    expect(exchange.request.body).toBe(stored);
  });
}

const TEXT = 'äöü '.repeat(500);
const gzip = gzipSync(TEXT);
for (const [coding, body] of [
  ['gzip', gzip],
  ['X-GZip', gzip],
  ['deflate', deflateSync(TEXT)],
  ['deflate', deflateRawSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
  ['gzip, br', brotliCompressSync(gzip)],
] as const)
  test(`the content coding ${coding} of ${body.length} bytes, cut short, is malformed`, async ({ serve, transport }) => {
    const url = await serve((_request, response) => response.writeHead(200, { 'content-encoding': coding }).end(body.subarray(0, -9)));
    const message = expect.stringContaining('does not decode');
    expect((await transport().send(get(url))).failure).toMatchObject({ kind: 'malformed', status: 200, message });
  });

test('an empty body with a content coding is empty', async ({ serve, transport }) => {
  const url = await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end());
  expect(bodyOf(await transport().send(get(url)))).toBe('');
});

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

test('half of a body in chunks comes half a second later than the other', async ({ serve, transport }) => {
  const url = await serve(async (request, response) => {
    const at: number[] = [];
    for await (const _ of request) at.push(performance.now());
    response.end(JSON.stringify(at));
  });
  const exchange = await transport().send({ method: 'POST', url, body: '{"name":"Ada"}', authorization: none, chunked: true });
  const [first = 0, second = 0] = JSON.parse(bodyOf(exchange)) as number[];
  expect(second - first).toBeGreaterThan(400);
});

test('a body in chunks arrives whole and without a length', async ({ serve, transport }) => {
  const url = await serve(async (request, response) => response.end(JSON.stringify([request.headers, await text(request)])));
  for (const body of ['{"name":"Ada"}', 'x']) {
    const exchange = await transport().send({ method: 'POST', url, body, authorization: none, chunked: true });
    const [headers, arrived] = JSON.parse(bodyOf(exchange)) as [object, string];
    expect(arrived).toBe(body);
    expect(headers).toMatchObject({ 'transfer-encoding': 'chunked' });
    expect(headers).not.toHaveProperty('content-length');
  }
});

test.describe('Expect: 100-continue', () => {
  const expecting = (url: string) =>
    ({ method: 'POST', url, body: '{"name":"Ada"}', headers: { expect: '100-continue' }, authorization: none }) as const;
  const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

  /** What a target says when the head has come, and when the body has. */
  const TALKS: readonly (readonly [title: string, atHead: string, atBody: string, status: number])[] = [
    ['the body follows when it is asked for', CONTINUE, OK, 200],
    ['a target that ignores the expectation gets the body after a while', '', OK, 200],
    ['a target may ask for the body when it has already come', '', `${CONTINUE}${OK}`, 200],
    ['a target that fails the expectation gets no body', 'HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n', '', 417],
  ];
  for (const [title, atHead, atBody, status] of TALKS)
    test(`${title}, and the next request goes out as usual`, async ({ serveRaw, transport }) => {
      const parts: string[] = [];
      const url = await serveRaw((socket) => {
        socket.on('data', (data) => {
          const text = data.toString('latin1');
          parts.push(text);
          socket.write(text.startsWith('GET ') ? OK : text.startsWith('POST ') ? atHead : atBody);
        });
      });
      const one = transport();
      expect(answerOf(await one.send(expecting(url))).status).toBe(status);
      expect(bodyOf(await one.send(get(url)))).toBe('ok');
      expect(parts).toEqual([
        expect.stringMatching(/^POST [^{]*content-length: 14\r\n[^{]*\r\n\r\n$/i),
        ...(status === 200 ? ['{"name":"Ada"}'] : []),
        expect.stringMatching(/^GET /),
      ]);
    });

  test('a connection that breaks, a target that stalls and one that is not there are failures', async ({ serveRaw, transport }) => {
    const broken = await serveRaw((socket) => socket.once('data', () => socket.destroy()));
    expect((await transport().send(expecting(broken))).failure).toMatchObject({ kind: 'reset' });
    const stalls = await serveRaw(() => undefined);
    expect((await transport().send({ ...expecting(stalls), timeoutMs: 100 })).failure).toMatchObject({ kind: 'timeout' });
    expect((await transport().send(expecting('http://127.0.0.1:1/'))).failure).toMatchObject({ kind: 'refused' });
    const nonsense = await serveRaw((socket) => socket.once('data', () => socket.end('nonsense')));
    expect((await transport().send(expecting(nonsense))).failure).toMatchObject({ kind: 'malformed' });
  });
});

test('two Authorization headers go out as two', async ({ serve, transport }) => {
  const url = await serve((request, response) => response.end(JSON.stringify(request.headersDistinct.authorization)));
  const twice = authorization(null, 'two headers', '', { elsewhere: { fields: { authorization: ['Basic YQ==', 'Basic Yg=='] } } });
  const exchange = await transport().send({ ...get(url), authorization: twice });
  expect(JSON.parse(bodyOf(exchange))).toEqual(['Basic YQ==', 'Basic Yg==']);
  expect(exchange.request.headers).toMatchObject({ authorization: 'two headers' });
});

const HEADERS = { CES_HEADERS: '{"X-Api-Key":"k-123456","User-Agent":"our agent"}' };

test('configured headers go to the base URL’s origin with each request, and no exchange holds them', async ({ serve, transportFor }) => {
  const url = await serve((request, response) => response.end(JSON.stringify(request.headers)));
  const one = transportFor(`${url}/api`, HEADERS);
  for (const authorization of [credentials('ada', 'secret'), credentials('ada', 'wrong'), none]) {
    const exchange = await one.send({ ...get(`${url}/anything`), authorization });
    expect(JSON.parse(bodyOf(exchange))).toMatchObject({ 'x-api-key': 'k-123456', 'user-agent': 'our agent' });
    expect(exchange.request.headers).toMatchObject({ 'x-api-key': '(redacted)', 'user-agent': '(redacted)' });
    expect(JSON.stringify(exchange.request)).not.toContain('k-123456');
  }
});

test('no other origin sees them: another port, another scheme, where a redirect leads', async ({ serve, transportFor }) => {
  const seen: unknown[] = [];
  const other = await serve((request, response) => {
    seen.push(request.headers['x-api-key'], request.headers['user-agent']);
    response.end();
  });
  const url = await serve((_request, response) => response.writeHead(302, { location: other }).end());
  const one = transportFor(url, HEADERS);
  expect(answerOf(await one.send(get(url))).status).toBe(302);
  expect(seen).toEqual([]);
  answerOf(await one.send(get(other)));
  answerOf(await transportFor(other.replace('http:', 'https:'), HEADERS).send(get(other)));
  expect(seen).toEqual([undefined, OWN, undefined, OWN]);
});
