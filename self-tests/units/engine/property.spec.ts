import fc from 'fast-check';
import type { Judge, Property } from '../../../src/engine/judged-property.ts';
import { type PropertyLimits, runProperty } from '../../../src/engine/property.ts';
import { ShrinkBudget } from '../../../src/engine/shrink-budget.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { LimitReached, NotAssessed } from '../../../src/settings/not-assessed.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { exchange, failed } from '../checks/exchanges.ts';

interface Attempt {
  readonly input: number;
  readonly exchange: Exchange;
}

const SETTINGS = { seed: 7, runs: 50, replay: null, budgetMs: 60_000 };
const limits = (changes: Partial<PropertyLimits> = {}): PropertyLimits => ({ ...SETTINGS, shrinks: new ShrinkBudget(), ...changes });
const ANY = fc.integer({ min: 0, max: 1_000_000 });

const tick = () => new Promise((resolve) => setImmediate(resolve));
const boundary = (input: number) => ({ label: `the number ${input}`, input });
const fails = (broken: (input: number) => boolean): Judge<number, Attempt> => ({
  requirement: 'business.name-comes-back',
  findings: (_input, { input }) => (broken(input) ? [{ expected: 'another number', actual: String(input) }] : []),
});

/** A target that answers a number with itself, and everything it was asked. */
function echoing(changes: Partial<Property<number, Attempt>> = {}) {
  const asked: number[] = [];
  const property: Property<number, Attempt> = {
    arbitrary: ANY,
    boundaries: [],
    attempt: async (input) => {
      asked.push(input);
      await tick();
      return { input, exchange: exchange() };
    },
    isAccepted: () => true,
    exchanges: (attempt) => [attempt.exchange],
    judges: [fails(() => false)],
    concurrency: 4,
    ...changes,
  };
  return { asked, property };
}

test('tries the boundaries first, in order, then as many random inputs as wanted', async () => {
  const { asked, property } = echoing({ boundaries: [boundary(-1), boundary(-2)] });
  const run = await runProperty(property, limits());
  expect(asked.slice(0, 2)).toEqual([-1, -2]);
  expect(asked).toHaveLength(52);
  const outcomes = [{ requirement: 'business.name-comes-back', assessed: 52, failure: null }];
  expect(run).toEqual({ planned: 52, tried: 52, accepted: 52, refused: [], outcomes, cut: null });
});

test('tries boundaries alone where no random input is wanted', async () => {
  const { asked, property } = echoing({ boundaries: [boundary(1)] });
  await runProperty(property, limits({ runs: 0 }));
  expect(asked).toEqual([1]);
});

test('the same seed gives the same inputs, another one others', async () => {
  const [one, same, other] = [echoing(), echoing(), echoing()];
  await runProperty(one.property, limits());
  await runProperty(same.property, limits());
  await runProperty(other.property, limits({ seed: 8 }));
  expect(one.asked).toEqual(same.asked);
  expect(one.asked).not.toEqual(other.asked);
});

test('shrinks to the smallest input that fails, and keeps the first', async () => {
  const { property } = echoing({ judges: [fails((input) => input >= 1234)] });
  const [outcome] = (await runProperty(property, limits())).outcomes;
  expect(outcome?.failure).toMatchObject({ counterexample: 1234, flaky: false, findings: [{ actual: '1234' }] });
  expect(outcome?.failure?.original).toBeGreaterThan(1234);
  expect(outcome?.failure?.shrinks).toBeGreaterThan(0);
  expect(outcome?.failure?.exchanges).toHaveLength(1);
});

test('starts to shrink at the first failing input in their order, though a later one is answered sooner', async () => {
  const slow = fc.sample(ANY, { seed: SETTINGS.seed, numRuns: SETTINGS.runs }).findIndex((input) => input >= 100_000);
  const { asked, property } = echoing({ judges: [fails((input) => input >= 100_000)], concurrency: SETTINGS.runs });
  const quick = property.attempt;
  const held = {
    ...property,
    attempt: async (input: number) => {
      const late = asked.length === slow;
      const attempt = await quick(input);
      if (late) for (let turn = 0; turn < 20; turn += 1) await tick();
      return attempt;
    },
  };
  const [outcome] = (await runProperty(held, limits())).outcomes;
  expect(outcome?.failure?.original).toBe(asked[slow]);
});

test('of several failing boundaries, reports the first in their order', async () => {
  const { property } = echoing({ boundaries: [boundary(3), boundary(2), boundary(1)], judges: [fails(() => true)], concurrency: 3 });
  const held = {
    ...property,
    attempt: async (input: number) => {
      for (let turn = 0; turn < Math.min(input, 3) * 5; turn += 1) await tick();
      return property.attempt(input);
    },
  };
  const [outcome] = (await runProperty(held, limits({ runs: 5 }))).outcomes;
  expect(outcome?.failure).toMatchObject({ counterexample: 3, original: 3, shrinks: 0, flaky: false, token: 'b0' });
});

test('a failing boundary comes before a failing random input', async () => {
  const { property } = echoing({ boundaries: [boundary(0), boundary(999_999)], judges: [fails((input) => input > 10)] });
  const [outcome] = (await runProperty(property, limits())).outcomes;
  expect(outcome?.failure).toMatchObject({ counterexample: 999_999, token: 'b1' });
});

for (const [where, boundaries, runs] of [
  ['a boundary', [boundary(5)], 0],
  ['a random input', [], 1],
] as const)
  test(`a failure that does not come again is flaky, and reported all the same: ${where}`, async () => {
    let times = 0;
    const { asked, property } = echoing({ boundaries, judges: [fails(() => times++ === 0)] });
    const [outcome] = (await runProperty(property, limits({ runs }))).outcomes;
    expect(asked[1]).toBe(asked[0]);
    expect(outcome?.failure).toMatchObject({ flaky: true, shrinks: 0, counterexample: asked[0], original: asked[0] });
    expect(outcome?.failure?.contrast).toBe('sent again alone, it passes');
    expect(outcome?.failure?.findings).toHaveLength(1);
  });

test('each judge has a counterexample of its own', async () => {
  const judge = (requirement: StatementId, least: number) => ({ ...fails((input) => input >= least), requirement });
  const { property } = echoing({
    judges: [
      judge('business.name-comes-back', 10),
      judge('business.website-comes-back', 5000),
      judge('business.is-kept', Number.POSITIVE_INFINITY),
    ],
  });
  const { outcomes } = await runProperty(property, limits());
  expect(outcomes.map(({ requirement, failure }) => [requirement, failure?.counterexample ?? null])).toEqual([
    ['business.name-comes-back', 10],
    ['business.website-comes-back', 5000],
    ['business.is-kept', null],
  ]);
});

test('judges that fail on one input share its shrinking where the smallest input fails for both', async () => {
  const judge = (requirement: StatementId) => ({ ...fails((input) => input >= 1234), requirement });
  const alone = echoing({ judges: [judge('business.name-comes-back')] });
  const both = echoing({ judges: [judge('business.name-comes-back'), judge('business.website-comes-back')] });
  await runProperty(alone.property, limits());
  const { outcomes } = await runProperty(both.property, limits());
  expect(both.asked).toEqual(alone.asked);
  expect(outcomes).toMatchObject([{ failure: { counterexample: 1234 } }, { failure: { counterexample: 1234 } }]);
});

test('judges share the repetition of an input, also of a flaky one', async () => {
  const boundaries = [boundary(5)];
  const both = echoing({ boundaries, judges: [fails(() => true), fails(() => true)] });
  await runProperty(both.property, limits({ runs: 0 }));
  expect(both.asked).toEqual([5, 5]);
  let times = 0;
  const flaky = echoing({ boundaries, judges: [fails(() => times++ === 0), fails(() => true)] });
  const { outcomes } = await runProperty(flaky.property, limits({ runs: 0 }));
  expect(flaky.asked).toEqual([5, 5]);
  expect(outcomes).toMatchObject([{ failure: { flaky: true } }, { failure: { flaky: false } }]);
});

test('says what passed beside a failure', async () => {
  const { property } = echoing({ boundaries: [1, 2, 3, 4].map(boundary), judges: [fails((input) => input === 3)] });
  const [outcome] = (await runProperty(property, limits({ runs: 6 }))).outcomes;
  const contrast = '1, 2 and 4 are fine, 3 is not; 9 of 9 other inputs pass';
  expect(outcome?.failure?.contrast).toBe(contrast);
});

/** A target whose answers fail from a length on; boundaries at lengths of characters, as of texts. */
function sizedBoundary(length: number) {
  return { label: `name: ${length} characters`, input: length, sized: { length, unit: 'characters', at: (other: number) => other } };
}

const LENGTHS_TRIED = [0, 1, 63, 64, 1000, 10_000];

test('finds the exact length at which a place begins to fail, in 14 requests at most', async () => {
  for (const least of [64, 65, 500, 1000, 1001, 9999, 10_000]) {
    const boundaries = LENGTHS_TRIED.map(sizedBoundary);
    const { asked, property } = echoing({ boundaries, judges: [fails((input) => input >= least)] });
    const [outcome] = (await runProperty(property, limits({ runs: 0 }))).outcomes;
    expect(outcome?.failure?.contrast, `${least}`).toBe(`${least - 1} characters pass, ${least} do not`);
    expect(asked.length - boundaries.length - 1, `${least}`).toBeLessThanOrEqual(14);
  }
});

test('judges of one place share the search for a length, and its budget', async () => {
  const boundaries = LENGTHS_TRIED.map(sizedBoundary);
  const one = echoing({ boundaries, judges: [fails((input) => input >= 5000)] });
  const both = echoing({ boundaries, judges: [fails((input) => input >= 5000), fails((input) => input >= 5000)] });
  await runProperty(one.property, limits({ runs: 0 }));
  const { outcomes } = await runProperty(both.property, limits({ runs: 0 }));
  expect(both.asked).toEqual(one.asked);
  expect(outcomes.map(({ failure }) => failure?.contrast)).toEqual(Array(2).fill('4999 characters pass, 5000 do not'));
});

test('does not search for a length where a longer value passes, or where the failure does not come again', async () => {
  const boundaries = LENGTHS_TRIED.map(sizedBoundary);
  const alone = echoing({ boundaries, judges: [fails((input) => input === 1000)] });
  const [outcome] = (await runProperty(alone.property, limits({ runs: 0 }))).outcomes;
  expect(alone.asked).toHaveLength(boundaries.length + 1);
  expect(outcome?.failure?.contrast).toContain('1000 characters are not');
  let times = 0;
  const flaky = echoing({ boundaries, judges: [fails((input) => input === 10_000 && times++ === 0)] });
  await runProperty(flaky.property, limits({ runs: 0 }));
  expect(flaky.asked).toHaveLength(boundaries.length + 1);
});

test('a refused value is no bound: the search ends there', async () => {
  const boundaries = LENGTHS_TRIED.map(sizedBoundary);
  const judge: Judge<number, Attempt> = {
    requirement: 'business.name-comes-back',
    findings: (_input, { input }) => (input > 2000 && input < 10_000 ? null : input === 10_000 ? [{ expected: '', actual: '' }] : []),
  };
  const { asked, property } = echoing({ boundaries, judges: [judge] });
  const [outcome] = (await runProperty(property, limits({ runs: 0 }))).outcomes;
  expect(outcome?.failure?.contrast).toBe('1000 characters pass, 10000 do not');
  expect(asked).toHaveLength(boundaries.length + 2);
});

test('properties share one budget for shrinking, and a failure beyond it is repeated all the same', async () => {
  const shrinks = new ShrinkBudget();
  const shares = Array.from({ length: 3 }, () => shrinks.forJudge());
  for (const share of shares)
    while (
      (await share.spend(
        async () => true,
        () => ({ requests: 1, records: 0 }),
      )) !== null
    );
  const { asked, property } = echoing({ judges: [fails((input) => input >= 1234)] });
  const [outcome] = (await runProperty(property, limits({ shrinks }))).outcomes;
  expect(asked).toHaveLength(50 + 1);
  expect(outcome?.failure).toMatchObject({ shrinks: 0, flaky: false, counterexample: asked.at(-1), original: asked.at(-1) });
});

test('counts what said something, and lists the refused boundaries in their order', async () => {
  const odd: Judge<number, Attempt> = { requirement: 'business.name-comes-back', findings: (input) => (input % 2 === 0 ? null : []) };
  const { property } = echoing({
    boundaries: [9, 8, 7, 6, 5].map(boundary),
    isAccepted: ({ input }) => input > 7,
    judges: [odd],
    concurrency: 5,
  });
  const held = {
    ...property,
    attempt: async (input: number) => {
      for (let turn = 0; turn < input; turn += 1) await tick();
      return property.attempt(input);
    },
  };
  const run = await runProperty(held, limits({ runs: 0 }));
  expect(run).toMatchObject({ tried: 5, accepted: 2, refused: ['the number 7', 'the number 6', 'the number 5'] });
  expect(run.outcomes).toEqual([{ requirement: 'business.name-comes-back', assessed: 3, failure: null }]);
});

test('gives up on a target that hangs', async () => {
  const { asked, property } = echoing({ concurrency: 2 });
  const hanging = {
    ...property,
    attempt: async (input: number) => ({ ...(await property.attempt(input)), exchange: failed('timeout') }),
    isAccepted: () => false,
  };
  const { tried } = await runProperty(hanging, limits());
  expect(tried).toBe(asked.length);
  expect(tried).toBeGreaterThanOrEqual(3);
  expect(tried).toBeLessThan(3 + 2);
});

test('stops when its time is over', async () => {
  const { property } = echoing({ concurrency: 1 });
  const slow = {
    ...property,
    attempt: async (input: number) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return property.attempt(input);
    },
  };
  const { tried } = await runProperty(slow, limits({ runs: 1000, budgetMs: 100 }));
  expect(tried).toBeGreaterThan(0);
  expect(tried).toBeLessThan(10);
});

for (const concurrency of [1, 5])
  test(`keeps ${concurrency} under way, not more`, async () => {
    const { property } = echoing({ concurrency });
    let [under, most] = [0, 0];
    const counted = {
      ...property,
      attempt: async (input: number) => {
        under += 1;
        most = Math.max(most, under);
        const attempt = await property.attempt(input);
        under -= 1;
        return attempt;
      },
    };
    await runProperty(counted, limits());
    expect(most).toBe(concurrency);
  });

test('shrinking ends, however long the way down', async () => {
  const texts = fc.string({ minLength: 2000, maxLength: 3000 });
  let attempts = 0;
  const run = await runProperty(
    {
      arbitrary: texts,
      boundaries: [],
      attempt: async (text: string) => {
        attempts += 1;
        return text;
      },
      isAccepted: () => true,
      exchanges: () => [],
      judges: [{ requirement: 'business.name-comes-back', findings: (text) => [{ expected: 'nothing', actual: text }] }],
      concurrency: 1,
    },
    limits({ runs: 1 }),
  );
  expect(attempts).toBeLessThanOrEqual(1 + 1 + 200);
  expect(run.outcomes[0]?.failure?.flaky).toBe(false);
});

test('a token leads to its input alone: a boundary, a random input, a shrunk one', async () => {
  const boundaries = [boundary(11), boundary(22)];
  // Even numbers hold, so that the shrunk one has siblings that nobody has tried.
  const failing = echoing({ judges: [fails((input) => input >= 1234 && input % 2 === 1)] });
  const { token = '', counterexample } = (await runProperty(failing.property, limits())).outcomes[0]?.failure ?? {};
  expect(token).toMatch(/^r\d+(:\d+)+$/);
  for (const [replay, input] of [
    ['b1', 22],
    ['r3', fc.sample(ANY, { seed: SETTINGS.seed, numRuns: 4 })[3]],
    [token, counterexample],
    ['b9', undefined],
  ] as const) {
    const { asked, property } = echoing({ boundaries });
    const { planned, tried } = await runProperty(property, limits({ replay }));
    expect({ asked, planned, tried }, replay).toEqual(
      input === undefined ? { asked: [], planned: 0, tried: 0 } : { asked: [input], planned: 1, tried: 1 },
    );
  }
});

for (const replay of ['b0', 'r3', 'r3:0'])
  test(`a replayed input that fails is sent once, neither repeated nor shrunk: ${replay}`, async () => {
    const { asked, property } = echoing({ boundaries: [boundary(11)], judges: [fails(() => true), fails(() => true)] });
    const { outcomes } = await runProperty(property, limits({ replay }));
    expect(asked).toHaveLength(1);
    const failure = { counterexample: asked[0], original: asked[0], shrinks: 0, flaky: false, token: replay };
    expect(outcomes).toMatchObject([{ failure }, { failure }]);
  });

/** An attempt that a limit of the run allows so many times. */
function limited(property: Property<number, Attempt>, most: number): Property<number, Attempt> {
  let attempts = 0;
  const attempt = async (input: number) => {
    attempts += 1;
    if (attempts > most) throw new LimitReached('the budget is spent', ['CES_WRITE_BUDGET']);
    return property.attempt(input);
  };
  return { ...property, attempt };
}

test('a limit of the run ends the property and says how far it came', async () => {
  const run = await runProperty(limited(echoing().property, 20), limits());
  expect(run).toMatchObject({ planned: 50, tried: 20, cut: { message: 'the budget is spent' } });
  expect(run.outcomes).toEqual([{ requirement: 'business.name-comes-back', assessed: 20, failure: null }]);
  expect(await runProperty(limited(echoing().property, 0), limits())).toMatchObject({ tried: 0, cut: { variables: ['CES_WRITE_BUDGET'] } });
});

test('a failure that was found before the limit is reported, shrunk as far as the limit allows, and is not called flaky', async () => {
  const broken = { judges: [fails((input) => input >= 1234)], concurrency: 1 };
  const { original, counterexample } = (await runProperty(echoing(broken).property, limits())).outcomes[0]?.failure ?? {};
  expect(original).toBeGreaterThan(1234);
  const failureWithin = async (most: number) => (await runProperty(limited(echoing(broken).property, most), limits())).outcomes[0]?.failure;
  expect(await failureWithin(50)).toMatchObject({ counterexample: original, shrinks: 0, flaky: false });
  const some = await failureWithin(53);
  expect(some?.counterexample).toBeLessThan(Number(original));
  expect(some?.counterexample).toBeGreaterThan(Number(counterexample));
  const onBoundary = echoing({ ...broken, boundaries: [boundary(5000)] });
  const [outcome] = (await runProperty(limited(onBoundary.property, 1), limits())).outcomes;
  expect(outcome?.failure).toMatchObject({ counterexample: 5000, flaky: false });
});

test('an attempt that came only halfway is judged, and ends the property', async () => {
  const half = new NotAssessed('half of it');
  const { property } = echoing({ judges: [fails((input) => input >= 1234)], concurrency: 1 });
  const run = await runProperty({ ...property, cutShort: ({ input }) => (input >= 1234 ? half : null) }, limits());
  expect(run).toMatchObject({ planned: 50, cut: half, outcomes: [{ failure: { findings: [{ expected: 'another number' }] } }] });
  expect(run.tried).toBeLessThan(50);
});
