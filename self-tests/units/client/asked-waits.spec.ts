import { AskedWaits, retryAfterMs } from '../../../src/client/asked-waits.ts';
import { Deadline } from '../../../src/http/limits.ts';
import type { Transport } from '../../../src/http/transport.ts';
import { expectCalls } from '../../transcript.ts';
import { answerOf, expect, get, jumpingClock, test } from '../http/fixtures.ts';
import { ASK } from './asks.ts';

/** Sends to this URL, as often as is worth it. */
function sender(transport: Transport, url: string, patienceMs = 30_000) {
  const waits = new AskedWaits(transport, patienceMs);
  return () => waits.waitOut(ASK, (going) => transport.send({ ...get(url), ...going }));
}

for (const [title, status, headers] of [
  ['429 with seconds', 429, { 'retry-after': '1' }],
  ['503 with seconds', 503, { 'retry-after': '1' }],
  ['503 with a date', 503, { date: 'Sun, 06 Nov 1994 08:49:37 GMT', 'retry-after': 'Sun, 06 Nov 1994 08:49:38 GMT' }],
  ['403 with seconds to good credentials', 403, { 'retry-after': '1' }],
  ['403 with milliseconds', 403, { 'retry-after-ms': '1000' }],
  ['403 with nothing left of a limit', 403, { ratelimit: '"default";r=0;t=1' }],
  ['403 with nothing left of a limit, as it was written before', 403, { ratelimit: 'limit=9, remaining=0, reset=1' }],
  ['503 with no time that can be read', 503, { 'retry-after': 'soon' }],
  ['429 without a time', 429, {}],
] as const)
  test(`${title} is waited out, and the wait is no part of the duration`, async ({ serveStatuses, transport }) => {
    const server = await serveStatuses([status, headers], [200]);
    const clock = jumpingClock();
    const exchange = await sender(transport({ clock }), server.url)();
    expect(answerOf(exchange).status).toBe(200);
    expect(exchange).toMatchObject({ waits: [{ status, milliseconds: 1000 }], durationMs: 0 });
    expect(server.requests).toBe(2);
    expect(clock.slept).toEqual([1000]);
  });

const ROWS: readonly (readonly [title: string, status: number, headers: Record<string, string>, patienceMs: number, waits: number[]])[] = [
  ['503 without a time is taken as it is', 503, {}, 30_000, []],
  ['another status is taken as it is', 500, { 'retry-after': '0' }, 30_000, []],
  ['who puts off whatever is asked is taken at its word', 429, { 'retry-after': '0' }, 6200, [200, 400, 800, 1600, 3200]],
  ['without a time, waits double while the run is patient', 429, {}, 31_000, [1000, 2000, 4000, 8000, 16_000]],
  ['a wait longer than the patience is waited out five times', 429, { 'retry-after': '60' }, 1000, Array(5).fill(60_000)],
  ['no time at all is no long wait', 429, { 'retry-after': '0' }, 0, [200, 400, 800, 1600, 3200]],
];
for (const [title, status, headers, patienceMs, waits] of ROWS)
  test(title, async ({ serveStatuses, transport }) => {
    const server = await serveStatuses([status, headers]);
    const deadline = new Deadline(60, Date.now() + 3_600_000);
    const exchange = await sender(transport({ clock: jumpingClock(), deadline }), server.url, patienceMs)();
    expect(answerOf(exchange).status).toBe(status);
    expect(exchange.waits.map(({ milliseconds }) => milliseconds)).toEqual(waits);
    expect(server.requests).toBe(waits.length + 1);
  });

test('a wait that the run has no time for is not begun', async ({ serveStatuses, transport }) => {
  const server = await serveStatuses([429, { 'retry-after': '20' }]);
  const deadline = new Deadline(0.1, Date.now() + 6000);
  expect(answerOf(await sender(transport({ deadline }), server.url)()).status).toBe(429);
  expect(server.requests).toBe(1);
});

test('an endpoint that is not available for long is waited for by nobody, where another is answered', async ({ serve, transport }) => {
  const url = await serve(({ url: path }, response) =>
    path === '/away' ? response.writeHead(503, { 'retry-after': '120' }).end() : response.writeHead(200).end(),
  );
  const to = transport({ clock: jumpingClock() });
  const waits = new AskedWaits(to, 30_000);
  const ask = (path: string) => waits.waitOut({ ...ASK, route: path }, (going) => to.send({ ...get(`${url}${path}`), ...going }));
  const [away] = await Promise.all([ask('/away'), ask('/there')]);
  expect(answerOf(away).status).toBe(503);
  expect(away.waits).toEqual([]);
});

test('requests that are all put off share the patience, and a request that is taken renews it', async ({ serve, transport }) => {
  let isTaken = false;
  const url = await serve((_request, response) => response.writeHead(isTaken ? 200 : 429).end());
  const send = sender(transport({ clock: jumpingClock() }), url, 10_000);
  const waits = [];
  for (let time = 0; time < 3; time += 1) waits.push((await send()).waits.length);
  expect(waits).toEqual([3, 2, 0]);
  isTaken = true;
  expect((await send()).waits).toEqual([]);
  isTaken = false;
  expect((await send()).waits).toHaveLength(3);
});

test('who was put off twice goes with nothing beside it', async ({ serveStatuses, transport }) => {
  const later = [429, { 'retry-after': '0' }] as const;
  const { url } = await serveStatuses(later, later, later, [200]);
  const alone: (boolean | undefined)[] = [];
  const one = transport({ clock: jumpingClock() });
  await new AskedWaits(one, 30_000).waitOut(ASK, (going) => {
    alone.push(going.alone);
    return one.send({ ...get(url), ...going });
  });
  expect(alone).toEqual([undefined, undefined, true, true]);
});

test('what names no time is tried alone at once where others were under way: a number at once is no pace', async ({ serve, transport }) => {
  let [underWay, most] = [0, 2];
  const url = await serve(async (_request, response) => {
    underWay += 1;
    response.writeHead(underWay > most ? 429 : 200);
    await new Promise((resolve) => setTimeout(resolve, 20));
    response.end(() => {
      underWay -= 1;
    });
  });
  const one = transport();
  const waits = new AskedWaits(one, 2000);
  const send = () => waits.waitOut(ASK, (going) => one.send({ ...get(url), ...going }));
  const all = await Promise.all(Array.from({ length: 30 }, send));
  expect(all.flatMap(({ answer, waits: waited }) => [answer?.status, ...waited])).toEqual(Array(30).fill(200));
  expect(one.limitsOf(url)).toEqual({ connections: 2, rps: null });
  most = 0;
  expect((await Promise.all([send(), send()])).flatMap(({ waits: waited }) => waited).length).toBeGreaterThan(0);
});

test('several that wait for the same wait once', async ({ serveStatuses, transport }) => {
  const later = [429, { 'retry-after': '1' }] as const;
  const { url } = await serveStatuses(later, later, later, [200]);
  const send = sender(transport(), url);
  const exchanges = await Promise.all([1, 2, 3].map(() => send()));
  expect(exchanges.map((exchange) => answerOf(exchange).status)).toEqual([200, 200, 200]);
  expect(exchanges.flatMap(({ waits }) => waits)).toHaveLength(1);
});

// A date without a zone means GMT, wherever the suite runs.
const zone = process.env.TZ;
test.beforeAll(() => {
  process.env.TZ = 'Asia/Tokyo';
});
test.afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const NOW = Date.UTC(1994, 10, 6, 8, 49, 7);

test('how long a field asks to wait was approved', () =>
  expectCalls('client/retry-after.txt', { retryAfterMs: (headers: Record<string, string>) => retryAfterMs(headers, NOW) }));
