import { failureMessage } from '../../../src/engine/evidence/failure-message.ts';
import type { CheckFinding, CheckResult, RequirementResult } from '../../../src/result/result.ts';
import { draftWaivers, lastingPart, waive } from '../../../src/result/waive.ts';
import { entryProblems } from '../../../src/settings/files/waivers.ts';
import { expect, test } from '../../test.ts';

/** What was found, and what of it lasts from run to run. */
const PARTS: readonly [CheckFinding, string | null][] = [
  [{ pointer: '/name', expected: 'a string', actual: 'number 5' }, 'At /name\nExpected: a string'],
  [{ pointer: '/name', expected: '"conformance-x-1"', actual: '"cut"' }, 'At /name\nExpected:'],
  [{ pointer: '/customers/2/id', expected: 'a string', actual: 'null' }, 'At /customers/…/id\nExpected: a string'],
  [{ pointer: '/metadata/a~1b/0', expected: '1e-7', actual: '0' }, 'At /metadata'],
  [{ pointer: '/extra', expected: '{"a":1}', actual: '{}' }, 'At /extra\nExpected:'],
  [{ pointer: '/metadata', expected: 'an object', actual: 'null' }, 'At /metadata\nExpected: an object'],
  [{ expected: 'status 200', actual: 'status 500' }, 'Expected: status 200\nActual: status 500'],
  [{ expected: 'an answer below 500', actual: 'status 503' }, 'Expected: an answer below 500\nActual: status 503'],
  [
    { expected: 'the event at endpoint 1', actual: 'status 404 under the id "e7"' },
    'Expected: the event at endpoint 1\nActual: status 404 under the id',
  ],
  [{ expected: '"c1" within 10000 ms', actual: 'null' }, 'Expected: … within … ms'],
  [{ expected: 'nobody but ["c1","c2"], as named', actual: '"c3"' }, 'Expected: nobody but'],
  [
    { expected: '"s1", as when it is asked for alone', actual: 'status 404' },
    'Expected: …, as when it is asked for alone\nActual: status 404',
  ],
  [{ expected: 'nothing but ["c1"]', actual: 'no answer' }, 'Expected: nothing but …\nActual: no answer'],
  [{ expected: '"cut off after 200 charac', actual: '"x"' }, null],
  [{ expected: '7', actual: 'no event' }, 'Actual: no event'],
  [{ pointer: '', expected: 'an object', actual: 'null' }, 'Expected: an object'],
];

for (const [finding, part] of PARTS) {
  test(`of ${JSON.stringify(finding)} lasts ${JSON.stringify(part)}`, () => {
    expect(lastingPart(finding)).toBe(part);
    const drafted = draftWaivers([entry('business.fields', [failed(finding)])], [], 'robustness', '2099-01-01');
    expect(drafted.waivers).toHaveLength(part === null ? 0 : 1);
    expect(drafted.left).toHaveLength(part === null ? 1 : 0);
  });
}

const STATEMENT = { id: 'business.fields', text: 'Present fields have their types.', source: 'Resources' };

function failed(finding: CheckFinding, given: Partial<CheckResult> = {}): CheckResult {
  const findings = [finding];
  return {
    title: 'a',
    endpoint: 5,
    category: 'shape',
    status: 'failed',
    findings,
    message: failureMessage(STATEMENT, { findings }),
    ...given,
  };
}

function entry(id: string, checks: readonly CheckResult[], given: Partial<RequirementResult> = {}): RequirementResult {
  return { id, level: 'requirement', text: '', source: '', endpoints: [2, 5], status: 'failed', checks, ...given };
}

const NUMBER: CheckFinding = { pointer: '/name', expected: 'a string', actual: 'number 5' };
const NULL: CheckFinding = { pointer: '/website', expected: 'a string', actual: 'null' };
const draft = (requirements: readonly RequirementResult[], existing: Parameters<typeof draftWaivers>[1] = []) =>
  draftWaivers(requirements, existing, 'robustness', '2099-01-01').waivers;

test('each endpoint has a waiver of its own, and each failure of another kind', () => {
  const checks = [failed(NUMBER), failed(NUMBER, { endpoint: 2 }), failed(NULL), failed({ ...NUMBER, actual: 'null' })];
  expect(draft([entry('business.fields', checks)])).toMatchObject([
    { endpoint: 5, message: 'At /name\nExpected: a string' },
    { endpoint: 5, message: 'At /website\nExpected: a string' },
    { endpoint: 2, message: 'At /name\nExpected: a string' },
  ]);
  expect(draft([entry('business.fields', [failed(NUMBER, { endpoint: null })])])[0]).not.toHaveProperty('endpoint');
});

test('without a place, a drafted waiver is about what was seen: another wrong value is another failure', () => {
  const found = (actual: string) => [entry('business.fields', [failed({ expected: 'content-type text/html', actual })])];
  const filled = draft(found('content-type application/json')).map((waiver) => ({ ...waiver, reason: 'Mended soon', owner: 'T-1' }));
  expect(waive(found('content-type application/json'), filled, '2026-01-01').problems).toEqual([]);
  const { problems, requirements } = waive(found('content-type text/plain'), filled, '2026-01-01');
  expect(problems).toEqual([expect.stringContaining('the failure is another one now')]);
  expect(requirements[0]?.status).toBe('failed');
});

test('as few as cover all', () => {
  const echoes = ['"long"', '"longer"', '"longest"'].map((expected) => failed({ pointer: '/name', expected, actual: '""' }));
  const generated = failed({ pointer: '/name', expected: 'no such member', actual: '"x"' });
  expect(draft([entry('business.name-comes-back', [generated, ...echoes])]).map(({ message }) => message)).toEqual(['At /name\nExpected:']);
});

test('a finding that many checks show beside others has one waiver an endpoint, whichever each of them names first', () => {
  const both = (first: CheckFinding) => {
    const findings = [first, NULL];
    return failed(first, { findings, message: failureMessage(STATEMENT, { findings }) });
  };
  const checks = [both(NUMBER), both({ ...NUMBER, pointer: '/status' }), both({ ...NUMBER, pointer: '/kind' })];
  expect(draft([entry('business.fields', [...checks, failed(NULL, { endpoint: 2 })])])).toMatchObject([
    { endpoint: 5, message: 'At /website\nExpected: a string' },
    { endpoint: 2, message: 'At /website\nExpected: a string' },
  ]);
});

test('what is drafted is refused until somebody fills it in, and then holds', () => {
  const requirements = [entry('business.fields', [failed(NUMBER), failed(NULL)])];
  const drafted = draft(requirements);
  for (const waiver of drafted) expect(entryProblems(waiver).map(({ found }) => found)).toEqual(['the reason "TODO"', 'the owner "TODO"']);
  const filled = drafted.map((waiver) => ({ ...waiver, reason: 'Mended with release 12', owner: 'T-1' }));
  expect(filled.flatMap(entryProblems)).toEqual([]);
  const { problems, requirements: waived } = waive(requirements, filled, '2026-01-01');
  expect({ problems, status: waived[0]?.status }).toEqual({ problems: [], status: 'waived' });
});

test('what has a waiver gets no other, also where the run has used it', () => {
  const existing = { requirement: 'business.fields', endpoint: 5, reason: '', owner: '', expires: '2000-01-01', message: 'At /name' };
  expect(draft([entry('business.fields', [failed(NUMBER, { status: 'waived' })])], [existing])).toEqual([]);
  expect(draft([entry('business.fields', [failed(NUMBER, { status: 'waived' })])])).toHaveLength(1);
});

test('only what fails the run is drafted for, and nothing that was flaky', () => {
  const missing = failed({ pointer: '/website', expected: 'the field in some answer', actual: 'in none' });
  const completeness = entry('business.documented-fields', [missing], { level: 'completeness' });
  expect(draft([completeness])).toEqual([]);
  expect(draftWaivers([completeness], [], 'completeness', '2099-01-01').waivers).toHaveLength(1);
  const { waivers, left } = draftWaivers([entry('business.fields', [failed(NUMBER, { flaky: true })])], [], 'robustness', '2099-01-01');
  expect(waivers).toEqual([]);
  expect(left).toEqual([expect.stringContaining('it did not fail again')]);
});
