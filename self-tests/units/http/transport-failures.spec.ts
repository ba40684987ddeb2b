import { createServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { FailureKind } from '../../../src/http/exchange.ts';
import { expect, get, onRequests, test } from './fixtures.ts';

const OK = 'HTTP/1.1 200 OK\r\n';

/** What a server does with the first request's connection, and what the exchange has to say of it. */
const MISBEHAVIOURS: readonly {
  name: string;
  answer: string | Buffer;
  after: 'end' | 'destroy' | 'hang';
  kind: FailureKind;
  status: number | null;
  message: RegExp;
}[] = [
  {
    name: 'closes without a word',
    answer: '',
    after: 'end',
    kind: 'reset',
    status: null,
    message: /closed before any byte of the answer \(UND_ERR_SOCKET\)$/,
  },
  {
    name: 'closes within the head',
    answer: 'HTTP/1.1 200 OK\r\nContent-',
    after: 'end',
    kind: 'reset',
    status: null,
    message: /in the middle of the head/,
  },
  {
    name: 'closes within a body of known length',
    answer: `${OK}Content-Length: 300\r\n\r\nhello, world`,
    after: 'end',
    kind: 'reset',
    status: 200,
    message: /after 12 of 300 bytes of the body/,
  },
  {
    name: 'closes a connection it announced to close too early',
    answer: `${OK}Connection: close\r\nContent-Length: 300\r\n\r\nhello, world`,
    after: 'end',
    kind: 'reset',
    status: 200,
    message: /after 12 of 300 bytes/,
  },
  {
    name: 'closes within a chunked body',
    answer: `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`,
    after: 'end',
    kind: 'reset',
    status: 200,
    message: /after 5 bytes of the body/,
  },
  {
    name: 'closes within a chunked body, announced',
    answer: `${OK}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`,
    after: 'end',
    kind: 'reset',
    status: 200,
    message: /after 5 bytes of the body/,
  },
  {
    name: 'speaks no HTTP',
    answer: 'SSH-2.0-OpenSSH_9.6\r\n',
    after: 'end',
    kind: 'malformed',
    status: null,
    message: /^what came is not HTTP\/1\.1: .*Expected HTTP/,
  },
  {
    name: 'breaks the chunks',
    answer: `${OK}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n`,
    after: 'end',
    kind: 'malformed',
    status: 200,
    message: /^what came after 0 bytes of the body is not HTTP\/1\.1/,
  },
  {
    name: 'switches protocols unasked',
    answer: 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    after: 'hang',
    kind: 'malformed',
    status: null,
    message: /it switches protocols \(101\), though nobody asked for it/,
  },
  {
    name: 'gives a second length',
    answer: `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`,
    after: 'hang',
    kind: 'malformed',
    status: null,
    message: /after Content-Length comes a header field that is not allowed/,
  },
  {
    name: 'puts a control character into a header field',
    answer: `${OK}X-Name: a\u0000b\r\n\r\n`,
    after: 'hang',
    kind: 'malformed',
    status: null,
    message: /^what came is not HTTP\/1\.1: .*header value/,
  },
  {
    name: 'says 100 unasked',
    answer: `HTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: 2\r\n\r\nok`,
    after: 'hang',
    kind: 'unread',
    status: null,
    message: /100 Continue came that nobody asked for/,
  },
  {
    name: 'has an endless head',
    answer: `${OK}${'X-Filler: 0123456789012345678901234567890123456789\r\n'.repeat(6000)}`,
    after: 'hang',
    kind: 'too-large',
    status: null,
    message: /head of the answer is too large/,
  },
  {
    name: 'corrupts gzip',
    answer: `${OK}Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello`,
    after: 'hang',
    kind: 'malformed',
    status: 200,
    message: /content coding gzip does not decode: .*\(Z_DATA_ERROR\)/,
  },
  {
    name: 'uses an unknown coding',
    answer: `${OK}Content-Encoding: toString\r\nContent-Length: 5\r\n\r\nhello`,
    after: 'hang',
    kind: 'malformed',
    status: 200,
    message: /content coding "tostring" was not asked for/,
  },
  {
    name: 'codes six times',
    answer: `${OK}Content-Encoding: gzip,gzip,gzip,gzip,gzip,gzip\r\nContent-Length: 5\r\n\r\nhello`,
    after: 'hang',
    kind: 'malformed',
    status: 200,
    message: /6 content codings, more than 5/,
  },
];

for (const { name, answer, after, kind, status, message } of MISBEHAVIOURS) {
  test(`a target that ${name} is ${kind}`, async ({ serveRaw, transport }) => {
    const url = await serveRaw((socket) => onRequests(socket, () => (after === 'end' ? socket.end(answer) : socket.write(answer))));
    const exchange = await transport().send(get(url));
    expect(exchange.answer).toBeNull();
    expect(exchange.failure).toEqual({ kind, status, message: expect.stringMatching(message) });
  });
}

test('a connection that is reset, not closed, is reset', async ({ serveRaw, transport }) => {
  const url = await serveRaw((socket) => onRequests(socket, () => socket.resetAndDestroy()));
  const { failure } = await transport().send(get(url));
  expect(failure).toMatchObject({ kind: 'reset', message: expect.stringContaining('before any byte of the answer (ECONNRESET)') });
});

test('a port without a server is refused', async ({ transport }) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  await new Promise((resolve) => server.close(resolve));
  const { failure } = await transport().send(get(`http://127.0.0.1:${port}/`));
  expect(failure).toEqual({ kind: 'refused', status: null, message: `no connection to http://127.0.0.1:${port} (ECONNREFUSED)` });
});

test('a name that does not resolve is refused', async ({ transport }) => {
  const { failure } = await transport().send(get('http://no-such-host.invalid/'));
  expect(failure).toMatchObject({ kind: 'refused', message: expect.stringMatching(/\(E(NOTFOUND|AI_AGAIN|AI_FAIL)\)$/) });
});

test('a target that says nothing is a timeout, and its connection is closed', async ({ serveRaw, transport }) => {
  let closed: Promise<unknown> = Promise.reject(new Error('expected a connection'));
  closed.catch(() => {});
  const url = await serveRaw((socket) => {
    closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
  });
  const { failure, durationMs } = await transport({ timeoutMs: 1050 }).send(get(url));
  expect(failure).toEqual({ kind: 'timeout', status: null, message: 'no answer within 1,050 ms' });
  expect(durationMs).toBeGreaterThanOrEqual(1040);
  await closed;
});

test('a body that trickles for ever is a timeout of the whole', async ({ serveRaw, transport }) => {
  const url = await serveRaw((socket) =>
    onRequests(socket, () => {
      socket.write(`${OK}Content-Length: 1000\r\n\r\n`);
      const drip = setInterval(() => socket.write('x'), 20);
      socket.once('close', () => clearInterval(drip));
    }),
  );
  const { failure } = await transport().send({ ...get(url), timeoutMs: 300 });
  expect(failure).toMatchObject({
    kind: 'timeout',
    status: 200,
    message: expect.stringMatching(/^no complete answer within 300 ms: it stood after \d+ of 1,000 bytes of the body$/),
  });
});

test('a TLS handshake that never ends is a timeout without a connection, and given up', async ({ serveRaw, transport }) => {
  let closed: Promise<unknown> | null = null;
  const url = await serveRaw((socket) => {
    closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
  });
  const { failure } = await transport({ timeoutMs: 100 }).send(get(url.replace('http:', 'https:')));
  expect(failure).toEqual({ kind: 'timeout', status: null, message: 'no connection within 100 ms' });
  expect(closed).not.toBeNull();
  await closed;
});

test('an endless body is too large, and its connection is closed', async ({ serveRaw, transport }) => {
  let written = 0;
  let closed: Promise<unknown> = Promise.resolve();
  const url = await serveRaw((socket) => {
    closed = new Promise((resolve) => socket.once('close', resolve));
    const block = Buffer.alloc(16_384);
    const pour = () => {
      while (!socket.destroyed && socket.write(block)) written += block.length;
    };
    onRequests(socket, () => {
      socket.write(`${OK}\r\n`);
      socket.on('drain', pour);
      pour();
    });
  });
  const { failure } = await transport({ maxBodyBytes: 100_000 }).send(get(url));
  expect(failure).toEqual({
    kind: 'too-large',
    status: 200,
    message: 'the body has no end within sight: more than the 100,000 that are read (CES_MAX_BODY_BYTES)',
    variable: 'CES_MAX_BODY_BYTES',
  });
  await closed;
  expect(written).toBeLessThan(20_000_000);
});

test('a gzip bomb is not read', async ({ serve, transport }) => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  const url = await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
  const { failure } = await transport().send(get(url));
  expect(failure).toEqual({
    kind: 'unread',
    status: 200,
    message: `the body is larger than 5,242,880 bytes once its content coding gzip is removed, from ${bomb.length.toLocaleString('en')} as sent`,
    variable: 'CES_MAX_BODY_BYTES',
  });
});

for (const [coding, pack] of [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)
  for (const [bytes, excessive] of [
    [100_000, undefined],
    [100_001, true],
  ] as const)
    test(`${bytes} bytes out of ${coding}, where 1,000 are read, are ${excessive ? 'beyond all measure' : 'merely not read'}`, async ({
      serve,
      transport,
    }) => {
      const packed = pack(Buffer.alloc(bytes, ' '));
      const url = await serve((_request, response) => response.writeHead(200, { 'content-encoding': coding }).end(packed));
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

test('a failure does not spoil the next request', async ({ serveRaw, transport }) => {
  let requests = 0;
  const url = await serveRaw((socket) =>
    onRequests(socket, () => {
      requests += 1;
      socket.write(requests === 1 ? 'garbage\r\n\r\n' : `${OK}Content-Length: 2\r\n\r\nok`);
    }),
  );
  const one = transport();
  expect((await one.send(get(url))).failure?.kind).toBe('malformed');
  expect((await one.send(get(url))).answer?.status).toBe(200);
});

test('failure messages are redacted', async ({ serveRaw, transport }) => {
  const url = await serveRaw((socket) => socket.end());
  const { failure } = await transport({ redact: (text) => text.replaceAll('connection', '***') }).send(get(url));
  expect(failure?.message).toMatch(/^the \*\*\* was closed/);
});

test('closing ends what is under way, and what waits', async ({ serveRaw, transport }) => {
  let arrived = () => {};
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const url = await serveRaw((socket) => onRequests(socket, () => arrived()));
  const one = transport({ maxRps: 0.01 });
  const exchanges = Promise.all([one.send(get(url)), one.send(get(url))]);
  await reached;
  await one.close();
  expect((await exchanges).map(({ failure }) => failure?.kind)).toEqual(['reset', 'reset']);
  await expect(one.send(get(url))).rejects.toThrow('the transport is closed');
});
