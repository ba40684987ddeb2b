import { assemble } from '../../../src/result/assemble.ts';
import { sinceBaseline } from '../../../src/result/compare/since-baseline.ts';
import { exitReason } from '../../../src/result/exit-reason.ts';
import type { CheckFinding, CheckResult, ConformanceResult, RequirementResult, Status } from '../../../src/result/result.ts';
import { expect, test } from '../../test.ts';
import { evidence, FACTS, run } from '../engine/evidence.ts';
import { check, EMPTY, ID, NULL, statement } from './samples.ts';

const NO_ZONE: CheckFinding = { pointer: '/created_at', expected: 'a time', actual: 'a date' };

type Requirements = readonly RequirementResult[];
const compared = (before: Requirements, now: Requirements) =>
  sinceBaseline(
    { requirements: now, observations: [] },
    { file: 'old.json', result: { ...EMPTY, requirements: before, observations: [] } },
  );

/** Checks of the statement, written *failed 2*: status and endpoint; the title is the place in the list, by letter, where none is given. */
const checks = (...given: readonly (string | CheckResult)[]): RequirementResult =>
  statement(
    given.map((each, index) => {
      if (typeof each !== 'string') return each;
      const [status = '', endpoint = '2', title = 'abc'[index]] = each.split(' ');
      return check(status as Status, { endpoint: Number(endpoint), ...(title !== undefined && { title }) });
    }),
  );
const effect = (endpoint: number, given: Partial<CheckResult> = {}) =>
  statement([check('failed', { endpoint, ...given })], { id: 'campaign.name-comes-back' });
const own = expect.stringMatching(/^campaign\.fields-/);
const waived = (endpoint: number) =>
  check('waived', { endpoint, findings: [NULL], waiver: { reason: 'Known', owner: 'T-1', expires: '2099-01-01' } });
const at = (id: string, endpoints: readonly number[]) =>
  statement(
    endpoints.map((endpoint) => check('failed', { endpoint, findings: [{ expected: 'a rejection', actual: 'accepted' }] })),
    { id },
  );
const NOTHING = { new: [], stillThere: [], fixed: [], noLongerAssessed: [], notAssessed: [] };
const fresh = (given: object = {}) => ({ finding: own, waived: false, deviations: [{ requirement: ID, endpoint: 2 }], ...given });
const former = { id: own, level: 'requirement', requirement: ID, endpoints: [2], pointer: '/name', expected: 'a string', actual: 'null' };

const ROWS: readonly (readonly [title: string, before: Requirements, now: Requirements, expected: object])[] = [
  [
    'a finding of both is still there, whoever showed it then and shows it now',
    [checks('failed 2 x')],
    [checks('failed', 'failed')],
    { stillThere: [own] },
  ],
  ['one that the baseline looked for and did not have is new', [checks('passed')], [checks('failed')], { new: [fresh()] }],
  [
    'one that reaches a further endpoint is new there',
    [checks('failed', 'passed 18')],
    [checks('failed', 'failed 18')],
    { new: [fresh({ wider: true, deviations: [{ requirement: ID, endpoint: 18 }] })] },
  ],
  [
    'one that reaches a further place is new, though people see one finding',
    [checks('failed')],
    [checks(check('failed', { findings: [NULL, { ...NULL, pointer: '/subject' }] }))],
    { new: [fresh({ wider: true })] },
  ],
  [
    'who is let in at some doors more than before, because of the same open door, is no new finding',
    [at('authentication.rejects-after-good', [1, 5, 18]), at('authentication.rejects-cookie', [1])],
    [
      at('authentication.rejects-after-good', [1, 5, 18]),
      at('authentication.rejects-cookie', [18, 5, 1]),
      at('authentication.rejects-query', [5]),
    ],
    { stillThere: [expect.stringMatching(/^authentication\.rejects-after-good-/)] },
  ],
  [
    'what followed from a finding that is fixed, and now stands alone, is still there',
    [checks('failed'), effect(2)],
    [checks('passed'), effect(2)],
    { stillThere: [expect.stringMatching(/^campaign\.name-comes-back-/)], fixed: [former] },
  ],
  [
    'what the baseline did not assess is new, and marked as such',
    [checks('not-assessed')],
    [checks('failed')],
    { new: [fresh({ unseenBefore: true })] },
  ],
  ['so is what it did not have', [], [checks('failed')], { new: [fresh({ unseenBefore: true })] }],
  [
    'what is new and waived is marked as waived',
    [checks('passed', 'passed 18')],
    [statement([waived(2)])],
    { new: [fresh({ waived: true })] },
  ],
  [
    'what fails beside something waived is new there',
    [checks('passed', 'passed 18')],
    [checks(waived(2), 'failed 18')],
    { new: [fresh({ deviations: [{ requirement: ID, endpoint: 18 }] })] },
  ],
  ['one that was looked for again and is gone is fixed', [checks('failed', 'failed 2 b')], [checks('passed')], { fixed: [former] }],
  [
    'one that nobody looked for is not fixed',
    [checks('failed')],
    [checks('not-assessed')],
    { noLongerAssessed: [former], notAssessed: [ID] },
  ],
  [
    'nor where another check passed, and this one was not made',
    [checks('failed')],
    [checks('not-assessed', 'passed')],
    { noLongerAssessed: [former] },
  ],
  ['nor where only another endpoint was asked', [checks('failed')], [checks('passed 18')], { noLongerAssessed: [former] }],
  [
    'where no check that showed it is left, another check of the statement there suffices',
    [checks(check('failed', { met: true }))],
    [checks('passed 2 b')],
    { fixed: [former] },
  ],
  ['a statement that was assessed and is not any more is named', [checks('passed')], [checks('not-assessed')], { notAssessed: [ID] }],
  ['one that is assessed now is not', [checks('not-assessed')], [checks('passed')], {}],
  ['one that was judged whole and is in part now is named', [checks('passed')], [checks('passed', 'not-assessed')], { inPart: [ID] }],
  [
    'a statement that the results do not share is neither fixed nor newly open, and says why',
    [checks('failed')],
    [statement([check('passed')], { text: 'Another sentence.' })],
    { notCompared: [{ id: ID, reason: 'its wording is not the same in all files' }] },
  ],
  [
    'in other words, a finding of both is still there',
    [checks('failed')],
    [statement([check('failed')], { text: 'Another sentence.' })],
    { stillThere: [own] },
  ],
];
for (const [title, before, now, expected] of ROWS)
  test(`since the baseline: ${title}`, () => expect(compared(before, now)).toMatchObject({ ...NOTHING, ...expected }));

test('what follows from a known finding does not make it new, at whatever endpoint; where the cause is new, it is new too', () => {
  const cause = checks('failed', 'passed 18');
  for (const given of [{}, { met: true } as const]) {
    expect(compared([cause], [cause, effect(2, given)])).toMatchObject({ new: [], stillThere: [own] });
    expect(compared([cause], [checks('failed', 'failed 18'), effect(18, given)]).new).toMatchObject([
      { deviations: [{ requirement: ID }, { requirement: 'campaign.name-comes-back' }] },
    ]);
    expect(compared([cause], [checks('passed'), effect(2, given)]).new).toMatchObject([{ waived: false }]);
  }
});

test('an observation that drifted has both answers', () => {
  const observed = (answer: number) => [{ id: 'errors.unknown-id', endpoint: 13, question: 'Which status?', answer }];
  const result = { ...EMPTY, observations: observed(404) };
  const { drifted } = sinceBaseline({ requirements: [], observations: observed(410) }, { file: 'old.json', result });
  expect(drifted).toEqual([{ id: 'errors.unknown-id', question: 'Which status?', endpoints: [13], before: [404], now: [410] }]);
});

const CAMPAIGN = { requirement: ID, endpoint: 'createCampaign', findings: [NULL] } as const;
const failOnNew = {
  ...FACTS,
  settings: [
    ...FACTS.settings,
    { name: 'CES_FAIL_ON', value: 'new', source: 'environment' },
    { name: 'CES_BASELINE', value: 'old.json', source: 'environment' },
  ],
};

/** A run in which these checks were made, judged by CES_FAIL_ON=new; null stands for a folder that holds no result yet. */
function judged(
  given: NonNullable<Parameters<typeof evidence>[0]>['checks'] & object,
  baseline?: ConformanceResult | null,
): ConformanceResult {
  const own = evidence({ run: failOnNew, checks: given });
  const ended = { title: 'a', covers: { endpoint: 'createCampaign', statements: [ID] }, evidence: own, missing: '' } as const;
  const before = baseline === null ? { missing: 'No baseline.' } : baseline && { file: 'old.json', result: baseline };
  return assemble(run([ended], { facts: failOnNew, ...(before && { baseline: before }) }));
}

const [failed, good] = [
  { ...CAMPAIGN, status: 'failed' },
  { ...CAMPAIGN, status: 'passed', findings: [] },
] as const;
const known = judged([failed]);

test('the verdict stays what it is, and only what is new fails the run', () => {
  const same = judged([failed], known);
  const also = '1 finding in the baseline too, which CES_FAIL_ON=new does not count';
  expect(same.verdict).toBe('nonconformant');
  expect(exitReason(0, same)).toBe(`Exit 0: ${also}`);
  expect(exitReason(1, judged([failed, { ...failed, findings: [NO_ZONE] }], known))).toBe(`Exit 1: 1 new finding; ${also}`);
  expect(exitReason(0, judged([good], known))).toBe('Exit 0: nothing that counts failed');
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
