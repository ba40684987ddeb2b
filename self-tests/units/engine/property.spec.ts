import fc from 'fast-check';
import type { Judge, Property } from '../../../src/engine/property/property.ts';
import { runProperty } from '../../../src/engine/property/run-property.ts';
import { LimitReached, NotAssessed } from '../../../src/settings/not-assessed.ts';
import { expect, test } from '../../test.ts';
import { failed } from '../checks/exchanges.ts';
import { ANY, type Attempt, boundary, echoing, fails, limits, SETTINGS, tick, ticks, tried } from './echoing.ts';

test('tries the boundaries first, in order, then as many random inputs as wanted', async () => {
  const boundaries = [boundary(-1), boundary(-2)];
  const { asked, run } = await tried(echoing({ boundaries }));
  expect(asked.slice(0, 2)).toEqual([-1, -2]);
  expect(asked).toHaveLength(52);
  const outcomes = [{ requirement: 'business.name-comes-back', assessed: 52, failure: null }];
  expect(run).toEqual({ planned: 52, tried: 52, accepted: 52, refused: [], outcomes, cut: null });
  expect((await tried(echoing({ boundaries }), { runs: 0 })).asked).toEqual([-1, -2]);
});

test('shrinks to the smallest input that fails, and keeps the first', async () => {
  const { failure } = await tried(echoing({ judges: [fails((input) => input >= 1234)] }));
  expect(failure).toMatchObject({ counterexample: 1234, flaky: false, deviations: [{ actual: '1234' }] });
  expect(failure?.original).toBeGreaterThan(1234);
  expect(failure?.shrinks).toBeGreaterThan(0);
  expect(failure?.exchanges).toHaveLength(1);
});

test('starts to shrink at the first failing input in their order, though a later one is answered sooner', async () => {
  const first = fc.sample(ANY, { seed: SETTINGS.seed, numRuns: SETTINGS.runs }).find((input) => input >= 100_000);
  const judges = [fails((input) => input >= 100_000)];
  const { failure } = await tried(echoing({ judges, concurrency: SETTINGS.runs }, (input) => ticks(input === first ? 20 : 1)));
  expect(failure?.original).toBe(first);
});

test('of several failing boundaries, reports the first in their order', async () => {
  const boundaries = [boundary(3), boundary(2), boundary(1)];
  const target = echoing({ boundaries, judges: [fails(() => true)], concurrency: 3 }, (input) => ticks(Math.min(input, 3) * 5));
  const { failure } = await tried(target, { runs: 5 });
  expect(failure).toMatchObject({ counterexample: 3, original: 3, shrinks: 0, flaky: false, token: 'b0' });
});

for (const [where, boundaries, runs] of [
  ['a boundary', [boundary(5)], 0],
  ['a random input', [], 1],
] as const)
  test(`a failure that does not come again is flaky, and reported all the same: ${where}`, async () => {
    let times = 0;
    const { asked, failure } = await tried(echoing({ boundaries, judges: [fails(() => times++ === 0)] }), { runs });
    expect(asked[1]).toBe(asked[0]);
    expect(failure).toMatchObject({ flaky: true, shrinks: 0, counterexample: asked[0], original: asked[0] });
    expect(failure?.contrast).toBe('no matter of the input: sent again alone, it passes');
    expect(failure?.deviations).toHaveLength(1);
  });

test('counts what said something, and lists the refused boundaries in their order', async () => {
  const odd: Judge<number, Attempt> = { requirement: 'business.name-comes-back', deviations: (input) => (input % 2 === 0 ? null : []) };
  const boundaries = [9, 8, 7, 6, 5].map(boundary);
  const target = echoing({ boundaries, isAccepted: ({ input }) => input > 7, judges: [odd], concurrency: 5 }, ticks);
  const { run } = await tried(target, { runs: 0 });
  expect(run).toMatchObject({ tried: 5, accepted: 2, refused: ['the number 7', 'the number 6', 'the number 5'] });
  expect(run.outcomes).toEqual([{ requirement: 'business.name-comes-back', assessed: 3, failure: null }]);
});

test('gives up on a target that hangs', async () => {
  const { asked, property } = echoing({ concurrency: 2 });
  const attempt = async (input: number) => ({ ...(await property.attempt(input)), exchange: failed('timeout') });
  const run = await runProperty({ ...property, attempt, isAccepted: () => false }, limits());
  expect(run.tried).toBe(asked.length);
  expect(run.tried).toBeGreaterThanOrEqual(3);
  expect(run.tried).toBeLessThan(3 + 2);
});

test('stops when its time is over', async () => {
  const slow = echoing({ concurrency: 1 }, () => new Promise((resolve) => setTimeout(resolve, 20)));
  const { run } = await tried(slow, { runs: 1000, budgetMs: 100 });
  expect(run.tried).toBeGreaterThan(0);
  expect(run.tried).toBeLessThan(10);
});

for (const concurrency of [1, 5])
  test(`keeps ${concurrency} under way, not more`, async () => {
    let [under, most] = [0, 0];
    const counted = async () => {
      under += 1;
      most = Math.max(most, under);
      await tick();
      under -= 1;
    };
    await tried(echoing({ concurrency }, counted));
    expect(most).toBe(concurrency);
  });

test('a token leads to its input alone: a boundary, a random input, a shrunk one', async () => {
  const boundaries = [boundary(11), boundary(22)];
  // Even numbers hold, so that the shrunk one has siblings that nobody has tried.
  const { failure } = await tried(echoing({ judges: [fails((input) => input >= 1234 && input % 2 === 1)] }));
  const { token = '', counterexample } = failure ?? {};
  expect(token).toMatch(/^r\d+(:\d+)+$/);
  const fourth = fc.sample(ANY, { seed: SETTINGS.seed, numRuns: 4 })[3];
  for (const [replay, input] of [
    ['b1', 22],
    ['r3', fourth],
    [token, counterexample],
    ['b9', undefined],
  ] as const) {
    const { asked, run } = await tried(echoing({ boundaries }), { replay });
    const expected = input === undefined ? [] : [input];
    expect([asked, run.planned, run.tried], replay).toEqual([expected, expected.length, expected.length]);
  }
});

for (const replay of ['b0', 'r3', 'r3:0'])
  test(`a replayed input that fails is sent once, neither repeated nor shrunk: ${replay}`, async () => {
    const judges = [fails(() => true), fails(() => true)];
    const { asked, failures } = await tried(echoing({ boundaries: [boundary(11)], judges }), { replay });
    expect(asked).toHaveLength(1);
    const failure = { counterexample: asked[0], original: asked[0], shrinks: 0, flaky: false, token: replay };
    expect(failures).toMatchObject([failure, failure]);
  });

/** What comes of a property whose attempts a limit of the run allows so many times. */
function triedWithin(most: number, changes: Partial<Property<number, Attempt>> = {}) {
  let attempts = 0;
  return tried(
    echoing(changes, async () => {
      attempts += 1;
      if (attempts > most) throw new LimitReached('the budget is spent', ['CES_WRITE_BUDGET']);
      await tick();
    }),
  );
}

test('a limit of the run ends the property and says how far it came', async () => {
  const { run } = await triedWithin(20);
  expect(run).toMatchObject({ planned: 50, tried: 20, cut: { message: 'the budget is spent' } });
  expect(run.outcomes).toEqual([{ requirement: 'business.name-comes-back', assessed: 20, failure: null }]);
  expect((await triedWithin(0)).run).toMatchObject({ tried: 0, cut: { variables: ['CES_WRITE_BUDGET'] } });
});

test('a failure that was found before the limit is reported, shrunk as far as the limit allows, and is not called flaky', async () => {
  const broken = { judges: [fails((input) => input >= 1234)], concurrency: 1 };
  const { original, counterexample } = (await tried(echoing(broken))).failure ?? {};
  expect(original).toBeGreaterThan(1234);
  expect((await triedWithin(50, broken)).failure).toMatchObject({ counterexample: original, shrinks: 0, flaky: false });
  const { failure: some } = await triedWithin(53, broken);
  expect(some?.counterexample).toBeLessThan(Number(original));
  expect(some?.counterexample).toBeGreaterThan(Number(counterexample));
  const { failure: onBoundary } = await triedWithin(1, { ...broken, boundaries: [boundary(5000)] });
  expect(onBoundary).toMatchObject({ counterexample: 5000, flaky: false });
});

test('an attempt that came only halfway is judged, and ends the property', async () => {
  const half = new NotAssessed('half of it');
  const { property } = echoing({ judges: [fails((input) => input >= 1234)], concurrency: 1 });
  const run = await runProperty({ ...property, cutShort: ({ input }) => (input >= 1234 ? half : null) }, limits());
  expect(run).toMatchObject({ planned: 50, cut: half, outcomes: [{ failure: { deviations: [{ expected: 'another number' }] } }] });
  expect(run.tried).toBeLessThan(50);
});
