import { setImmediate } from 'node:timers/promises';
import { Deadline } from '../../../src/http/limits.ts';
import { Pacer } from '../../../src/http/pacer.ts';
import { LimitReached } from '../../../src/settings/not-assessed.ts';
import { answerOf, expect, get, jumpingClock, test } from './fixtures.ts';

const { signal } = new AbortController();

test('turns are spaced evenly, and nothing is saved up while idle', async () => {
  const clock = jumpingClock();
  const pacer = new Pacer(20, clock);
  for (let turn = 0; turn < 4; turn += 1) await pacer.turn(signal);
  expect(clock.slept).toEqual([0, 51, 102, 153]);
  await clock.sleepUntil(1000, signal);
  for (let turn = 0; turn < 3; turn += 1) await pacer.turn(signal);
  expect(clock.slept.slice(5)).toEqual([1000, 1051, 1102]);
});

test('requests at once take as many turns, before them and behind them', async () => {
  const clock = jumpingClock();
  const pacer = new Pacer(20, clock);
  for (const atOnce of [1, 3, 1]) await pacer.turn(signal, atOnce);
  expect(clock.slept).toEqual([0, 153, 306]);
});

test('turns that are due at once, after a pause of this machine, are spaced all the same', async () => {
  let time = 0;
  const asleep: { readonly until: number; readonly wake: () => void }[] = [];
  const sleepUntil = (until: number) => new Promise<void>((wake) => (until <= time ? wake() : asleep.push({ until, wake })));
  const pacer = new Pacer(20, { now: () => time, sleepUntil });
  const gone: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) void pacer.turn(signal).then(() => gone.push(time));
  for (await setImmediate(), time = 1000; asleep.length > 0; await setImmediate()) {
    const [next] = asleep.sort((one, other) => one.until - other.until).splice(0, 1);
    time = Math.max(time, next?.until ?? 0);
    next?.wake();
  }
  expect(gone).toEqual([0, 1000, 1051, 1102]);
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
  expect(Math.round((clock.slept[before + 2] ?? 0) - (clock.slept[before + 1] ?? 0))).toBe(Math.round(1020 / 18));
  expect(pacer.learned).toBeNull();
});

test('a pace that was set is not lowered without end where others take most of what a target allows', async () => {
  const clock = jumpingClock();
  const pacer = new Pacer(16, clock);
  for (let refusal = 0; refusal < 40; refusal += 1) {
    for (let turn = 0; turn < 3; turn += 1) {
      await pacer.turn(signal);
      pacer.answered(clock.now());
    }
    await pacer.turn(signal);
    pacer.refused(clock.now());
    await clock.sleepUntil(clock.now() + 1000, signal);
  }
  const before = clock.slept.length;
  for (let turn = 0; turn < 2; turn += 1) await pacer.turn(signal);
  expect((clock.slept[before + 1] ?? 0) - (clock.slept[before] ?? 0)).toBeLessThanOrEqual(4 * 64);
  expect(pacer.learned).toBeNull();
});

test('no pace is learned from an account that is locked for two seconds, again and again', async () => {
  const clock = jumpingClock();
  const pacer = new Pacer(null, clock);
  for (let from = 1000; from < 10_000; from += 2600) {
    for (let at = from; at < from + 500; at += 25) {
      await clock.sleepUntil(at, signal);
      pacer.answered(at);
    }
    // Put off, and so again a second later.
    for (const at of [from + 500, from + 501, from + 1550, from + 1551]) {
      await clock.sleepUntil(at, signal);
      expect(pacer.refused(at)).toBe(false);
    }
  }
  expect(pacer.isPaced).toBe(false);
});

/** Sends as the pace allows, some at once, to a target that takes so many a second. */
async function sendFor(pacer: Pacer, clock: ReturnType<typeof jumpingClock>, seconds: number, most: number, atOnce = 2, latencyMs = 1) {
  let taken: number[] = [];
  const end = clock.now() + 1000 * seconds;
  while (clock.now() < end) {
    // Several wait, or a quicker pace would not be tried.
    await Promise.all(Array.from({ length: atOnce }, () => pacer.turn(signal)));
    taken = taken.filter((at) => at > clock.now() - 1000);
    const fits = taken.length + atOnce <= most;
    if (fits) for (let turn = 0; turn < atOnce; turn += 1) taken.push(clock.now()) && pacer.answered(clock.now());
    else pacer.refused(clock.now());
    await clock.sleepUntil(clock.now() + (fits ? latencyMs : 1000), signal);
  }
  return pacer.learned;
}

test('a learned pace doubles each second until it is refused again: then what was taken is the limit', async () => {
  const clock = jumpingClock();
  expect(await sendFor(new Pacer(null, clock), clock, 12, 40)).toBe(36);
  expect(await sendFor(new Pacer(null, clock), clock, 30, 5000)).toBeNull();
});

test('a learned pace that is not refused for long grows in small steps', async () => {
  const clock = jumpingClock();
  const pacer = new Pacer(null, clock);
  expect(await sendFor(pacer, clock, 12, 40)).toBe(36);
  // Some who shared the limit are gone.
  expect(await sendFor(pacer, clock, 30, 80)).toBeGreaterThan(50);
});

test('a pace that grew beyond what was sent is no measure of how far it was lowered', async () => {
  const clock = jumpingClock();
  const pacer = new Pacer(null, clock);
  await sendFor(pacer, clock, 2, 40);
  // Each takes long, so there are eighty a second, whatever the pace.
  await sendFor(pacer, clock, 3, 1000, 8, 100);
  expect(await sendFor(pacer, clock, 8, 40)).toBeGreaterThan(30);
});

test('what is refused as often at a quarter of the pace is not refused for the pace', async () => {
  const clock = jumpingClock();
  const pacer = new Pacer(null, clock);
  const sent: number[] = [];
  for (let number = 1; number <= 2000; number += 1) {
    await Promise.all([pacer.turn(signal), pacer.turn(signal)]);
    await clock.sleepUntil(clock.now() + 2, signal);
    sent.push(clock.now());
    pacer.answered(clock.now());
    if (number % 20 === 0) pacer.refused(clock.now());
    else pacer.answered(clock.now());
  }
  expect(pacer.learned).toBeNull();
  // At the end two milliseconds apart, as without a pace.
  expect(sent.slice(-100).map((at, index, all) => Math.round(at - (all[index - 1] ?? at - 2)))).toEqual(Array(100).fill(2));
});

test('every sending takes a turn, and none goes before the time that its origin asked for', async ({ serveStatuses, transport }) => {
  const servers = [await serveStatuses([429]), await serveStatuses([200])];
  const clock = jumpingClock();
  const one = transport({ maxRps: 50, clock });
  const [first] = await Promise.all([0, 1, 0, 1].map((index) => one.send(get(servers[index]?.url ?? ''))));
  // All turns are taken at once, so that the clock jumps to the last: those that are due then are spaced anew.
  expect(clock.slept.map(Math.round)).toEqual([0, 20, 41, 61, 82, 102, 122]);
  expect([first && one.putOff(first, 200), first && one.putOff(first, 200)]).toEqual([true, false]);
  for (const server of servers.toReversed()) await one.send(get(server.url));
  expect(clock.slept.slice(7).map(Math.round)).toEqual([122, 143, 322, 322]);
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

test('what waits for itself is ended some time after the run, and nothing sooner', async () => {
  await expect(over().overdue(1)).rejects.toThrow('did not end when the time of the run was over');
  expect(await Promise.race([new Deadline(1, Date.now() + 60_000).overdue(1), Promise.resolve('not yet')])).toBe('not yet');
});
