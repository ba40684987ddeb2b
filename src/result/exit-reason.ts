import { findingsOf } from './findings.ts';
import { type Judged, judgedBy } from './judged-by.ts';
import type { ConformanceResult, Level } from './result.ts';
import { countingFailures, countingLevels, NOTHING_ASSESSED } from './verdict.ts';
import { wouldAddSentence } from './would-add.ts';

/** Why a run ends with this exit code, in one line: the last that people read. */
export function exitReason(code: number, result: ConformanceResult): string {
  const judged = judgedBy(result.settings);
  const reasons = code === 0 ? whyPassed(result, judged) : code === 1 ? whyFailed(result, judged) : [whyNoVerdict(result)];
  return `Exit ${code}: ${reasons.length > 0 ? reasons.join('; ') : 'the test runner reports a failure of its own, above'}`;
}

function whyNoVerdict(result: ConformanceResult): string {
  const { noVerdictReason = 'no verdict' } = result;
  const missing = noVerdictReason === NOTHING_ASSESSED ? wouldAddSentence(result) : null;
  return missing === null ? noVerdictReason : `${noVerdictReason} Give records to look at: ${missing}.`;
}

function whyFailed(
  { requirements, complete, counts, interrupted, waiverProblems = [] }: ConformanceResult,
  { failOn, requireComplete }: Judged,
): string[] {
  const failures = countingFailures(requirements, failOn);
  const levels = countingLevels(failOn).flatMap((level) => {
    // Robustness is counted as in the verdict's sentence: by what is broken, not by what was looked at.
    const number = level === 'robustness' ? robustnessFindings(requirements) : failures.filter((entry) => entry.level === level).length;
    return number === 0 ? [] : [BROKEN[level](number)];
  });
  return [
    ...levels,
    ...(waiverProblems.length === 0 ? [] : [`${counted(waiverProblems.length, 'waiver')} no longer true`]),
    ...(interrupted ? ['the run ended before all its checks were done'] : []),
    ...(requireComplete && !complete ? [`${counted(counts.notAssessed, 'statement')} not assessed, and CES_REQUIRE_COMPLETE is set`] : []),
  ];
}

const BROKEN: Readonly<Record<Level, (number: number) => string>> = {
  requirement: (number) => `${counted(number, 'requirement')} broken`,
  robustness: (number) => counted(number, 'robustness finding'),
  completeness: (number) => `documented fields of ${counted(number, 'resource')} never seen`,
};

function whyPassed({ verdict, requirements, findings = findingsOf(requirements) }: ConformanceResult, { failOn }: Judged): string[] {
  // Another shard may have what this one lacks.
  if (verdict === 'no-verdict') return ['this part of a run had nothing to judge'];
  const waived = findings.filter((finding) => finding.waived);
  const [first = ''] = waived.flatMap(({ waiver }) => waiver?.expires ?? []).sort();
  const which = findings.length === 1 ? 'the only finding is' : waived.length === 1 ? '1 finding is' : `${waived.length} findings are`;
  const uncounted = countingLevels(failOn).includes('robustness') ? 0 : robustnessFindings(requirements);
  return [
    ...(waived.length === 0 ? [] : [`${which} waived until ${first}`]),
    ...(uncounted === 0 ? [] : [`${BROKEN.robustness(uncounted)}, which CES_FAIL_ON=${failOn} does not count`]),
    ...(waived.length + uncounted === 0 ? ['nothing that counts failed'] : []),
  ];
}

function robustnessFindings(requirements: ConformanceResult['requirements']): number {
  return findingsOf(requirements).filter(({ level, waived }) => level === 'robustness' && !waived).length;
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
