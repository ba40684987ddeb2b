import { assemble } from '../../../src/result/assemble.ts';
import { exitReason } from '../../../src/result/exit-reason.ts';
import type { CheckFinding, CheckResult, ConformanceResult, RequirementResult } from '../../../src/result/result.ts';
import { sinceBaseline } from '../../../src/result/since-baseline.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { evidence, FACTS, run } from '../engine/evidence.ts';
import { check, EMPTY, ID, NULL, statement } from './samples.ts';

const NO_ZONE: CheckFinding = { pointer: '/created_at', expected: 'a time', actual: 'a date' };

function compared(before: readonly RequirementResult[], now: readonly RequirementResult[], given: Partial<ConformanceResult> = {}) {
  return sinceBaseline(
    { requirements: now, observations: [] },
    { file: 'old.json', result: { ...EMPTY, requirements: before, observations: [], ...given } },
  );
}

test('a finding of both results is still there, whoever showed it then and shows it now', () => {
  const comparison = compared([statement([check('failed', { title: 'b' })])], [statement([check('failed'), check('failed')])]);
  expect(comparison).toMatchObject({ new: [], fixed: [], noLongerAssessed: [], notAssessed: [] });
  expect(comparison.stillThere).toHaveLength(1);
});

test('a finding that the baseline looked for and did not have is new', () => {
  const { new: fresh, stillThere } = compared([statement([check('passed')])], [statement([check('failed')])]);
  expect(fresh).toEqual([
    { finding: expect.stringMatching(/^campaign\.fields-/), waived: false, deviations: [{ requirement: ID, endpoint: 2 }] },
  ]);
  expect(stillThere).toEqual([]);
});

test('a finding that reaches a further endpoint is new there', () => {
  const now = [statement([check('failed'), check('failed', { endpoint: 18 })])];
  const { new: fresh, stillThere } = compared([statement([check('failed'), check('passed', { endpoint: 18 })])], now);
  expect(fresh).toMatchObject([{ wider: true, deviations: [{ requirement: ID, endpoint: 18 }] }]);
  expect(stillThere).toEqual([]);
});

test('a finding that reaches a further place is new, though people see one finding', () => {
  const both = [NULL, { ...NULL, pointer: '/subject' }];
  const { new: fresh } = compared([statement([check('failed')])], [statement([check('failed', { findings: both })])]);
  expect(fresh).toMatchObject([{ wider: true, deviations: [{ requirement: ID, endpoint: 2 }] }]);
});

test('what follows from a known finding does not make it new, at whatever endpoint; where the cause is new, it is new too', () => {
  const effect = (endpoint: number, given: Partial<CheckResult> = {}) =>
    statement([check('failed', { endpoint, ...given })], { id: 'campaign.name-comes-back' });
  const cause = statement([check('failed'), check('passed', { endpoint: 18 })]);
  for (const given of [{}, { met: true } as const]) {
    expect(compared([cause], [cause, effect(2, given)])).toMatchObject({
      new: [],
      stillThere: [expect.stringMatching(/^campaign\.fields-/)],
    });
    expect(compared([cause], [statement([check('failed'), check('failed', { endpoint: 18 })]), effect(18, given)]).new).toMatchObject([
      { deviations: [{ requirement: ID }, { requirement: 'campaign.name-comes-back' }] },
    ]);
    expect(compared([cause], [statement([check('passed')]), effect(2, given)]).new).toMatchObject([{ waived: false }]);
  }
});

test('who is let in at some doors more than before, because of the same open door, is no new finding', () => {
  const at = (id: StatementId, endpoints: readonly number[]) =>
    statement(
      endpoints.map((endpoint) => check('failed', { endpoint, findings: [{ expected: 'a rejection', actual: 'accepted' }] })),
      { id },
    );
  const cause = at('authentication.rejects-after-good', [1, 5, 18]);
  const { new: fresh } = compared(
    [cause, at('authentication.rejects-cookie', [1])],
    [cause, at('authentication.rejects-cookie', [18, 5, 1]), at('authentication.rejects-query', [5])],
  );
  expect(fresh).toEqual([]);
});

test('what followed from a finding and now stands alone is not new', () => {
  const effect = statement([check('failed')], { id: 'campaign.name-comes-back' });
  const comparison = compared([statement([check('failed')]), effect], [statement([check('passed')]), effect]);
  expect(comparison.new).toEqual([]);
  expect(comparison.stillThere).toEqual([expect.stringMatching(/^campaign\.name-comes-back-/)]);
});

test('what the baseline did not assess is new, and marked as such', () => {
  const { new: fresh } = compared([statement([check('not-assessed')])], [statement([check('failed')])]);
  expect(fresh).toMatchObject([{ unseenBefore: true }]);
});

test('what is new and waived is marked as waived; what fails beside it is not', () => {
  const waiver = { reason: 'Known', owner: 'T-1', expires: '2099-01-01' };
  const waived = check('waived', { findings: [NULL], waiver });
  const before = [statement([check('passed'), check('passed', { endpoint: 18 })])];
  expect(compared(before, [statement([waived])]).new).toMatchObject([{ waived: true, deviations: [{ endpoint: 2 }] }]);
  const mixed = compared(before, [statement([waived, check('failed', { endpoint: 18 })])]).new;
  expect(mixed).toMatchObject([{ waived: false, deviations: [{ endpoint: 18 }] }]);
});

test('a finding that was looked for again and is gone is fixed', () => {
  const { fixed } = compared([statement([check('failed'), check('failed', { title: 'b' })])], [statement([check('passed')])]);
  expect(fixed).toEqual([
    {
      id: expect.stringMatching(/^campaign\.fields-/),
      level: 'requirement',
      requirement: ID,
      endpoints: [2],
      pointer: '/name',
      expected: 'a string',
      actual: 'null',
    },
  ]);
});

for (const [title, now] of [
  ['the check was not made', [check('not-assessed')]],
  ['another check passed, and this one was not made', [check('not-assessed'), check('passed', { title: 'b' })]],
  ['only another endpoint was asked', [check('passed', { endpoint: 18 })]],
] as const) {
  test(`a finding that nobody looked for is not fixed: ${title}`, () => {
    const comparison = compared([statement([check('failed')])], [statement(now)]);
    expect(comparison.fixed).toEqual([]);
    expect(comparison.noLongerAssessed).toMatchObject([{ requirement: ID }]);
  });
}

test('where no check that showed it is left, another check of the statement there suffices', () => {
  const comparison = compared([statement([check('failed', { met: true })])], [statement([check('passed', { title: 'b' })])]);
  expect(comparison.fixed).toHaveLength(1);
});

test('statements that were assessed and are not any more are named; the other way round they are not', () => {
  const open = statement([check('not-assessed')]);
  expect(compared([statement([check('passed')])], [open]).notAssessed).toEqual([ID]);
  expect(compared([open], [statement([check('passed')])]).notAssessed).toEqual([]);
});

test('a statement that the results do not share is neither fixed nor newly open, and says why', () => {
  const other = statement([check('passed')], { text: 'Another sentence.' });
  const comparison = compared([statement([check('failed')])], [other]);
  expect(comparison).toMatchObject({ new: [], fixed: [], noLongerAssessed: [], notAssessed: [] });
  expect(comparison.notCompared).toEqual([{ id: ID, reason: 'its wording is not the same in all files' }]);
  expect(compared([], [statement([check('failed')])]).new).toMatchObject([{ unseenBefore: true }]);
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

/** A run in which these checks were made, judged by CES_FAIL_ON=new. */
function judged(checks: Parameters<typeof evidence>[0] & object, baseline?: ConformanceResult | null): ConformanceResult {
  const test = {
    title: 'a',
    covers: { endpoint: 'createCampaign', statements: [ID] },
    evidence: evidence({ run: failOnNew, ...checks }),
    missing: '',
  } as const;
  return assemble(
    run([test], {
      facts: failOnNew,
      ...(baseline !== undefined && { baseline: baseline === null ? { missing: 'No baseline.' } : { file: 'old.json', result: baseline } }),
    }),
  );
}

const known = judged({ checks: [{ ...CAMPAIGN, status: 'failed' }] });
const worse = {
  checks: [
    { ...CAMPAIGN, status: 'failed' },
    { ...CAMPAIGN, status: 'failed', findings: [NO_ZONE] },
  ],
} as const;

test('the verdict stays what it is, and only what is new fails the run', () => {
  const same = judged({ checks: [{ ...CAMPAIGN, status: 'failed' }] }, known);
  expect(same.verdict).toBe('nonconformant');
  expect(exitReason(0, same)).toBe('Exit 0: 1 finding in the baseline too, which CES_FAIL_ON=new does not count');
  expect(exitReason(1, judged(worse, known))).toBe(
    'Exit 1: 1 new finding; 1 finding in the baseline too, which CES_FAIL_ON=new does not count',
  );
  expect(exitReason(0, judged({ checks: [{ ...CAMPAIGN, status: 'passed', findings: [] }] }, known))).toBe(
    'Exit 0: nothing that counts failed',
  );
});

test('the sentence says which robustness findings do not count, since they are not new', () => {
  const frail = { requirement: 'robustness.every-request', endpoint: 'createCampaign', status: 'failed', findings: [NULL] } as const;
  const good = { ...CAMPAIGN, status: 'passed', findings: [] } as const;
  const before = judged({ checks: [good, frail] });
  expect(judged({ checks: [good, frail] }, before).sentence).toContain('1 robustness finding does not count, by CES_FAIL_ON=new');
  expect(judged({ checks: [good, frail] }, judged({ checks: [good] })).sentence).toContain('1 robustness finding fails the run');
});

test('where a folder holds no result yet, the run says so, and all that is broken counts', () => {
  const first = judged({ checks: [{ ...CAMPAIGN, status: 'failed' }] }, null);
  expect(first.baseline).toBeUndefined();
  expect(first.notices).toEqual(['No baseline.']);
  expect(exitReason(1, first)).toBe('Exit 1: 1 requirement broken; all count as new, since there is no baseline');
});

test('a run without a verdict compares nothing', () => {
  expect(judged({ checks: [] }, known)).toMatchObject({ verdict: 'no-verdict' });
  expect(judged({ checks: [] }, known).baseline).toBeUndefined();
});
