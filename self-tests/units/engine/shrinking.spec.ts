import fc from 'fast-check';
import type { Judge, Property } from '../../../src/engine/property/property.ts';
import { runProperty } from '../../../src/engine/property/run-property.ts';
import { ShrinkBudget, type ShrinkShare } from '../../../src/engine/property/shrink.ts';
import { jsonObjects } from '../../../src/generation/json-objects.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';
import { type Attempt, boundary, echoing, fails, limits, plain, tried } from './echoing.ts';

type Input = readonly string[];

const failsOn = (requirement: Judge<Input, Input>['requirement'], broken: (steps: Input) => boolean): Judge<Input, Input> => ({
  requirement,
  deviations: (_, steps) => (steps.length < 2 ? null : broken(steps) ? [{ expected: 'right', actual: `wrong: ${steps.join('')}` }] : []),
});
const bAndD = failsOn('record.ids-are-distinct', (steps) => steps.includes('b') && steps.includes('d'));

/** A boundary of steps, which shrinks by leaving out the last first. */
function sequences(judges: readonly Judge<Input, Input>[] = [bAndD], input: Input = ['a', 'b', 'c', 'd', 'e']) {
  const asked: string[] = [];
  const property: Property<Input, Input> = {
    ...plain<Input>(fc.constant(['x', 'y']), judges),
    boundaries: [{ label: 'five', input }],
    attempt: async (steps) => {
      asked.push(steps.join(''));
      return steps;
    },
    smaller: (steps) => steps.map((_, index) => steps.toSpliced(index, 1)).reverse(),
    steps: (steps, deviations) => steps.map((step, index) => (deviations.length > 0 && index === steps.length - 1 ? `${step}!` : step)),
    exchanges: () => [exchange()],
  };
  return { asked, run: (replay: string | null = null) => runProperty(property, limits({ runs: 0, replay })) };
}

test('a failing boundary loses each step that the failure does not need, and what was left right is said beside it', async () => {
  const { asked, run } = sequences();
  const [outcome] = (await run()).outcomes;
  expect(asked).toEqual(['abcde', 'abcde', 'abcd', 'abc', 'abd', 'ad', 'bd']);
  expect(outcome?.failure).toMatchObject({
    counterexample: ['b', 'd!'],
    original: ['a', 'b', 'c', 'd', 'e!'],
    shrinks: 3,
    deviations: [{ actual: 'wrong: bd' }],
    contrast: 'a, then d: right',
  });
});

test('its token replays what it shrank to, once', async () => {
  const [outcome] = (await sequences().run()).outcomes;
  const { asked, run } = sequences();
  const [again] = (await run(outcome?.failure?.token)).outcomes;
  expect(asked).toEqual(['bd']);
  expect(again?.failure).toMatchObject({ counterexample: ['b', 'd!'], token: outcome?.failure?.token });
});

test('a path that does not fit names no input', async () => {
  for (const token of ['b0:7', 'b0:0:0:0:0:0:0', 'b1:0']) expect(await sequences().run(token)).toMatchObject({ tried: 0 });
});

test('two statements that fail in one smallest sequence each mark their own step', async () => {
  const { asked, run } = sequences([bAndD, { ...bAndD, requirement: 'business.name-comes-back' } as const]);
  const [, other] = (await run()).outcomes;
  expect(other?.failure).toMatchObject({ counterexample: ['b', 'd!'] });
  expect(other?.failure).not.toHaveProperty('contrast');
  expect(asked.filter((steps) => steps === 'bd')).toHaveLength(1);
});

const CREATION = exchange({ method: 'POST', url: 'http://127.0.0.1:4010/businesses' });
const made = (exchanges: readonly Exchange[] = []) => ({ attempt: async () => true, exchanges: () => exchanges });

/** Makes attempts until no more are allowed. Returns how many. */
async function spendAll(share: ShrinkShare, exchanges: readonly Exchange[] = []): Promise<number> {
  let attempts = 0;
  while ((await share.attempt(made(exchanges), 0)) !== null) attempts += 1;
  return attempts;
}

test('all together create at most 70 records', async () => expect(await spendAll(new ShrinkBudget().share(200), [CREATION])).toBe(70));

test('each has its share, and all together 400 requests', async () => {
  const budget = new ShrinkBudget();
  expect(await spendAll(budget.share(200))).toBe(200);
  await budget.share(200).attempt(made(Array(50).fill(exchange())), 0);
  expect(await spendAll(budget.share(200))).toBe(150);
  expect(await spendAll(budget.share(200))).toBe(0);
});

test('attempts may take 8 s in all; a failed one counts as well', async () => {
  let now = 0;
  const budget = new ShrinkBudget(() => now);
  const [one, other] = [budget.share(9), budget.share(9)];
  const slow = async () => {
    now += 5000;
    throw new Error('broken');
  };
  await expect(one.attempt({ ...made(), attempt: slow }, 0)).rejects.toThrow('broken');
  expect(other.leftMs()).toBe(3000);
  await expect(other.attempt({ ...made(), attempt: slow }, 0)).rejects.toThrow('broken');
  expect(other.leftMs()).toBe(0);
  expect(await one.attempt(made(), 0)).toBe(null);
});

test('each judge has a counterexample of its own', async () => {
  const judges = [10, 5000, Number.POSITIVE_INFINITY].map((least) => fails((input) => input >= least));
  const { failures } = await tried(echoing({ judges }));
  expect(failures.map((failure) => failure?.counterexample ?? null)).toEqual([10, 5000, null]);
});

test('judges that fail on one input share its shrinking where the smallest input fails for both', async () => {
  const judge = fails((input) => input >= 1234);
  const alone = await tried(echoing({ judges: [judge] }));
  const both = await tried(echoing({ judges: [judge, { ...judge, requirement: 'business.website-comes-back' }] }));
  expect(both.asked).toEqual(alone.asked);
  expect(both.failures).toMatchObject([{ counterexample: 1234 }, { counterexample: 1234 }]);
});

test('judges share the repetition of an input, also of a flaky one', async () => {
  const boundaries = [boundary(5)];
  const both = await tried(echoing({ boundaries, judges: [fails(() => true), fails(() => true)] }), { runs: 0 });
  expect(both.asked).toEqual([5, 5]);
  let times = 0;
  const flaky = await tried(echoing({ boundaries, judges: [fails(() => times++ === 0), fails(() => true)] }), { runs: 0 });
  expect(flaky.asked).toEqual([5, 5]);
  expect(flaky.failures).toMatchObject([{ flaky: true }, { flaky: false }]);
});

/** Boundaries at lengths of characters, as of texts. */
const SIZED = [0, 1, 63, 64, 1000, 10_000].map((length) => ({
  label: `name: ${length} characters`,
  input: length,
  sized: { length, unit: 'characters', at: (other: number) => other },
}));
const triedLengths = (...judges: Judge<number, Attempt>[]) => tried(echoing({ boundaries: SIZED, judges }), { runs: 0 });

test('finds the exact length at which a place begins to fail, in 15 requests at most', async () => {
  for (const least of [64, 65, 500, 1000, 1001, 9999, 10_000]) {
    const { asked, failure } = await triedLengths(fails((input) => input >= least));
    expect(failure?.contrast, `${least}`).toBe(`${least - 1} characters pass, ${least} do not`);
    expect(asked.length - SIZED.length - 1, `${least}`).toBeLessThanOrEqual(15);
  }
});

test('judges of one place share the search for a length, and its budget', async () => {
  const judge = fails((input) => input >= 5000);
  const [one, both] = [await triedLengths(judge), await triedLengths(judge, judge)];
  expect(both.asked).toEqual(one.asked);
  expect(both.failures.map((failure) => failure?.contrast)).toEqual(Array(2).fill('4999 characters pass, 5000 do not'));
});

test('does not search for a length where a longer value passes, or where the failure does not come again', async () => {
  const alone = await triedLengths(fails((input) => input === 1000));
  expect(alone.asked).toHaveLength(SIZED.length + 1);
  expect(alone.failure?.contrast).toContain('1000 characters are not');
  let times = 0;
  const flaky = await triedLengths(fails((input) => input === 10_000 && times++ === 0));
  expect(flaky.asked).toHaveLength(SIZED.length + 1);
});

test('the length is not to blame where a longer value passes that no boundary has', async () => {
  const { failure } = await triedLengths(fails((input) => input === 10_000));
  expect(failure?.contrast).toContain('1000 characters are fine, 10000 characters are not');
});

test('a refused value is no bound: the search ends there', async () => {
  const { asked, failure } = await triedLengths({
    requirement: 'business.name-comes-back',
    deviations: (_input, { input }) => (input > 2000 && input < 10_000 ? null : input >= 10_000 ? [{ expected: '', actual: '' }] : []),
  });
  expect(failure?.contrast).toBe('1000 characters pass, 10000 do not');
  expect(asked).toHaveLength(SIZED.length + 3);
});

test('properties share one budget for shrinking, and a failure beyond it is repeated all the same', async () => {
  const shrinks = new ShrinkBudget();
  for (const share of [1, 2, 3].map(() => shrinks.share(200))) await spendAll(share);
  const { asked, failure } = await tried(echoing({ judges: [fails((input) => input >= 1234)] }), { shrinks });
  expect(asked).toHaveLength(50 + 1);
  expect(failure).toMatchObject({ shrinks: 0, flaky: false, counterexample: asked.at(-1), original: asked.at(-1) });
});

test('shrinking ends, however long the way down', async () => {
  const texts = fc.string({ minLength: 2000, maxLength: 3000 });
  let attempts = 0;
  const deviations = (text: string) => [{ expected: 'nothing', actual: text }];
  const attempt = async (text: string) => {
    attempts += 1;
    return text;
  };
  const property = plain(texts, [{ requirement: 'business.name-comes-back', deviations }]);
  const run = await runProperty({ ...property, attempt }, limits({ runs: 1 }));
  expect(attempts).toBeLessThanOrEqual(1 + 1 + 200);
  expect(run.outcomes[0]?.failure?.flaky).toBe(false);
});

test('an object loses every member that its failure does not need', async () => {
  const deviations = (object: object) => (Object.values(object).includes(true) ? [{ expected: 'no `true`', actual: '`true`' }] : []);
  const property = plain(jsonObjects(), [{ requirement: 'business.metadata-comes-back', deviations }]);
  const counterexamples = new Set<string>();
  for (let seed = 1; seed <= 12; seed += 1) {
    const run = await runProperty(property, limits({ seed, runs: 30 }));
    const { counterexample } = run.outcomes[0]?.failure ?? {};
    if (counterexample !== undefined) counterexamples.add(JSON.stringify(Object.values(counterexample as object)));
  }
  expect([...counterexamples]).toEqual(['[true]']);
});
