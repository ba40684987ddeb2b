import type { ConformanceResult } from '../result/result.ts';

/** What limits a verdict, in sentences for people. Why there is none stands apart. */
export function caveatsOf({ partial, interrupted, waiverProblems = [], notices = [] }: ConformanceResult): string[] {
  return [
    ...(partial === true ? ['Part of a run: it was filtered, so not all checks were meant to run.'] : []),
    ...(interrupted ? ['The run ended before all its checks were done.'] : []),
    ...waiverProblems,
    ...notices,
  ];
}
