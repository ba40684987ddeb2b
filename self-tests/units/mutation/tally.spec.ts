import { STATEMENTS } from '../../../mutation/fault.ts';
import type { FaultOutcome } from '../../../mutation/judge-fault.ts';
import { shortcomings, tally } from '../../../mutation/report/tally.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';

const [FIRST, SECOND] = STATEMENTS as [StatementId, StatementId];

function outcome(difference: Partial<FaultOutcome>): FaultOutcome {
  return {
    name: 'a-fault',
    endpoints: ['getSentEmail'],
    breaks: [FIRST],
    description: '',
    only: false,
    triggered: true,
    detected: true,
    named: true,
    namedFirst: true,
    replay: { outcome: 'shown' },
    reported: [FIRST],
    mistakes: [],
    scenariosRun: 1,
    durationMs: 1,
    ...difference,
  };
}

const sound = STATEMENTS.map((id) => outcome({ name: id, breaks: [id], reported: [id], only: true }));
const problems = (...more: Partial<FaultOutcome>[]) => shortcomings(tally([...sound, ...more.map(outcome)], []), true);

test('a mutation run without shortcomings has none', () => expect(problems()).toEqual([]));

for (const [title, difference, message] of [
  ['a fault that is missed', { detected: false, named: false, reported: [] }, /^1 fault not detected: a-fault/],
  [
    'a fault that never came into play',
    { triggered: false, detected: false, named: false, reported: [] },
    /^1 fault never came into play: a-fault/,
  ],
  ['a fault that is not alone', { only: true, reported: [FIRST, SECOND] }, /^1 fault broke another statement: a-fault/],
  ['a mistake of the mutation run', { mistakes: ['boom'] }, /^1 mistake of the mutation run or of the suite: a-fault: boom/],
] as const)
  test(`${title} fails the mutation run`, () => expect(problems(difference)).toEqual([expect.stringMatching(message)]));

test('a fault that its `curl` line does not show fails the mutation run', () => {
  const figures = tally([outcome({ replay: { outcome: 'not shown', why: 'status 200' } })], []);
  expect(shortcomings(figures, false)).toContain('1 fault not shown by the `curl` of the first finding: a-fault: status 200');
});

test('a fault that never came into play is neither hit nor miss', () => {
  const figures = tally([outcome({ triggered: false })], []);
  expect(figures).toMatchObject({ faults: 1, detected: 0, missed: [], untriggered: ['a-fault'] });
});

test('fewer than 95 % named fail the mutation run', () => {
  const unnamed = Array.from({ length: 10 }, () => ({ named: false }));
  expect(problems(...unnamed)).toEqual([expect.stringContaining('expected 95 %')]);
  expect(problems({ named: false })).toEqual([]);
});

test('fewer than 90 % named in the first finding fail the mutation run', () => {
  const later = Array.from({ length: 20 }, () => ({ namedFirst: false }));
  expect(problems(...later)).toEqual([expect.stringContaining('named in the first finding, expected 90 %: not a-fault')]);
  expect(problems({ namedFirst: false })).toEqual([]);
});

test('what no single request can show is counted, and no shortcoming', () => {
  const replay = { outcome: 'not for one request', why: 'the check compares several answers' } as const;
  expect(problems({ replay })).toEqual([]);
  expect(tally([outcome({}), outcome({ replay })], [])).toMatchObject({
    replayed: 1,
    notSent: 0,
    notForOneRequest: ['a-fault: the check compares several answers'],
    notReplayed: [],
  });
});

test('without curl on the machine nothing is shown again, and the figures say so', () => {
  const replay = { outcome: 'no curl on this machine' } as const;
  expect(problems({ replay })).toEqual([]);
  expect(tally([outcome({ replay })], [])).toMatchObject({ replayed: 0, notSent: 1 });
});

test('a false alarm fails the mutation run', () => {
  const figures = tally(sound, [{ name: 'variant: chunked', alarm: true, message: 'why' }]);
  expect(shortcomings(figures, true)).toEqual(['1 false alarm of the suite: variant: chunked: why']);
});

test('a statement without a fault of its own fails a whole run, and says nothing of a part', () => {
  const figures = tally(sound.slice(1), []);
  expect(shortcomings(figures, true)).toEqual([expect.stringContaining(FIRST)]);
  expect(shortcomings(figures, false)).toEqual([]);
});
