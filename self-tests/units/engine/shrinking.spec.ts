import fc from 'fast-check';
import type { Judge, Property } from '../../../src/engine/judged-property.ts';
import { runProperty } from '../../../src/engine/property.ts';
import { ShrinkBudget, type ShrinkShare } from '../../../src/engine/shrink-budget.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';

type Input = readonly string[];

const fails = (requirement: Judge<Input, Input>['requirement'], broken: (steps: Input) => boolean): Judge<Input, Input> => ({
  requirement,
  findings: (_, steps) => (steps.length < 2 ? null : broken(steps) ? [{ expected: 'right', actual: `wrong: ${steps.join('')}` }] : []),
});
const bAndD = fails('record.ids-are-distinct', (steps) => steps.includes('b') && steps.includes('d'));

/** A boundary of steps, which shrinks by leaving out the last first. */
function sequences(judges: readonly Judge<Input, Input>[] = [bAndD], input: Input = ['a', 'b', 'c', 'd', 'e']) {
  const asked: string[] = [];
  const property: Property<Input, Input> = {
    arbitrary: fc.constant<Input>(['x', 'y']),
    boundaries: [{ label: 'five', input }],
    attempt: async (steps) => {
      asked.push(steps.join(''));
      return steps;
    },
    smaller: (steps) => steps.map((_, index) => steps.toSpliced(index, 1)).reverse(),
    steps: (steps, findings) => steps.map((step, index) => (findings.length > 0 && index === steps.length - 1 ? `${step}!` : step)),
    isAccepted: () => true,
    exchanges: () => [exchange()],
    judges,
    concurrency: 1,
  };
  const run = (replay: string | null = null) =>
    runProperty(property, { seed: 7, runs: 0, replay, budgetMs: 60_000, shrinks: new ShrinkBudget() });
  return { asked, run };
}

test('a failing boundary loses each step that the failure does not need, and what was left right is said beside it', async () => {
  const { asked, run } = sequences();
  const [outcome] = (await run()).outcomes;
  expect(asked).toEqual(['abcde', 'abcde', 'abcd', 'abc', 'abd', 'ad', 'bd']);
  expect(outcome?.failure).toMatchObject({
    counterexample: ['b', 'd!'],
    original: ['a', 'b', 'c', 'd', 'e!'],
    shrinks: 3,
    findings: [{ actual: 'wrong: bd' }],
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
  const alike = { ...bAndD, requirement: 'business.name-comes-back' } as const;
  const { asked, run } = sequences([bAndD, alike]);
  const [, other] = (await run()).outcomes;
  expect(other?.failure).toMatchObject({ counterexample: ['b', 'd!'] });
  expect(other?.failure).not.toHaveProperty('contrast');
  expect(asked.filter((steps) => steps === 'bd')).toHaveLength(1);
});

async function spendAll(share: ShrinkShare): Promise<number> {
  let attempts = 0;
  while ((await share.spend(async () => true, ONE)) !== null) attempts += 1;
  return attempts;
}

const ONE = () => ({ requests: 1, records: 0 });

test('all together create at most 130 records', async () => {
  const share = new ShrinkBudget().forJudge();
  const creating = () => ({ requests: 1, records: 1 });
  let attempts = 0;
  while ((await share.spend(async () => true, creating)) !== null) attempts += 1;
  expect(attempts).toBe(130);
});

test('each judge has at most 200 requests, and all together 400', async () => {
  const budget = new ShrinkBudget();
  expect(await spendAll(budget.forJudge())).toBe(200);
  await budget.forJudge().spend(
    async () => true,
    () => ({ requests: 50, records: 0 }),
  );
  expect(await spendAll(budget.forJudge())).toBe(150);
  expect(await spendAll(budget.forJudge())).toBe(0);
});

test('attempts may take 8 s in all; a failed one counts as well', async () => {
  let now = 0;
  const budget = new ShrinkBudget(() => now);
  const [one, other] = [budget.forJudge(), budget.forJudge()];
  const slow = async () => {
    now += 5000;
    throw new Error('broken');
  };
  await expect(one.spend(slow, ONE)).rejects.toThrow('broken');
  expect(other.leftMs()).toBe(3000);
  await expect(other.spend(slow, ONE)).rejects.toThrow('broken');
  expect(other.leftMs()).toBe(0);
  expect(await one.spend(async () => true, ONE)).toBe(null);
});
