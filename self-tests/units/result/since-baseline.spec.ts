import type { CheckEvidence } from '../../../src/engine/evidence/evidence.ts';
import { assemble } from '../../../src/result/assemble.ts';
import { sinceBaseline } from '../../../src/result/compare/since-baseline.ts';
import { exitReason } from '../../../src/result/exit-reason.ts';
import type { CheckResult, ConformanceResult, RecordedDeviation, RequirementResult } from '../../../src/result/result.ts';
import { countingFailures } from '../../../src/result/verdict.ts';
import { expect, test } from '../../test.ts';
import { evidence, FACTS, run } from '../engine/evidence.ts';
import { check, checks, EMPTY, ID, NULL, set, statement } from './samples.ts';

const NO_ZONE: RecordedDeviation = { pointer: '/created_at', expected: 'a time', actual: 'a date' };

type Side = string | readonly RequirementResult[];
const requirementsOf = (side: Side) => (typeof side === 'string' ? [statement(checks(side))] : side);
function compared(before: Side, now: Side, partial = false) {
  const result = { ...EMPTY, requirements: requirementsOf(before), observations: [] };
  return sinceBaseline({ requirements: requirementsOf(now), observations: [], partial }, { file: 'old.json', result });
}

const effect = (endpoint: number, given: Partial<CheckResult> = {}) =>
  statement([check('failed', { endpoint, ...given })], { id: 'campaign.name-comes-back' });
const reworded = (text: string) => [statement(checks(text), { text: 'Another sentence.' })];
const FOUND = [{ expected: 'a rejection', actual: 'accepted' }];
const accepted = (id: string, ...endpoints: number[]) =>
  statement(
    endpoints.map((endpoint) => check('failed', { endpoint, findings: FOUND })),
    { id: `authentication.${id}` },
  );
const elsewhere = [statement([check('failed', { met: true })])];
const twice = [statement([check('failed', { findings: [NULL, { ...NULL, pointer: '/subject' }] })])];

const atOnce = [
  statement([check('failed', { findings: [{ ...NULL, pointer: '/subject' }], contrast: 'alone: right; 7 in flight: 2 of 5 wrong' })]),
];

const id = (name: string) => expect.stringMatching(new RegExp(`^${name}-`));
const fresh = (endpoint = 2, given: object = {}) => ({
  new: [{ finding: id('campaign.fields'), waived: false, deviations: [{ requirement: ID, endpoint }], ...given }],
});
const there = { stillThere: [id('campaign.fields')] };
const former = [
  { id: id(ID), level: 'requirement', requirement: ID, endpoints: [2], pointer: '/name', expected: 'a string', actual: 'null' },
];
const NOTHING = { new: [], stillThere: [], fixed: [], noLongerAssessed: [], notAssessed: [], notCompared: [] };
const OTHER_WORDS = { notCompared: [{ id: ID, reason: 'its wording is not the same in all files' }] };
const ABSENT = { notCompared: [{ id: ID, reason: 'not in every file' }] };

for (const [title, before, now, expected] of [
  ['a finding of both is still there, whoever showed it', 'failed 2 x', 'failed, failed', there],
  ['one that the baseline looked for and did not have is new', 'passed', 'failed', fresh()],
  ['one that reaches a further endpoint is new there', 'failed, passed 18', 'failed, failed 18', fresh(18, { wider: true })],
  ['one that reaches a further place is new, though people see one', 'failed', twice, fresh(2, { wider: true })],
  ['another sign of what takes others under way is no news at the same endpoint', 'failed', atOnce, { ...there, fixed: former }],
  ['one that the baseline did not assess may be older', 'not-assessed', 'failed', fresh(2, { unseenBefore: true })],
  ['so may one that it did not have', [], 'failed', { ...fresh(2, { unseenBefore: true }), ...ABSENT }],
  ['what is new and waived is marked as waived', 'passed', 'waived', fresh(2, { waived: true })],
  ['what fails beside something waived is new there', 'passed, passed 18', 'waived, failed 18', fresh(18)],
  ['one that was looked for again and is gone is fixed', 'failed, failed 2 b', 'passed', { fixed: former }],
  ['one that nobody looked for is not', 'failed', 'not-assessed', { noLongerAssessed: former, notAssessed: [ID] }],
  ['nor where another check passed, and this one was not made', 'failed', 'not-assessed, passed', { noLongerAssessed: former }],
  ['nor where only another endpoint was asked', 'failed', 'passed 18', { noLongerAssessed: former }],
  ['where no check that showed it is left, another one there suffices', elsewhere, 'passed 2 b', { fixed: former }],
  ['a statement that is not assessed any more is named', 'passed', 'not-assessed', { notAssessed: [ID] }],
  ['one that is assessed now is not', 'not-assessed', 'passed', {}],
  ['one that was judged whole and is in part now is named', 'passed', 'passed, not-assessed', { inPart: [ID] }],
  ['a statement in other words is neither fixed nor newly open', 'failed', reworded('passed'), OTHER_WORDS],
  ['in other words, a finding of both is still there', 'failed', reworded('failed'), { ...there, ...OTHER_WORDS }],
  [
    'what followed from a finding that is fixed, and now stands alone, is still there',
    [statement(checks('failed')), effect(2)],
    [statement(checks('passed')), effect(2)],
    { stillThere: [id('campaign.name-comes-back')], fixed: former },
  ],
  [
    'who is let in at some doors more than before, because of the same open door, is no new finding',
    [accepted('rejects-after-good', 1, 5, 18), accepted('rejects-cookie', 1)],
    [accepted('rejects-after-good', 1, 5, 18), accepted('rejects-cookie', 18, 5, 1), accepted('rejects-query', 5)],
    { stillThere: [id('authentication.rejects-after-good')], notCompared: [{ id: 'authentication.rejects-query' }] },
  ],
] as const)
  test(`since the baseline: ${title}`, () => expect(compared(before, now)).toMatchObject({ ...NOTHING, ...expected }));

test('since the baseline: of what a part of a run left out, nothing is said', () => {
  for (const then of ['failed', 'passed']) expect(compared(then, 'not-assessed', true)).toMatchObject(NOTHING);
  expect(compared('passed', 'passed, not-assessed', true)).not.toHaveProperty('inPart');
  expect(compared('failed', 'passed', true)).toMatchObject({ fixed: former });
});

test('what follows from a known finding does not make it new, at whatever endpoint; where the cause is new, it is new too', () => {
  const cause = statement(checks('failed, passed 18'));
  for (const given of [{}, { met: true } as const]) {
    expect(compared([cause], [cause, effect(2, given)])).toMatchObject({ new: [], ...there });
    expect(compared([cause], [statement(checks('failed, failed 18')), effect(18, given)]).new).toMatchObject([
      { deviations: [{ requirement: ID }, { requirement: 'campaign.name-comes-back' }] },
    ]);
    expect(compared([cause], [statement(checks('passed')), effect(2, given)]).new).toMatchObject([{ waived: false }]);
  }
});

test('an observation that drifted has both answers', () => {
  const observed = (answer: number) => [{ id: 'errors.unknown-id', endpoint: 13, question: 'Which status?', answer }];
  const result = { ...EMPTY, observations: observed(404) };
  const { drifted } = sinceBaseline({ requirements: [], observations: observed(410) }, { file: 'old.json', result });
  expect(drifted).toEqual([{ id: 'errors.unknown-id', question: 'Which status?', endpoints: [13], before: [404], now: [410] }]);
});

const CAMPAIGN = { requirement: ID, endpoint: 'createCampaign', findings: [NULL] } as const;
const failOnNew = { ...FACTS, settings: [...FACTS.settings, set('CES_FAIL_ON', 'new'), set('CES_BASELINE', 'old.json')] };

/** A run in which these checks were made, judged by CES_FAIL_ON=new; null stands for a folder that holds no result yet. */
function judged(given: readonly CheckEvidence[], baseline?: ConformanceResult | null): ConformanceResult {
  const own = evidence({ run: failOnNew, checks: given });
  const ended = { title: 'a', covers: { endpoint: 'createCampaign', statements: [ID] }, evidence: own, missing: '' } as const;
  const before = baseline === null ? { missing: 'No baseline.' } : baseline && { file: 'old.json', result: baseline };
  return assemble(run([ended], { facts: failOnNew, ...(before && { baseline: before }) }));
}

const failed = { ...CAMPAIGN, status: 'failed' } as const;
const good = { ...CAMPAIGN, status: 'passed', findings: [] } as const;
const known = judged([failed]);

test('the verdict stays what it is, and only what is new fails the run', () => {
  const same = judged([failed], known);
  const also = '1 finding in the baseline too, which CES_FAIL_ON=new does not count';
  expect(same.verdict).toBe('nonconformant');
  expect(exitReason(0, same)).toBe(`Exit 0: ${also}`);
  expect(exitReason(1, judged([failed, { ...failed, findings: [NO_ZONE] }], known))).toBe(`Exit 1: 1 new finding; ${also}`);
  expect(exitReason(0, judged([good], known))).toBe('Exit 0: nothing that counts failed');
});

test('what is new and waived does not fail a run beside what is known', () => {
  const requirements = requirementsOf('failed, waived 18');
  const baseline = compared('failed, passed 18', requirements);
  expect(baseline.new).toMatchObject([{ waived: true }]);
  expect(countingFailures({ requirements, baseline }, 'new')).toEqual([]);
});

test('the sentence says which robustness findings do not count, since they are not new', () => {
  const frail = { ...failed, requirement: 'robustness.every-request' } as const;
  expect(judged([good, frail], judged([good, frail])).sentence).toContain('1 robustness finding does not count, by CES_FAIL_ON=new');
  expect(judged([good, frail], judged([good])).sentence).toContain('1 robustness finding fails the run');
});

test('where a folder holds no result yet, the run says so, and all that is broken counts', () => {
  const first = judged([failed], null);
  expect(first.baseline).toBeUndefined();
  expect(first.notices).toEqual(['No baseline.']);
  expect(exitReason(1, first)).toBe('Exit 1: 1 requirement broken; all count as new, since there is no baseline');
});

test('a run without a verdict compares nothing', () => {
  expect(judged([], known)).toMatchObject({ verdict: 'no-verdict' });
  expect(judged([], known).baseline).toBeUndefined();
});
