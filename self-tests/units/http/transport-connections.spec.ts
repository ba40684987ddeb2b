import type { Socket } from 'node:net';
import { answerOf, bodyOf, expect, get, jumpingClock, test } from './fixtures.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

for (const [title, options] of [
  ['a connection is kept and used again', {}],
  ['pacing opens no more connections than it needs', { maxRps: 50, clock: jumpingClock() }],
] as const)
  test(title, async ({ serveEach, transport }) => {
    const server = await serveEach(OK);
    const one = transport(options);
    for (let count = 0; count < 10; count += 1) answerOf(await one.send(get(server.url)));
    expect(server.connections).toBe(1);
  });

test('a request may ask for a connection that has carried none before', async ({ serveEach, transport }) => {
  const server = await serveEach(OK);
  const one = transport();
  for (const [freshConnection, connections] of [
    [false, 1],
    [true, 2],
    [false, 2],
  ] as const) {
    answerOf(await one.send({ ...get(server.url), freshConnection }));
    expect(server.connections).toBe(connections);
  }
});

test('requests of one pipeline go over one connection before the first is answered, which then closes', async ({ serveRaw, transport }) => {
  const answer = (path: string) => `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n${path}`;
  let isClosed = false;
  const url = await serveRaw((socket) => {
    const paths: string[] = [];
    socket.on('close', () => {
      isClosed = true;
    });
    socket.on('data', (bytes) => {
      paths.push(...(bytes.toString().match(/(?<=^GET )\/\w/gm) ?? []));
      if (paths.length === 2) socket.write(paths.map(answer).join(''));
    });
  });
  const one = transport();
  const pipeline = { left: 2 };
  const exchanges = await Promise.all(['/a', '/b'].map((path) => one.send({ ...get(`${url}${path}`), pipeline })));
  expect(exchanges.map(bodyOf)).toEqual(['/a', '/b']);
  await expect.poll(() => isClosed).toBe(true);
});

for (const how of ['end', 'resetAndDestroy'] as const)
  test(`a used connection that is closed (${how}) is no fault, and the request goes out once more`, async ({ serveEach, transport }) => {
    const server = await serveEach((socket, { ofConnection }) => (ofConnection === 1 ? socket.write(OK) : socket[how]()));
    const one = transport();
    for (let count = 0; count < 3; count += 1) expect(bodyOf(await one.send(get(server.url)))).toBe('ok');
    expect(server).toMatchObject({ requests: 5, connections: 3 });
  });

const CLOSES = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** What becomes of the second request, and how often the target saw one. */
const BROKEN: readonly (readonly [title: string, first: string, later: string, place: string, requests: number])[] = [
  ['a used connection that is closed: it goes out once more only once', OK, '', 'before any byte', 3],
  ['a used connection that is closed after the first byte: it is reported at once', OK, 'HTTP/1.1 2', 'in the middle of the head', 2],
  ['a fresh connection that is closed: it is reported at once', CLOSES, '', 'before any byte', 2],
];

for (const [title, first, later, place, requests] of BROKEN)
  test(title, async ({ serveEach, transport }) => {
    const server = await serveEach((socket, counts) => (counts.requests === 1 ? socket.write(first) : socket.end(later)));
    const one = transport();
    answerOf(await one.send(get(server.url)));
    expect((await one.send(get(server.url))).failure).toMatchObject({ kind: 'reset', message: expect.stringContaining(place) });
    expect(server.requests).toBe(requests);
  });

test('it goes out once more on a fresh connection, not on another that may be closed too', async ({ serveEach, transport }) => {
  const waiting: (() => void)[] = [];
  const server = await serveEach((socket, { connections, ofConnection }) => {
    if (connections > 2) return socket.write(OK);
    if (ofConnection > 1) return socket.end();
    // Both connections are needed at once, so that two are idle afterwards.
    waiting.push(() => socket.write(OK));
    if (waiting.length === 2) for (const answer of waiting) answer();
    return undefined;
  });
  const one = transport();
  for (const exchange of await Promise.all([one.send(get(server.url)), one.send(get(server.url))])) answerOf(exchange);
  expect(bodyOf(await one.send(get(server.url)))).toBe('ok');
  expect(server.connections).toBe(3);
});

test('once the transport is closed, the target has closed its idle connections too', async ({ serve, transport }) => {
  let open = 0;
  const counted = (socket: Socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  };
  const baseUrl = await serve((_request, response) => response.end('{}'), counted);
  const closing = transport();
  await Promise.all([1, 2, 3].map((path) => closing.send(get(`${baseUrl}/${path}`))));
  expect(open).toBe(3);
  await closing.close();
  expect(open).toBe(0);
});

test('a target that keeps its end open does not hold up the end', async ({ serveEach, transport }) => {
  const { url } = await serveEach((socket) => {
    socket.allowHalfOpen = true;
    socket.write(OK);
  });
  const closing = transport();
  await closing.send(get(url));
  await closing.close();
  await expect(closing.send(get(url))).rejects.toThrow('closed');
});
