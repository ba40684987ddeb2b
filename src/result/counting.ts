import { type Run, readSettings } from '../settings/settings.ts';
import { LEVELS } from '../specification/categories.ts';
import type { ConformanceResult, Finding, Level, NewFinding, RequirementResult } from './result.ts';

export type FailOn = Run['failOn'];

export type Judged = Pick<Run, 'failOn' | 'requireComplete'>;

/** `CES_FAIL_ON=new` is refused without a baseline. */
const NAMES = ['CES_FAIL_ON', 'CES_REQUIRE_COMPLETE', 'CES_BASELINE'];

/** What fails a run was set where its tests ran, which may be another machine than this. */
export function judgedBy(settings: ConformanceResult['settings']): Judged {
  const set = settings.filter(({ name }) => NAMES.includes(name));
  return readSettings(Object.fromEntries(set.map(({ name, value }) => [name, value]))).run;
}

type Compared = Pick<ConformanceResult, 'requirements' | 'baseline'>;
type Baseline = Compared['baseline'];

export type Counted = Pick<Finding, 'id' | 'level' | 'waived'>;

/** The levels whose failures fail a run: all up to the one named. What is new counts as robustness does. */
export function countingLevels(failOn: FailOn): readonly Level[] {
  return LEVELS.slice(0, LEVELS.indexOf(failOn === 'new' ? 'robustness' : failOn) + 1);
}

/** Whether a failure that is not waived fails the run. Without a baseline, everything is new. */
function counts(level: Level, failOn: FailOn, baseline: Baseline, isMeant: (entry: NewFinding) => boolean): boolean {
  if (!countingLevels(failOn).includes(level)) return false;
  return failOn !== 'new' || baseline === undefined || baseline.new.some((entry) => !entry.waived && isMeant(entry));
}

/** The statements whose failures fail the run. */
export function countingFailures({ requirements, baseline }: Compared, failOn: FailOn): RequirementResult[] {
  return requirements.filter(
    ({ id, level, status }) =>
      status === 'failed' && counts(level, failOn, baseline, ({ deviations }) => deviations.some(({ requirement }) => requirement === id)),
  );
}

/** Whether a whole run with this result fails. */
export function failsRun(result: ConformanceResult): boolean {
  const { failOn, requireComplete } = judgedBy(result.settings);
  return result.waiverProblems !== undefined || countingFailures(result, failOn).length > 0 || (requireComplete && !result.complete);
}

/** Whether a failure of a statement at an endpoint fails the run. */
export function countsAt(baseline: Baseline, failOn: FailOn, { id, level }: RequirementResult, endpoint: number | null): boolean {
  return counts(level, failOn, baseline, ({ deviations }) =>
    deviations.some((deviation) => deviation.requirement === id && deviation.endpoint === endpoint),
  );
}

/** Whether a finding fails the run. */
export function findingCounts(baseline: Baseline, failOn: FailOn, { id, level, waived }: Counted): boolean {
  return !waived && counts(level, failOn, baseline, ({ finding }) => finding === id);
}
