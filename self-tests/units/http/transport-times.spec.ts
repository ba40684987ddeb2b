import { Deadline } from '../../../src/http/limits.ts';
import { Pacer } from '../../../src/http/pacer.ts';
import { LimitReached } from '../../../src/settings/not-assessed.ts';
import { answerOf, expect, get, jumpingClock, test } from './fixtures.ts';

const IN_ONE_SECOND = { date: 'Sun, 06 Nov 1994 08:49:37 GMT', 'retry-after': 'Sun, 06 Nov 1994 08:49:38 GMT' };

for (const [title, status, headers] of [
  ['429 with seconds', 429, { 'retry-after': '1' }],
  ['503 with seconds', 503, { 'retry-after': '1' }],
  ['503 with a date', 503, IN_ONE_SECOND],
  ['503 with no time that can be read', 503, { 'retry-after': 'soon' }],
  ['429 without a time', 429, {}],
] as const)
  test(`${title} is waited out, and the wait is no part of the duration`, async ({ serveStatuses, transport }) => {
    const server = await serveStatuses([status, headers], [200]);
    const clock = jumpingClock();
    const exchange = await transport({ clock }).send(get(server.url));
    expect(answerOf(exchange).status).toBe(200);
    expect(exchange).toMatchObject({ waits: [{ status, milliseconds: 1000 }], durationMs: 0 });
    expect(server.requests).toBe(2);
    expect(clock.slept).toEqual([1000]);
  });

for (const [title, status, headers, patienceMs, waits] of [
  ['503 without a time is taken as it is', 503, {}, 30_000, 0],
  ['another status is taken as it is', 500, { 'retry-after': '0' }, 30_000, 0],
  ['a wait beyond the limit is not begun', 429, { 'retry-after': '31' }, 30_000, 0],
  ['who puts off whatever is asked is taken at its word', 429, { 'retry-after': '0' }, 6200, 5],
] as const)
  test(title, async ({ serveStatuses, transport }) => {
    const server = await serveStatuses([status, headers]);
    const exchange = await transport({ patienceMs, clock: jumpingClock() }).send(get(server.url));
    expect(answerOf(exchange).status).toBe(status);
    expect(exchange.waits).toHaveLength(waits);
    expect(server.requests).toBe(waits + 1);
  });

test('requests that are all put off share the patience, and a request that is taken renews it', async ({ serve, transport }) => {
  let isTaken = false;
  const url = await serve((_request, response) => response.writeHead(isTaken ? 200 : 429).end());
  const clock = jumpingClock();
  const one = transport({ patienceMs: 10_000, clock });
  const waitsOf = async () => (await one.send(get(url))).waits.length;
  const waits = [];
  for (let time = 0; time < 5; time += 1) waits.push(await waitsOf());
  expect(waits).toEqual([4, 0, 0, 0, 0]);
  isTaken = true;
  expect(await waitsOf()).toBe(0);
  isTaken = false;
  expect(await waitsOf()).toBe(4);
});

test('several that wait for the same wait once', async ({ serveStatuses, transport }) => {
  const later = [429, { 'retry-after': '1' }] as const;
  const { url } = await serveStatuses(later, later, later, [200]);
  const one = transport();
  const exchanges = await Promise.all([1, 2, 3].map(() => one.send(get(url))));
  expect(exchanges.map((exchange) => answerOf(exchange).status)).toEqual([200, 200, 200]);
  expect(exchanges.flatMap(({ waits }) => waits)).toHaveLength(1);
});

test('while one request waits, others to the origin hold back, and those to another do not', async ({ serve, transport }) => {
  const seen: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    seen.push(request.url);
    response.writeHead(seen.length === 1 ? 429 : 200, { 'retry-after': '1' }).end();
  });
  const other = await serve((_request, response) => response.end());
  let time = 0;
  let wake = () => {};
  const opened = new Promise<void>((resolve) => (wake = resolve));
  let fallAsleep = () => {};
  const asleep = new Promise<void>((resolve) => (fallAsleep = resolve));
  const sleepUntil = () => {
    fallAsleep();
    return opened;
  };
  const one = transport({ clock: { now: () => time, sleepUntil } });
  const first = one.send(get(`${url}/a`));
  await asleep;
  const held = ['/b', '/c'].map((path) => one.send(get(url + path)));
  answerOf(await one.send(get(other)));
  expect(seen).toEqual(['/a']);
  time = 1000;
  wake();
  const exchanges = await Promise.all([first, ...held]);
  expect(exchanges.map(({ waits }) => waits.length)).toEqual([1, 0, 0]);
});

const { signal } = new AbortController();

test('turns are spaced evenly, and nothing is saved up while idle', async () => {
  const clock = jumpingClock();
  const pacer = new Pacer(20, clock);
  for (let turn = 0; turn < 4; turn += 1) await pacer.turn(signal);
  expect(clock.slept).toEqual([0, 50, 100, 150]);
  await clock.sleepUntil(1000, signal);
  for (let turn = 0; turn < 3; turn += 1) await pacer.turn(signal);
  expect(clock.slept.slice(5)).toEqual([1000, 1050, 1100]);
});

test('a pace is learned from what is refused again after more was accepted, and from no single burst or lock', async () => {
  const clock = jumpingClock();
  const pacer = new Pacer(null, clock);
  const accepted = async (from: number) => {
    for (let index = 0; index < 20; index += 1) {
      await clock.sleepUntil(from + index, signal);
      pacer.answered(from + index);
    }
  };
  await accepted(1000);
  // One burst: both were sent before the first was refused.
  expect([pacer.refused(1015), pacer.refused(1016)]).toEqual([false, false]);
  await clock.sleepUntil(1500, signal);
  // What was accepted since was sent before.
  pacer.answered(1014);
  expect(pacer.refused(1400)).toBe(false);
  await accepted(2100);
  expect(pacer.refused(2119)).toBe(true);
  const before = clock.slept.length;
  for (let turn = 0; turn < 3; turn += 1) await pacer.turn(signal);
  // Nine tenths of the twenty that were taken in a second.
  expect(Math.round((clock.slept[before + 2] ?? 0) - (clock.slept[before + 1] ?? 0))).toBe(Math.round(1000 / 18));
  expect(pacer.learned).toBeNull();
});

test('a learned pace doubles each second until it is refused again: then what was taken is the limit', async () => {
  const clock = jumpingClock();
  /** Sends as the pace allows, to a target that takes so many a second. */
  const sendFor = async (pacer: Pacer, seconds: number, most: number) => {
    let taken: number[] = [];
    const end = clock.now() + 1000 * seconds;
    while (clock.now() < end) {
      // Several wait, or a quicker pace would not be tried.
      await Promise.all([pacer.turn(signal), pacer.turn(signal)]);
      taken = taken.filter((at) => at > clock.now() - 1000);
      const fits = taken.length + 2 <= most;
      if (fits) for (const _turn of [1, 2]) taken.push(clock.now()) && pacer.answered(clock.now());
      else pacer.refused(clock.now());
      await clock.sleepUntil(clock.now() + (fits ? 1 : 1000), signal);
    }
    return pacer.learned;
  };
  expect(await sendFor(new Pacer(null, clock), 30, 40)).toBe(36);
  expect(await sendFor(new Pacer(null, clock), 30, 5000)).toBeNull();
});

test('what is refused as often at a quarter of the pace is not refused for the pace', async () => {
  const clock = jumpingClock();
  const pacer = new Pacer(null, clock);
  const sent: number[] = [];
  for (let number = 1; number <= 2000; number += 1) {
    await Promise.all([pacer.turn(signal), pacer.turn(signal)]);
    await clock.sleepUntil(clock.now() + 2, signal);
    sent.push(clock.now());
    if (number % 40 === 0) pacer.refused(clock.now());
    else pacer.answered(clock.now());
  }
  expect(pacer.learned).toBeNull();
  // At the end two milliseconds apart, as without a pace.
  expect(sent.slice(-100).map((at, index, all) => Math.round(at - (all[index - 1] ?? at - 2)))).toEqual(Array(100).fill(2));
});

test('every sending takes a turn, to whichever origin, and a repeated one too', async ({ serveStatuses, transport }) => {
  const servers = [await serveStatuses([429, { 'retry-after': '0' }], [200]), await serveStatuses([200])];
  const clock = jumpingClock();
  const one = transport({ maxRps: 50, clock });
  await Promise.all([0, 1, 0, 1].map((index) => one.send(get(servers[index]?.url ?? ''))));
  expect(servers[0]?.requests).toBe(3);
  // The shortest wait for a 429 is 200 ms: at the gate, then for the turn.
  expect(clock.slept).toEqual([0, 20, 40, 60, 260, 260]);
});

const SOON_MS = 400;
const soon = () => new Deadline(SOON_MS / 60_000, Date.now() + SOON_MS);
const over = () => new Deadline(0.5, Date.now() - 1);

test('past the end nothing is sent, and the reason names the limit', async ({ serveStatuses, transport }) => {
  const server = await serveStatuses([200]);
  const late = transport({ deadline: over() }).send(get(server.url));
  await expect(late).rejects.toMatchObject({ message: 'The run reached its limit of 0.5 minutes', variables: ['CES_MAX_MINUTES'] });
  await expect(late).rejects.toBeInstanceOf(LimitReached);
  expect(server.requests).toBe(0);
});

test('a wait that the run has no time for is not begun', async ({ serveStatuses, transport }) => {
  const server = await serveStatuses([429, { 'retry-after': '20' }]);
  expect(answerOf(await transport({ deadline: soon() }).send(get(server.url))).status).toBe(429);
  expect(server.requests).toBe(1);
});

test('those that wait for their turn are let go at the end', async ({ serveStatuses, transport }) => {
  const server = await serveStatuses([200]);
  const one = transport({ maxRps: 10, deadline: soon() });
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => one.send(get(server.url))));
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(rejected.every(({ reason }) => reason instanceof LimitReached)).toBe(true);
  expect(server.requests + rejected.length).toBe(100);
  expect(server.requests).toBeLessThanOrEqual(5);
});

test('a request under way has a second to end, and fails with a time-out after that', async ({ serve, transport }) => {
  const url = await serve((request, response) => {
    if (request.url === '/slow') setTimeout(() => response.end('late'), SOON_MS + 200);
  });
  const one = transport({ deadline: soon(), timeoutMs: 60_000 });
  const begin = performance.now();
  const [slow, hanging] = await Promise.all([one.send(get(`${url}/slow`)), one.send(get(`${url}/hanging`))]);
  expect(answerOf(slow).status).toBe(200);
  expect(hanging.failure?.kind).toBe('timeout');
  expect(performance.now() - begin).toBeGreaterThan(SOON_MS + 900);
});
