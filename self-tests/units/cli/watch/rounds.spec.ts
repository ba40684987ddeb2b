import type { RunEnded } from '../../../../src/cli/watch/child-run.ts';
import { Rounds } from '../../../../src/cli/watch/rounds.ts';
import type { CheckResult, Status } from '../../../../src/result/result.ts';
import { expect, test } from '../../../test.ts';
import { resultOf, check as sample } from '../../result/samples.ts';

const check = (title: string, status: Status, given: Partial<CheckResult> = {}) => sample(status, { title, ...given });
const ended = (code: number | null, ...checks: readonly CheckResult[]): RunEnded => ({
  code,
  result: checks.length === 0 ? null : { ...resultOf(checks), seed: 7 },
});

/** Rounds whose runs end like this, one after the other, and what they were asked to run. */
function rounds(...runs: readonly RunEnded[]) {
  const asked: (readonly string[] | null | number)[][] = [];
  const left = [...runs];
  const own = new Rounds(async (titles, seed) => {
    asked.push([titles, seed]);
    return left.shift() ?? Promise.reject(new Error('one run too many'));
  });
  return { own, asked };
}
const [typical, other] = [check('typical', 'failed'), check('other', 'failed')];

test('a failed check that still fails is run alone, with the same seed', async () => {
  const { own, asked } = rounds(ended(1, typical, other), ended(1, typical));
  expect(await own.all()).toBe('');
  expect(await own.failed()).toMatch(/^0 fixed, 0 no longer seen, 1 still there, 0 new\n\nstill there:\n {2}campaign\.fields/);
  expect(asked).toEqual([
    [null, null],
    [['typical'], 7],
  ]);
  expect(own.code).toBe(1);
});

test('one that passes now is fixed when the others that looked for the same pass too', async () => {
  const { own, asked } = rounds(ended(1, typical, other), ended(0, check('typical', 'passed')), ended(0, check('other', 'passed')));
  await own.all();
  expect(await own.failed()).toMatch(/^1 fixed, 0 no longer seen, 0 still there, 0 new/);
  expect(asked.slice(1)).toEqual([
    [['typical'], 7],
    [['other'], 7],
  ]);
  expect([own.code, own.failing]).toEqual([0, []]);
  expect(await own.failed()).toBe('Nothing had failed, so nothing ran.');
});

test('one that generated input found too is no longer seen, and is run again with all the others only', async () => {
  const generated = check('any', 'failed', { counterexample: 1 });
  const { own, asked } = rounds(
    ended(1, typical, generated),
    ended(0, check('typical', 'passed')),
    ended(1, check('typical', 'passed'), generated),
  );
  await own.all();
  expect(await own.failed()).toMatch(/^0 fixed, 1 no longer seen, 0 still there, 0 new/);
  expect(own.failing).toEqual([]);
  expect(await own.all()).toMatch(/^0 fixed, 0 no longer seen, 1 still there, 0 new/);
  expect(asked.at(-1)).toEqual([null, 7]);
  expect(own.failing).toEqual(['any']);
});

test('what a round met anew is new', async () => {
  const stranger = check('typical', 'failed', { findings: [{ pointer: '/id', expected: 'a string', actual: 'a number' }] });
  const { own } = rounds(ended(1, typical), ended(1, stranger));
  await own.all();
  expect(await own.failed()).toMatch(/^1 fixed, 0 no longer seen, 0 still there, 1 new\n\nfixed:\n.*\/name.*\n\nnew:\n.*\/id/);
});

test('a round that could not look leaves what is known, and says why', async () => {
  const blind = check('typical', 'not-assessed', { message: 'CES_WRITE_BUDGET is spent' });
  const { own } = rounds(ended(1, typical), ended(2, blind), ended(2));
  await own.all();
  expect(await own.failed()).toContain('not looked at: CES_WRITE_BUDGET is spent');
  expect([own.code, own.failing]).toEqual([2, ['typical']]);
  expect(await own.failed()).toContain('No verdict');
  expect(own.failing).toEqual(['typical']);
});

test('an interrupted round leaves the exit code of the one before', async () => {
  const { own } = rounds(ended(1, typical), ended(null));
  await own.all();
  await own.failed();
  expect(own.code).toBe(1);
});

test('without a first result, a round of failed checks runs everything', async () => {
  const { own, asked } = rounds(ended(2), ended(0, check('typical', 'passed')));
  expect(await own.all()).toContain('No verdict');
  await own.failed();
  expect(asked).toEqual([
    [null, null],
    [null, null],
  ]);
});
