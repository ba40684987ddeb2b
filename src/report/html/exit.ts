import { countingFailures } from '../../result/counting.ts';
import { exitReason } from '../../result/exit-reason.ts';
import { judgedBy } from '../../result/judged-by.ts';
import type { ConformanceResult } from '../../result/result.ts';

/** Why the run ends with its exit code; null where more than the result decides on it: of a shard, a stopped run, a run without a verdict. */
export function exitSentence(result: ConformanceResult): string | null {
  const { verdict, partial, interrupted, waiverProblems, complete, settings } = result;
  if (verdict === 'no-verdict' || partial === true || interrupted) return null;
  const { failOn, requireComplete } = judgedBy(settings);
  const fails = waiverProblems !== undefined || countingFailures(result, failOn).length > 0 || (requireComplete && !complete);
  return exitReason(fails ? 1 : 0, result);
}
