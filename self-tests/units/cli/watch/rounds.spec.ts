import type { RunEnded } from '../../../../src/cli/watch/child-run.ts';
import { Rounds } from '../../../../src/cli/watch/rounds.ts';
import type { CheckResult, RequirementResult, Status } from '../../../../src/result/result.ts';
import { expect, test } from '../../../test.ts';
import { NULL, resultOf, check as sample } from '../../result/samples.ts';

const check = (title: string, status: Status, given: Partial<CheckResult> = {}) => sample(status, { title, ...given });
/** A run that made these checks of one statement; without any, it has no result. */
const ended = (code: number | null, ...checks: readonly CheckResult[]): RunEnded => stated(code, {}, ...checks);
const stated = (code: number | null, given: Partial<RequirementResult>, ...checks: readonly CheckResult[]): RunEnded => ({
  code,
  result: checks.length === 0 ? null : { ...resultOf(checks, given), seed: 7 },
});

/** Rounds whose runs end like this, one after the other, and what they were asked to run. */
function rounds(...runs: readonly RunEnded[]) {
  const asked: (readonly string[] | null)[] = [];
  const seeds: (number | null)[] = [];
  const left = [...runs];
  const own = new Rounds(async (titles, seed) => {
    asked.push(titles);
    seeds.push(seed);
    return left.shift() ?? Promise.reject(new Error('one run too many'));
  });
  return { own, asked, seeds };
}

const [typical, other] = [check('typical', 'failed'), check('other', 'failed')];
const generated = check('any', 'failed', { counterexample: 1 });
const met = check('met', 'failed', { met: true });
const passing = (title: string) => check(title, 'passed');
const stranger = check('typical', 'failed', { findings: [{ pointer: '/id', expected: 'a string', actual: 'a number' }] });

const ROWS: readonly (readonly [
  title: string,
  first: RunEnded,
  round: readonly RunEnded[],
  /** Tests of each run of the round. */
  asked: readonly (readonly string[])[],
  said: RegExp,
  code: number,
  failing: readonly string[],
])[] = [
  [
    'a failed check that still fails is run alone',
    ended(1, typical, other),
    [ended(1, typical)],
    [['typical']],
    /^0 fixed, 0 no longer seen, 1 still there, 0 new\n\nstill there:\n {2}campaign\.fields/,
    1,
    ['typical'],
  ],
  [
    'one that passes now is fixed when the others that looked for the same pass too',
    ended(1, typical, other),
    [ended(0, passing('typical')), ended(0, passing('other'))],
    [['typical'], ['other']],
    /^1 fixed, 0 no longer seen, 0 still there, 0 new/,
    0,
    [],
  ],
  [
    'one that another test still sees is still there',
    ended(1, typical, other),
    [ended(0, passing('typical')), ended(1, other)],
    [['typical'], ['other']],
    /^0 fixed, 0 no longer seen, 1 still there, 0 new/,
    1,
    ['other'],
  ],
  [
    'one that generated input found too is no longer seen, and runs with all the others only',
    ended(1, typical, generated),
    [ended(0, passing('typical'))],
    [['typical']],
    /^0 fixed, 1 no longer seen, 0 still there, 0 new/,
    0,
    [],
  ],
  [
    'what other tests merely met is gone with it',
    ended(1, typical, met),
    [ended(0, passing('typical'))],
    [['typical']],
    /^1 fixed, 0 no longer seen/,
    0,
    [],
  ],
  [
    'what was met and what generated input showed is not',
    ended(1, typical, met, generated),
    [ended(0, passing('typical'))],
    [['typical']],
    /^0 fixed, 1 no longer seen/,
    0,
    [],
  ],
  [
    'what a test met alone, and did not meet again, is gone',
    ended(1, met),
    [stated(0, { id: 'campaign.other' }, passing('met'))],
    [['met']],
    /^0 fixed, 0 no longer seen, 0 still there/,
    0,
    [],
  ],
  [
    'what a round met anew is new',
    ended(1, typical),
    [ended(1, stranger)],
    [['typical']],
    /^1 fixed, 0 no longer seen, 0 still there, 1 new\n\nfixed:\n.*\/name.*\n\nnew:\n.*\/id/,
    1,
    ['typical'],
  ],
  [
    'a round that could not look leaves what is known, and says why',
    ended(1, typical),
    [ended(2, check('typical', 'not-assessed', { message: 'CES_WRITE_BUDGET is spent' }))],
    [['typical']],
    /1 still there.*not looked at: CES_WRITE_BUDGET is spent/s,
    2,
    ['typical'],
  ],
  [
    'so does one that could look at another endpoint only',
    ended(1, typical),
    [ended(0, check('typical', 'not-assessed'), check('typical', 'passed', { endpoint: 5 }))],
    [['typical']],
    /^0 fixed, 0 no longer seen, 1 still there/,
    0,
    ['typical'],
  ],
  ['a round without a verdict leaves what is known', ended(1, typical), [ended(2)], [['typical']], /^No verdict/, 2, ['typical']],
  ['an interrupted round leaves the exit code of the one before', ended(1, typical), [ended(null)], [['typical']], /^No/, 1, ['typical']],
  ['what is waived is not run', ended(0, check('a', 'waived', { findings: [NULL] })), [], [], /^Nothing had failed/, 0, []],
  ['nor is completeness', stated(0, { level: 'completeness' }, typical), [], [], /^Nothing had failed/, 0, []],
];
for (const [title, first, round, asked, said, code, failing] of ROWS)
  test(`a round of failed checks: ${title}`, async () => {
    const { own, asked: titles, seeds } = rounds(first, ...round);
    expect(await own.all()).toBe('');
    expect(await own.failed()).toMatch(said);
    expect(titles).toEqual([null, ...asked]);
    expect(seeds).toEqual([null, ...asked.map(() => 7)]);
    expect([own.code, own.failing]).toEqual([code, failing]);
  });

test('a whole round shows what is no longer seen again, with the same seed', async () => {
  const { own, seeds } = rounds(ended(1, typical, generated), ended(0, passing('typical')), ended(1, passing('typical'), generated));
  await own.all();
  await own.failed();
  expect(await own.all()).toMatch(/^0 fixed, 0 no longer seen, 1 still there, 0 new/);
  expect([seeds.at(-1), own.failing]).toEqual([7, ['any']]);
});

test('without a first result, a round of failed checks runs everything', async () => {
  const { own, asked } = rounds(ended(2), ended(0, passing('typical')));
  expect(await own.all()).toContain('No verdict');
  await own.failed();
  expect(asked).toEqual([null, null]);
});
