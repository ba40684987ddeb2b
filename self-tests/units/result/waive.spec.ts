import type { CheckResult, RequirementResult } from '../../../src/result/result.ts';
import { waive } from '../../../src/result/waive.ts';
import type { Waiver } from '../../../src/settings/files/waivers.ts';
import { expect, test } from '../../test.ts';

const FAILED: CheckResult = { title: 'a', endpoint: 5, category: 'shape', status: 'failed', message: 'Expected: a string\nActual: 5' };
const WAIVER: Waiver = {
  requirement: 'business.fields',
  reason: 'Mended with the next release',
  owner: 'T-1',
  expires: '2026-12-31',
  message: 'Actual: 5',
};

function waived(checks: readonly CheckResult[], waiver: Partial<Waiver> | Waiver[] = {}, today = '2026-06-01', partial = false) {
  const entry: RequirementResult = {
    id: 'business.fields',
    level: 'requirement',
    text: '',
    source: '',
    endpoints: [5],
    status: 'failed',
    checks,
  };
  const waivers = Array.isArray(waiver) ? waiver : [{ ...WAIVER, ...waiver }];
  const { requirements, problems } = waive([entry], waivers, today, partial);
  return { status: requirements[0]?.status, problems };
}

test('the failure that is expected is waived, and says why', () => {
  expect(waived([FAILED])).toEqual({ status: 'waived', problems: [] });
});

const UNTRUE: readonly [string, readonly CheckResult[], Partial<Waiver>, string, RegExp, string][] = [
  ['expired', [FAILED], {}, '2027-01-01', /expired on 2026-12-31/, 'failed'],
  ['about another failure', [FAILED], { message: 'Actual: null' }, '2026-06-01', /another one now/, 'failed'],
  ['stale', [{ ...FAILED, status: 'passed' }], {}, '2026-06-01', /stale/, 'passed'],
];

for (const [name, checks, waiver, today, problem, status] of UNTRUE) {
  test(`a waiver that is ${name} waives nothing and is reported`, () => {
    const outcome = waived(checks, waiver, today);
    expect(outcome.status).toBe(status);
    expect(outcome.problems).toHaveLength(1);
    expect(outcome.problems[0]).toMatch(problem);
  });
}

test('in a part of a run a waiver may seem untrue, since the failure that it expects is elsewhere; but expired is expired', () => {
  for (const [name, checks, waiver, today, , status] of UNTRUE) {
    const { status: seen, problems } = waived(checks, waiver, today, true);
    expect({ seen, problems: problems.length }, name).toEqual({ seen: status, problems: name === 'expired' ? 1 : 0 });
  }
});

test('one failure that is not waived keeps the statement failed', () => {
  expect(waived([FAILED, { ...FAILED, message: 'Actual: true' }])).toEqual({ status: 'failed', problems: [] });
});

test('a waiver of another endpoint waives nothing', () => {
  expect(waived([FAILED], { endpoint: 2 }).status).toBe('failed');
});

test('a waiver waits while its check is not assessed', () => {
  expect(waived([{ ...FAILED, status: 'not-assessed', message: 'no fixture' }])).toEqual({ status: 'not-assessed', problems: [] });
});

const TOLD = { ...FAILED, message: 'Requirement: It has a name. (x; y)\nAt /customers/2/name\nExpected: a string\nActual: number 5' };
const PARTS: readonly [string, string, 'waived' | 'failed'][] = [
  ['a line', 'Expected: a string', 'waived'],
  ['a gap', 'At /customers/…/name\nExpected: a string', 'waived'],
  ['gaps at both ends', '…name\nExpected:…', 'waived'],
  ['pieces in another order', 'Expected: a string…At /customers', 'failed'],
  ['the statement itself, which says nothing of the failure', 'It has a name', 'failed'],
];

for (const [name, message, status] of PARTS) {
  test(`${name} as a waiver's message: ${status}`, () => {
    expect(waived([TOLD], { message }).status).toBe(status);
  });
}

test('two failures of one statement at one endpoint have a waiver each', () => {
  const other: CheckResult = { ...FAILED, message: 'Expected: a URL\nActual: 7' };
  expect(waived([FAILED, other], [WAIVER, { ...WAIVER, endpoint: 5, message: 'a URL' }])).toEqual({ status: 'waived', problems: [] });
});
