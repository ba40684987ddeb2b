import { assemble } from '../../../src/result/assemble.ts';
import { findingsOf } from '../../../src/result/findings.ts';
import type { CheckFinding, CheckResult, ConformanceResult, RequirementResult, Status } from '../../../src/result/result.ts';
import { judged } from '../../../src/result/roll-up.ts';
import { run } from '../engine/evidence.ts';

export const NULL: CheckFinding = { pointer: '/name', expected: 'a string', actual: 'null' };
export const ID = 'campaign.fields';

/** A check of endpoint 2; one that failed found `NULL`. */
export function check(status: Status, given: Partial<CheckResult> = {}): CheckResult {
  return { title: 'a', endpoint: 2, category: 'shape', status, ...(status === 'failed' && { findings: [NULL] }), ...given };
}

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
