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
    ...difference,
  };
}

const sound = STATEMENTS.map((id) => outcome({ name: id, breaks: [id], reported: [id], only: true }));
const MISSED = { detected: false, named: false, reported: [] };
const NOT_FOR_ONE = { outcome: 'not for one request', why: 'the check compares several answers' } as const;
const NO_CURL = { outcome: 'no curl on this machine' } as const;

const UNSHOWN = /not shown by the `curl` of the first finding: a-fault: status 200/;
/** What comes beside sound outcomes, and what fails the mutation run then; null for nothing. */
const ROWS: readonly (readonly [title: string, more: readonly Partial<FaultOutcome>[], message: RegExp | null])[] = [
  ['sound faults alone', [], null],
  ['a fault that is missed', [MISSED], /^1 fault not detected: a-fault/],
  ['a fault that never came into play', [{ ...MISSED, triggered: false }], /^1 fault never came into play: a-fault/],
  ['a fault that is not alone', [{ only: true, reported: [FIRST, SECOND] }], /^1 fault broke another statement: a-fault/],
  ['a mistake', [{ mistakes: ['boom'] }], /^1 mistake of the mutation run or of the suite: a-fault: boom/],
  ['a fault that no single request can show', [{ replay: NOT_FOR_ONE }], null],
  ['a machine without curl', [{ replay: NO_CURL }], null],
  ['fewer than 95 % named', Array(10).fill({ named: false }), /expected 95 %/],
  ['one that is not named', [{ named: false }], null],
  ['fewer than 90 % named first', Array(20).fill({ namedFirst: false }), /named in the first finding, expected 90 %: not a-fault/],
  ['one that is not named first', [{ namedFirst: false }], null],
  ['a fault that its `curl` does not show', Array(20).fill({ replay: { outcome: 'not shown', why: 'status 200' } as const }), UNSHOWN],
];

for (const [title, more, message] of ROWS)
  test(`with ${title} the mutation run ${message ? 'fails' : 'has no shortcoming'}`, () => {
    const problems = shortcomings(tally([...sound, ...more.map(outcome)], []), true);
    expect(problems).toEqual(message === null ? [] : [expect.stringMatching(message)]);
  });

test('what could not be judged or sent is counted apart', () => {
  expect(tally([{}, { replay: NOT_FOR_ONE }, { replay: NO_CURL }, { triggered: false }].map(outcome), [])).toMatchObject({
    ...{ faults: 4, detected: 3, missed: [], untriggered: ['a-fault'], replayed: 1, notSent: 1, notReplayed: [] },
    notForOneRequest: ['a-fault: the check compares several answers'],
  });
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
