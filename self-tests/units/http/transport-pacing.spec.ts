import { CLOCK, Pacer } from '../../../src/http/pacer.ts';
import { expect, get, jumpingClock, test } from './fixtures.ts';

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

test('without a limit nobody waits', async () => {
  const clock = jumpingClock();
  await new Pacer(null, clock).turn(signal);
  expect(clock.slept).toEqual([]);
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
  expect(pacer.learned).toBe(18);
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

test('the end of the run ends the wait for a turn', async () => {
  const pacer = new Pacer(0.001, CLOCK);
  await pacer.turn(signal);
  await expect(pacer.turn(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
});
