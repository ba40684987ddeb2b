import type { CheckEvidence } from '../../../src/engine/evidence/evidence.ts';
import { assemble } from '../../../src/result/assemble.ts';
import { sinceBaseline } from '../../../src/result/compare/since-baseline.ts';
import { exitReason } from '../../../src/result/exit-reason.ts';
import type { CheckResult, ConformanceResult, RecordedDeviation, RequirementResult } from '../../../src/result/result.ts';
import { countingFailures } from '../../../src/result/verdict.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';
import { evidence, FACTS, run } from '../engine/evidence.ts';
import { checks, EMPTY, ID, NULL, set, statement } from './samples.ts';

const NO_ZONE: RecordedDeviation = { pointer: '/created_at', expected: 'a time', actual: 'a date' };

/** A statement, with its checks as `checks` reads them, and what each of them has beside that. Alone, these checks stand for the usual one. */
type Told = string | (Partial<Omit<RequirementResult, 'checks'>> & { readonly made: string; readonly each?: Partial<CheckResult> });

function told(one: Told): RequirementResult {
  if (typeof one === 'string') return statement(checks(one));
  const { made, each, ...given } = one;
  return statement(
    checks(made).map((check) => ({ ...check, ...each })),
    given,
  );
}

function compared(before: readonly Told[], now: readonly Told[], partial = false) {
  const result = { ...EMPTY, requirements: before.map(told), observations: [] };
  return sinceBaseline({ requirements: now.map(told), observations: [], partial }, { file: 'old.json', result });
}

test('what changed since the baseline was approved', () =>
  expectCalls('result/since-baseline.txt', {
    compared: (...sides: Parameters<typeof compared>) =>
      Object.entries(compared(...sides)).flatMap(([name, all]) => (Array.isArray(all) && all.length > 0 ? [{ [name]: all }] : [])),
  }));

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
  const requirements = [told('failed, waived 18')];
  const baseline = compared(['failed, passed 18'], ['failed, waived 18']);
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
