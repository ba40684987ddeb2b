import type { Status } from './result.ts';

const ORDER: readonly Status[] = ['failed', 'waived', 'not-assessed', 'passed'];

/** The common status of several checks: failed before waived before not assessed before passed. No check means not assessed. */
export function rollUp(statuses: readonly Status[]): Status {
  return ORDER.find((status) => statuses.includes(status)) ?? 'not-assessed';
}
