import { type Run, readSettings } from '../settings/settings.ts';
import type { ConformanceResult, Level } from './result.ts';
import { countingFailures, countingLevels } from './verdict.ts';

/** Why a run ends with this exit code, in one line: the last that people read. */
export function exitReason(code: number, result: ConformanceResult): string {
  const judged = judgedBy(result);
  const reasons =
    code === 0 ? whyPassed(result, judged) : code === 1 ? whyFailed(result, judged) : [result.noVerdictReason ?? 'no verdict'];
  return `Exit ${code}: ${reasons.join('; ')}`;
}

function whyFailed(
  { requirements, complete, counts, waiverProblems = [] }: ConformanceResult,
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
    ...(requireComplete && !complete ? [`${counted(counts.notAssessed, 'statement')} not assessed, and CES_REQUIRE_COMPLETE is set`] : []),
  ];
}

const BROKEN: Readonly<Record<Level, (number: number) => string>> = {
  requirement: (number) => `${counted(number, 'requirement')} broken`,
  robustness: (number) => `${counted(number, 'robustness statement')} broken`,
  completeness: (number) => `documented fields of ${counted(number, 'resource')} never seen`,
};

function whyPassed({ findings = [] }: ConformanceResult, { failOn }: Judged): string[] {
  const waived = findings.filter((finding) => finding.waived);
  const last = waived.flatMap(({ waiver }) => waiver?.expires ?? []).sort()[0];
  const uncounted = findings.filter(
    ({ level, waived: isWaived }) => !isWaived && !countingLevels(failOn).includes(level) && level !== 'completeness',
  );
  return [
    ...(waived.length === 0
      ? []
      : [`${waived.length === 1 ? 'the only broken statement is waived' : `${waived.length} findings are waived`} until ${last}`]),
    ...(uncounted.length === 0 ? [] : [`${counted(uncounted.length, 'robustness finding')} that CES_FAIL_ON=${failOn} does not count`]),
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
