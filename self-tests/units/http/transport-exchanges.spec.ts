import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { credentials } from '../../../src/http/authorization.ts';
import { answerOf, bodyOf, expect, get, test } from './fixtures.ts';

for (const path of [
  '/events/%2E%2E',
  '/events/..',
  '/a/../b//c',
  '/events/a%2fb%2Fc',
  '/events/%00',
  '/%C3%A9?p[]=a&p={b}|"',
  '/?',
  '/a?b=/../c',
]) {
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
    const error = await transport()
      .send(get(url))
      .then(
        () => null,
        (reason: unknown) => reason,
      );
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).not.toContain('secret');
  });
}

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
    'user-agent': 'customer-engagement-conformance',
  });
  expect(exchange.request.headers.authorization).toBe('Basic (credentials)');
  expect(JSON.stringify(exchange)).not.toContain(btoa('ann:p:w'));
});

test('headers can be replaced and left out; credentials are not among them', async ({ serve, transport }) => {
  const url = await serve((request, response) => response.end(JSON.stringify(request.headers)));
  const exchange = await transport().send({
    ...get(url),
    method: 'POST',
    body: 'x',
    headers: { 'Content-Type': 'text/plain', Accept: null },
  });
  const received = JSON.parse(bodyOf(exchange));
  expect(received).toMatchObject({ 'content-type': 'text/plain' });
  expect(received).not.toHaveProperty('accept');
  expect(exchange.request.headers).toEqual({
    'accept-encoding': 'gzip, deflate, br',
    'content-type': 'text/plain',
    'user-agent': 'customer-engagement-conformance',
  });
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
    expect((await transport().send(get(url))).failure).toMatchObject({
      kind: 'malformed',
      status: 200,
      message: expect.stringContaining('does not decode'),
    });
  });

test('an empty body with a content coding is empty', async ({ serve, transport }) => {
  const url = await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end());
  expect(bodyOf(await transport().send(get(url)))).toBe('');
});
