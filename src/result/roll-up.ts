import type { CheckResult, Status } from './result.ts';

const ORDER: readonly Status[] = ['failed', 'waived', 'not-assessed', 'passed'];

/** Settings that name a second record of a kind: `CES_OTHER_SEGMENT_ID`. */
const SECOND_RECORD = /^CES_OTHER_/;

/** The common status of several checks: failed before waived before not assessed before passed. No check means not assessed. */
export function rollUp(statuses: readonly Status[]): Status {
  return ORDER.find((status) => statuses.includes(status)) ?? 'not-assessed';
}

/**
 * The status of a statement. A second record may always be left out: what only that would open is listed as not assessed, and keeps no
 * statement open that was assessed elsewhere.
 */
export function statusOf(checks: readonly Pick<CheckResult, 'status' | 'variables'>[]): Status {
  return rollUp(countedChecks(checks).map(({ status }) => status));
}

/** The checks that decide the status of a statement: without those that wait for a second record, unless there are no others. */
export function countedChecks<C extends Pick<CheckResult, 'status' | 'variables'>>(checks: readonly C[]): readonly C[] {
  const counted = checks.filter(({ status, variables = [] }) => status !== 'not-assessed' || !variables.some(isSecondRecord));
  return counted.length > 0 ? counted : checks;
}

function isSecondRecord(name: string): boolean {
  return SECOND_RECORD.test(name);
}
