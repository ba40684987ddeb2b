import type { Status } from './result.ts';

const ORDER: readonly Status[] = ['failed', 'waived', 'not-assessed', 'passed'];

/** The status of several checks together: failed before waived before not assessed before passed; nothing checked is not assessed. */
export function rollUp(statuses: readonly Status[]): Status {
  return ORDER.find((status) => statuses.includes(status)) ?? 'not-assessed';
}
