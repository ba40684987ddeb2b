import { connect, createServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type DelayProxy, openDelayProxy } from '../../../scripts/benchmark/delay-proxy.ts';
import { listen, portOf } from '../../servers.ts';
import { test as base, expect } from '../../test.ts';

const ROUND_TRIP_MS = 40;
/** Timers may fire a millisecond before their time. */
const EARLY_MS = 2;

const test = base.extend<{ before: (handle: (socket: Socket) => void, roundTripMs?: number) => Promise<Socket> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  before: async ({}, use) => {
    const servers: Server[] = [];
    const proxies: DelayProxy[] = [];
    const sockets: Socket[] = [];
    await use(async (handle, roundTripMs = ROUND_TRIP_MS) => {
      const server = createServer({ allowHalfOpen: true }, (socket) => {
        sockets.push(socket);
        handle(socket);
      });
      await listen(server);
      servers.push(server);
      const proxy = await openDelayProxy(portOf(server), roundTripMs);
      proxies.push(proxy);
      return connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true });
    });
    // One that does not read does not notice that its client is gone.
    for (const socket of sockets) socket.destroy();
    for (const proxy of proxies) await proxy.close();
    for (const server of servers) await new Promise((resolve) => server.close(resolve));
  },
});

test('an answer takes a round trip', async ({ before }) => {
  const socket = await before((target) => target.pipe(target));
  const begun = performance.now();
  socket.end('question');
  expect((await buffer(socket)).toString()).toBe('question');
  expect(performance.now() - begun).toBeGreaterThanOrEqual(ROUND_TRIP_MS - EARLY_MS);
});

test('what is sent in pieces comes in order, and nothing is lost', async ({ before }) => {
  const socket = await before((target) => target.pipe(target), 4);
  const pieces = Array.from({ length: 300 }, (_, index) => Buffer.alloc(30_000, index % 251));
  const echoed = buffer(socket);
  for (const piece of pieces) if (!socket.write(piece)) await new Promise((resolve) => socket.once('drain', resolve));
  socket.end();
  expect(Buffer.compare(await echoed, Buffer.concat(pieces))).toBe(0);
});

test('a client that has said all can still be answered', async ({ before }) => {
  const socket = await before((target) => target.resume().once('end', () => target.end('answer')));
  socket.end('question');
  expect((await buffer(socket)).toString()).toBe('answer');
});

test('who sends to a reader that does not read is made to wait', async ({ before }) => {
  const socket = await before((target) => target.pause(), 2);
  const waits = new Promise<void>((resolve) => {
    // The system's own buffers take some megabytes. After that nothing moves, and the socket holds what was written.
    const write = () => {
      while (socket.writableLength < 64 * 2 ** 20) socket.write(Buffer.alloc(2 ** 20));
      resolve();
    };
    socket.once('connect', write);
  });
  await waits;
  const left = await settled(() => socket.writableLength);
  expect(left).toBeGreaterThan(32 * 2 ** 20);
  socket.destroy();
});

/** The value once it has stayed the same for a while. */
async function settled(read: () => number): Promise<number> {
  for (let last = read(); ; ) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const now = read();
    if (now === last) return now;
    last = now;
  }
}

test('a connection that the target breaks is broken for the client', async ({ before }) => {
  const socket = await before((target) => target.once('data', () => target.resetAndDestroy()));
  socket.write('question');
  await expect(buffer(socket)).rejects.toThrow(/ECONNRESET/);
});
