import { brotliCompressSync } from 'node:zlib';
import { expect, get, test } from './fixtures.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const LONGER = 'Content-Length: 300\r\n\r\nhello, world';
const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n';
const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n';
const coded = (coding: string) => `${OK}Content-Encoding: ${coding}\r\nContent-Length: 5\r\n\r\nhello`;

/** What a server does with the first request's connection, and what the exchange has to say of it. */
const MISBEHAVIOURS: readonly (readonly [title: string, answer: string, found: RegExp])[] = [
  ['closes within the head', 'HTTP/1.1 200 OK\r\nContent-', /^reset null: .*in the middle of the head/],
  ['closes within a body of known length', `${OK}${LONGER}`, /^reset 200: .*after 12 of 300 bytes of the body/],
  ['closes so, as announced', `${OK}Connection: close\r\n${LONGER}`, /^reset 200: .*after 12 of 300 bytes/],
  ['closes within a chunked body', `${OK}${CHUNKED}5\r\nhello\r\n`, /^reset 200: .*after 5 bytes of the body/],
  ['closes within chunks, as announced', `${OK}Connection: close\r\n${CHUNKED}5\r\nhello\r\n`, /^reset 200: .*after 5 bytes of the body/],
  [
    'says too short a length',
    `${OK}Content-Length: 5\r\n\r\nhello, world`,
    /^malformed 200: more bytes follow the 5 that Content-Length announces/,
  ],
  ['goes on behind the last chunk', `${OK}${CHUNKED}2\r\nok\r\n0\r\n\r\nmore`, /^malformed 200: more bytes follow the last chunk/],
  ['breaks the chunks', `${OK}${CHUNKED}nonsense\r\n`, /^malformed 200: what came after 0 bytes of the body is not HTTP\/1\.1/],
  ['switches protocols unasked', SWITCH, /^malformed null: .*it switches protocols \(101\), though nobody asked for it/],
  ['puts NUL into a field', `${OK}X-Name: a\u0000b\r\n\r\n`, /^malformed null: what came is not HTTP\/1\.1: .*header value/],
  ['gives its length twice alike', `${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`, /^malformed null: .*such as a second length/],
  ['gives a length beside chunks', `${OK}Content-Length: 2\r\n${CHUNKED}2\r\nok\r\n0\r\n\r\n`, /^malformed null: .*is not HTTP\/1\.1/],
  ['puts a bare CR into a field', `${OK}X-Name: a\rSet-Cookie: b=c\r\n\r\n`, /^malformed null: what came is not HTTP\/1\.1/],
  ['corrupts gzip', coded('gzip'), /^malformed 200: the content coding gzip does not decode: .*\(Z_DATA_ERROR\)/],
  ['uses an unknown coding', coded('toString'), /^malformed 200: the content coding "tostring" was not asked for/],
  ['codes six times', coded('gzip,gzip,gzip,gzip,gzip,gzip'), /^malformed 200: .*6 content codings, more than 5/],
];

for (const [title, answer, found] of MISBEHAVIOURS)
  test(`a target that ${title} is reported as such`, async ({ serveEach, transport }) => {
    const closes = found.source.startsWith('^reset');
    const { url } = await serveEach((socket) => (closes ? socket.end(answer) : socket.write(answer)));
    const exchange = await transport().send(get(url));
    expect(exchange.answer).toBeNull();
    const { kind, status, message, ...more } = exchange.failure ?? {};
    expect(`${kind} ${status}: ${message}`).toMatch(found);
    expect(more).toEqual({});
  });

test('a name that does not resolve is refused', async ({ transport }) => {
  const { failure } = await transport().send(get('http://no-such-host.invalid/'));
  expect(failure).toMatchObject({ kind: 'refused', message: expect.stringMatching(/\(E(NOTFOUND|AI_AGAIN|AI_FAIL)\)$/) });
});

test('a body that trickles for ever is a timeout of the whole', async ({ serveEach, transport }) => {
  const { url } = await serveEach((socket) => {
    socket.write(`${OK}Content-Length: 1000\r\n\r\n`);
    const drip = setInterval(() => socket.write('x'), 20);
    socket.once('close', () => clearInterval(drip));
  });
  const { failure } = await transport().send({ ...get(url), timeoutMs: 300 });
  expect(failure).toMatchObject({
    kind: 'timeout',
    status: 200,
    message: expect.stringMatching(
      /^no complete answer within 300 ms \(a share of CES_TIMEOUT_MS\): it stood after \d+ of 1,000 bytes of the body$/,
    ),
  });
});

test('a TLS handshake that never ends is a timeout without a connection, and given up', async ({ serveRaw, transport }) => {
  let closed: Promise<unknown> | null = null;
  const url = await serveRaw((socket) => {
    closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
  });
  const { failure } = await transport({ timeoutMs: 100 }).send(get(url.replace('http:', 'https:')));
  expect(failure).toEqual({ kind: 'timeout', status: null, message: 'no connection within 100 ms (CES_TIMEOUT_MS)' });
  expect(closed).not.toBeNull();
  await closed;
});

for (const [bytes, excessive] of [
  [100_000, undefined],
  [100_001, true],
] as const)
  test(`${bytes} bytes where 1,000 are read are ${excessive ? 'beyond all measure' : 'merely not read'}`, async ({ serve, transport }) => {
    const packed = brotliCompressSync(Buffer.alloc(bytes, ' '));
    const url = await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'br' }).end(packed));
    const { failure } = await transport({ maxBodyBytes: 1000 }).send(get(url));
    expect([failure?.kind, failure?.excessive]).toEqual(['unread', excessive]);
    expect(failure?.message).toContain(`larger than ${excessive ? '100,000' : '1,000'} bytes`);
  });

test('a body of exactly the limit is taken', async ({ serve, transport }) => {
  const url = await serve((_request, response) => response.end('x'.repeat(1000)));
  expect((await transport({ maxBodyBytes: 1000 }).send(get(url))).answer?.body).toHaveLength(1000);
  expect((await transport({ maxBodyBytes: 999 }).send(get(url))).failure).toEqual({
    kind: 'unread',
    status: 200,
    message: 'the body has 1,000 bytes, more than the 999 that are read (CES_MAX_BODY_BYTES)',
    variable: 'CES_MAX_BODY_BYTES',
  });
});

test('failure messages are redacted', async ({ serveRaw, transport }) => {
  const url = await serveRaw((socket) => socket.end());
  const { failure } = await transport({ redact: (text) => text.replaceAll('connection', '***') }).send(get(url));
  expect(failure?.message).toMatch(/^the \*\*\* was closed/);
});

test('closing ends what is under way, and what waits', async ({ serveEach, transport }) => {
  let arrived = () => {};
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const { url } = await serveEach(() => arrived());
  const one = transport({ maxRps: 0.01 });
  const exchanges = Promise.all([one.send(get(url)), one.send(get(url))]);
  await reached;
  await one.close();
  expect((await exchanges).map(({ failure }) => failure?.kind)).toEqual(['reset', 'reset']);
  await expect(one.send(get(url))).rejects.toThrow('the transport is closed');
});
