import { AS_FORM } from '../../../src/checks/run-history.ts';
import { failureMessage } from '../../../src/engine/evidence/evidence.ts';
import type { CheckResult, RecordedDeviation, RequirementResult } from '../../../src/result/result.ts';
import { draftWaivers, lastingPart, PLACEHOLDER, waive } from '../../../src/result/waive.ts';
import { entryProblems, type Waiver } from '../../../src/settings/files/waivers.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';
import { check, statement } from './samples.ts';

const WAIVER: Waiver = { requirement: 'business.fields', reason: 'Mended', owner: 'T-1', expires: '2026-12-31', message: 'Actual: 5' };
const business = (checks: readonly CheckResult[], given: Partial<RequirementResult> = {}) =>
  statement(checks, { id: 'business.fields', text: 'Present fields have their types.', ...given });

/** A failure with the message that a run gives it. */
function failed(finding: RecordedDeviation, given: Partial<CheckResult> = {}): CheckResult {
  const { findings = [finding] } = given;
  const message = failureMessage({ id: 'business.fields', text: 'Present fields have their types.', source: 'Resources' }, { findings });
  return check('failed', { endpoint: 5, findings, message, ...given });
}

const FIVE = failed({ pointer: '/name', expected: 'a string', actual: '5' });
const TRUE = { ...FIVE, message: 'Actual: true' };
const [PASSED, OPEN] = [check('passed', { endpoint: 5 }), check('not-assessed', { endpoint: 5, message: 'no fixture' })];
const [EXPIRED, OTHER, STALE] = [/expired on 2026-12-31/, /another one now/, /stale/];

for (const [title, checks, given, today, status, problem] of [
  ['the failure that is expected is waived', [FIVE], {}, '2026-06-01', 'waived', null],
  ['an expired one waives nothing', [FIVE], {}, '2027-01-01', 'failed', EXPIRED],
  ['nor does one about another failure', [FIVE], { message: 'Actual: null' }, '2026-06-01', 'failed', OTHER],
  ['nor does a stale one', [PASSED], {}, '2026-06-01', 'passed', STALE],
  ['nor does one of another endpoint', [FIVE], { endpoint: 2 }, '2026-06-01', 'failed', null],
  ['it waits while its check is not assessed', [OPEN], {}, '2026-06-01', 'not-assessed', null],
  ['one failure that is not waived keeps the statement failed', [FIVE, TRUE], {}, '2026-06-01', 'failed', null],
  ['a line may be its message', [FIVE], { message: 'Expected: a string' }, '2026-06-01', 'waived', null],
  ['so may a line with a gap', [FIVE], { message: 'At /…me\nExpected: a string' }, '2026-06-01', 'waived', null],
  ['and one with gaps at both ends', [FIVE], { message: '…name\nExpected:…' }, '2026-06-01', 'waived', null],
  ['no pieces in another order', [FIVE], { message: 'Expected: a string…At /name' }, '2026-06-01', 'failed', OTHER],
  ['not the statement itself, which says nothing of the failure', [FIVE], { message: 'have their types' }, '2026-06-01', 'failed', OTHER],
] as const)
  test(`a waiver: ${title}`, () => {
    const waived = (partial: boolean) => waive([business(checks)], [{ ...WAIVER, ...given }], today, partial);
    const { requirements, problems } = waived(false);
    expect([requirements[0]?.status, problems]).toEqual([status, problem === null ? [] : [expect.stringMatching(problem)]]);
    // In a part of a run, the failure may be elsewhere; but expired is expired.
    expect(waived(true).requirements[0]?.status).toBe(status);
    expect(waived(true).problems).toHaveLength(problem === EXPIRED ? 1 : 0);
  });

test('a waiver is unmet where its check was not made, and not where it holds or is stale', () => {
  const unmet = (...checks: readonly CheckResult[]) => waive([business(checks)], [WAIVER], '2026-06-01').unmet.length;
  expect([unmet(OPEN), unmet(PASSED, OPEN), unmet(FIVE), unmet(PASSED)]).toEqual([1, 1, 0, 0]);
});

test('two failures of one statement at one endpoint have a waiver each', () => {
  const url = failed({ pointer: '/website', expected: 'a URL', actual: '7' });
  const { requirements, problems } = waive([business([FIVE, url])], [WAIVER, { ...WAIVER, endpoint: 5, message: 'a URL' }], '2026-06-01');
  expect([requirements[0]?.status, problems]).toEqual(['waived', []]);
});

const COMMON = { reason: PLACEHOLDER, owner: PLACEHOLDER, expires: '2099-01-01' };

test('what of a failure lasts from run to run, and whether a waiver is drafted for it, was approved', () =>
  expectCalls('result/waivers.txt', {
    lastingPart: (finding: RecordedDeviation) => {
      const { waivers, left } = draftWaivers([business([failed(finding)])], [], 'robustness', COMMON);
      return [lastingPart(finding), ...waivers.map(() => 'drafted'), ...left];
    },
  }));

const NUMBER: RecordedDeviation = { pointer: '/name', expected: 'a string', actual: 'number 5' };
const NULL: RecordedDeviation = { pointer: '/website', expected: 'a string', actual: 'null' };
const draft = (checks: readonly CheckResult[], existing: Parameters<typeof draftWaivers>[1] = []) =>
  draftWaivers([business(checks)], existing, 'robustness', COMMON).waivers;
const filled = (waivers: readonly Waiver[]) => waivers.map((waiver) => ({ ...waiver, reason: 'Mended with release 12', owner: 'T-1' }));

/** Two mistakes at one place. */
const MISTAKES: Readonly<Record<string, readonly RecordedDeviation[]>> = {
  'of a text': ['"Å", Å was normalised (NFC)', '"A", cut after 1 of 2 characters'].map((actual) => ({
    ...{ pointer: '/name', expected: '"Å"', actual },
  })),
  'of who is let in': ['behind', 'before'].map((where) => ({
    expected: 'no 2xx',
    actual: `accepted: Basic (password with more around it)${AS_FORM}a blank ${where} the password`,
  })),
  'of two texts that were sent': ['""', '"long"'].map((expected) => ({ pointer: '/name', expected, actual: '"x"' })),
};
for (const [title, found] of Object.entries(MISTAKES))
  test(`a waiver of one mistake covers no other one at the same place, unless the place showed both: ${title}`, () => {
    const checks = found.map((finding) => failed(finding));
    const statuses = (waivers: readonly Waiver[]) =>
      checks.map((check) => waive([business([check])], filled(waivers), '2026-01-01').requirements[0]?.status);
    expect(statuses(draft(checks.slice(0, 1)))).toEqual(['waived', 'failed']);
    expect(statuses(draft(checks))).toEqual(['waived', 'waived']);
  });

test('each finding has one waiver, without an endpoint where it is seen at several; one waiver may cover two', () => {
  const checks = [failed(NUMBER), failed(NUMBER, { endpoint: 2 }), failed(NULL), failed({ ...NUMBER, actual: 'null' })];
  expect(draft(checks)).toEqual([
    { requirement: 'business.fields', ...COMMON, message: 'At /name\nExpected: a string' },
    { requirement: 'business.fields', endpoint: 5, ...COMMON, message: 'At /website\nExpected: a string' },
  ]);
  expect(draft([failed(NUMBER, { endpoint: null })])[0]).not.toHaveProperty('endpoint');
  const echoes = ['"long"', '"longer"', '"longest"'].map((expected) => failed({ pointer: '/name', expected, actual: '""' }));
  const generated = failed({ pointer: '/name', expected: 'no such member', actual: '"x"' });
  expect(draft([generated, ...echoes]).map(({ message }) => message)).toEqual(['At /name\nExpected:']);
});

test('what follows from a finding is waived with it, once all checks of the finding are; at another endpoint it is not', () => {
  const NAME = { pointer: '/name', expected: '"x"', actual: 'number 5' };
  const effect = (...endpoints: number[]) =>
    statement(
      endpoints.map((endpoint) => failed(NAME, { endpoint })),
      { id: 'business.name-comes-back' },
    );
  const statuses = (...all: RequirementResult[]) =>
    waive(all, filled(draft([failed(NUMBER)])), '2026-01-01').requirements.map(({ status }) => status);
  expect(statuses(business([failed(NUMBER)]), effect(5))).toEqual(['waived', 'waived']);
  expect(statuses(business([failed(NUMBER)]), effect(5, 2))).toEqual(['waived', 'failed']);
  const both = statement([failed(NAME, { findings: [NAME, NULL] })], { id: 'business.name-comes-back' });
  expect(statuses(business([failed(NUMBER)]), both)).toEqual(['waived', 'failed']);
  expect(statuses(business([failed(NUMBER), failed(NUMBER, { endpoint: 2 })]), effect(5))).toEqual(['failed', 'failed']);
});

test('what is drafted is refused until somebody fills it in, and then holds; without a place, another wrong value is another failure', () => {
  const checks = [failed(NUMBER), failed(NULL)];
  for (const waiver of draft(checks))
    expect(entryProblems(waiver).map(({ found }) => found)).toEqual(['the reason "TODO"', 'the owner "TODO"']);
  expect(filled(draft(checks)).flatMap(entryProblems)).toEqual([]);
  const waived = waive([business(checks)], filled(draft(checks)), '2026-01-01');
  expect([waived.requirements[0]?.status, waived.problems]).toEqual(['waived', []]);
  const found = (actual: string) => [failed({ expected: 'content-type text/html', actual: `content-type ${actual}` })];
  const own = filled(draft(found('application/json')));
  expect(waive([business(found('application/json'))], own, '2026-01-01').problems).toEqual([]);
  const other = waive([business(found('text/plain'))], own, '2026-01-01');
  expect([other.requirements[0]?.status, other.problems]).toEqual(['failed', [expect.stringMatching(OTHER)]]);
});

test('what has a waiver gets no other, also where the run has used it', () => {
  const used = [failed(NUMBER, { status: 'waived' })];
  expect(draft(used, [{ ...WAIVER, endpoint: 5, expires: '2000-01-01', message: 'At /name' }])).toEqual([]);
  expect(draft(used)).toHaveLength(1);
});

test('only what fails the run is drafted for, and nothing that was flaky', () => {
  const missing = failed({ pointer: '/website', expected: 'the field in some answer', actual: 'in none' });
  const completeness = business([missing], { id: 'business.documented-fields', level: 'completeness' });
  const drafted = (failOn: 'robustness' | 'completeness') => draftWaivers([completeness], [], failOn, COMMON).waivers;
  expect([drafted('robustness').length, drafted('completeness').length]).toEqual([0, 1]);
  const { waivers, left } = draftWaivers([business([failed(NUMBER, { flaky: true })])], [], 'robustness', COMMON);
  expect([waivers, left]).toEqual([[], [expect.stringContaining('it did not fail again')]]);
});
