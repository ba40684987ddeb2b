import { type Run, readSettings } from '../settings/settings.ts';
import { findingsOf } from './findings.ts';
import type { ConformanceResult, Level } from './result.ts';
import { countingFailures, countingLevels } from './verdict.ts';

/** Why a run ends with this exit code, in one line: the last that people read. */
export function exitReason(code: number, result: ConformanceResult): string {
  const judged = judgedBy(result);
  const reasons =
    code === 0 ? whyPassed(result, judged) : code === 1 ? whyFailed(result, judged) : [result.noVerdictReason ?? 'no verdict'];
  return `Exit ${code}: ${reasons.length > 0 ? reasons.join('; ') : 'the test runner reports a failure of its own, above'}`;
}

function whyFailed(
  { requirements, complete, counts, interrupted, waiverProblems = [] }: ConformanceResult,
  { failOn, requireComplete }: Judged,
): string[] {
  const failures = countingFailures(requirements, failOn);
  const levels = countingLevels(failOn).flatMap((level) => {
    const number = failures.filter((entry) => entry.level === level).length;
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
  robustness: (number) => `${counted(number, 'robustness statement')} broken`,
  completeness: (number) => `documented fields of ${counted(number, 'resource')} never seen`,
};

function whyPassed({ verdict, requirements, findings = findingsOf(requirements) }: ConformanceResult, { failOn }: Judged): string[] {
  // Another shard may have what this one lacks.
  if (verdict === 'no-verdict') return ['this part of a run had nothing to judge'];
  const waived = findings.filter((finding) => finding.waived);
  const [first = ''] = waived.flatMap(({ waiver }) => waiver?.expires ?? []).sort();
  const which = findings.length === 1 ? 'the only finding is' : waived.length === 1 ? '1 finding is' : `${waived.length} findings are`;
  const uncounted = requirements.filter(
    ({ level, status }) => level === 'robustness' && status === 'failed' && !countingLevels(failOn).includes(level),
  );
  return [
    ...(waived.length === 0 ? [] : [`${which} waived until ${first}`]),
    ...(uncounted.length === 0 ? [] : [`${BROKEN.robustness(uncounted.length)}, which CES_FAIL_ON=${failOn} does not count`]),
    ...(waived.length + uncounted.length === 0 ? ['nothing that counts failed'] : []),
  ];
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

type Judged = Pick<Run, 'failOn' | 'requireComplete'>;

/** What fails a run was set where its tests ran, which may be another machine than this. */
function judgedBy({ settings }: ConformanceResult): Judged {
  const set = settings.filter(({ name }) => name === 'CES_FAIL_ON' || name === 'CES_REQUIRE_COMPLETE');
  return readSettings(Object.fromEntries(set.map(({ name, value }) => [name, value]))).run;
}
