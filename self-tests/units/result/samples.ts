import { assemble } from '../../../src/result/assemble.ts';
import { findingsOf } from '../../../src/result/findings.ts';
import type { CheckResult, ConformanceResult, Level, RecordedDeviation, RequirementResult, Status } from '../../../src/result/result.ts';
import { judged } from '../../../src/result/result.ts';
import { exchange as request } from '../../report/sample-statements.ts';
import { run } from '../engine/evidence.ts';

export const NULL: RecordedDeviation = { pointer: '/name', expected: 'a string', actual: 'null' };
export const ID = 'campaign.fields';

/** A check of endpoint 2; one that failed found `NULL`. */
export function check(status: Status, given: Partial<CheckResult> = {}): CheckResult {
  return { title: 'a', endpoint: 2, category: 'shape', status, ...(status === 'failed' && { findings: [NULL] }), ...given };
}

/** Checks written *failed 2 a*: status, endpoint (`-` for none) and title; else endpoint 2, and titles in their order. */
export const checks = (text: string): CheckResult[] =>
  text.split(', ').flatMap((each, index) => {
    const [status = '', endpoint = '2', title = 'abc'[index] ?? ''] = each.split(' ');
    const waiver = status === 'waived' && { findings: [NULL], waiver: { reason: 'Known', owner: 'T-1', expires: '2099-01-01' } };
    return status === '' ? [] : check(status as Status, { endpoint: endpoint === '-' ? null : Number(endpoint), title, ...waiver });
  });

/** A statement with what these checks say of it; a requirement unless it is said otherwise. */
export function statement(checks: readonly CheckResult[], given: Partial<RequirementResult> = {}): RequirementResult {
  return judged({ id: ID, level: 'requirement', text: 'A sentence.', source: 'Resources', endpoints: [2], ...given }, checks);
}

export const EMPTY: ConformanceResult = assemble(run([]));

/** The result of a run that made these checks of one statement. */
export function resultOf(checks: readonly CheckResult[], given: Partial<RequirementResult> = {}): ConformanceResult {
  const requirements = [statement(checks, given)];
  return { ...EMPTY, requirements, findings: findingsOf(requirements) };
}

/** An exchange that its title tells apart. */
export const exchange = (title: string) => ({ ...request('GET', '/', { status: 200, body: '{}' }), title, curl: `curl ${title}` });

const LEVELS: Readonly<Record<string, Level>> = { r: 'requirement', b: 'robustness', c: 'completeness' };

/**
 * Statements, each at an endpoint of its own, written *r:failed b:passed~*: level by its first letter, and status; with a `~`, judged in part; a waived
 * one with the day on which its waiver ends.
 */
export function statements(text: string): RequirementResult[] {
  const words = text.split(' ').filter((word) => word !== '');
  return words.map((word, index) => {
    const [letter = '', status = '', expires = '2099-01-01'] = word.replace('~', '').split(':');
    const endpoint = index + 1;
    const made = check(status as Status, {
      endpoint,
      findings: [{ expected: 'status 200', actual: 'status 404' }],
      ...(status === 'waived' && { waiver: { reason: 'Known', owner: 'T-1', expires } }),
    });
    const checks = word.includes('~') ? [made, check('not-assessed', { endpoint })] : [made];
    return statement(checks, { id: `entry-${index}`, level: LEVELS[letter] ?? 'requirement', endpoints: [endpoint] });
  });
}

/** A setting that the environment gives. */
export const set = (name: string, value: string) => ({ name, value, source: 'environment' });
