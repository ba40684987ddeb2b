import { type Run, readSettings } from '../settings/settings.ts';
import { LEVELS } from '../specification/categories.ts';
import type { BaselineComparison, ConformanceResult, Finding, Level, RequirementResult } from './result.ts';

/** The value of `CES_FAIL_ON`. */
export type FailOn = Run['failOn'];

export type Judged = Pick<Run, 'failOn' | 'requireComplete'>;

/** `CES_FAIL_ON=new` is refused without a baseline. */
const NAMES = ['CES_FAIL_ON', 'CES_REQUIRE_COMPLETE', 'CES_BASELINE'];

/** What fails a run was set where its tests ran, which may be another machine than this. */
export function judgedBy(settings: ConformanceResult['settings']): Judged {
  const set = settings.filter(({ name }) => NAMES.includes(name));
  return readSettings(Object.fromEntries(set.map(({ name, value }) => [name, value]))).run;
}

/** The levels whose failures fail a run: all up to the one named. What is new counts as robustness does. */
export function countingLevels(failOn: FailOn): readonly Level[] {
  return LEVELS.slice(0, LEVELS.indexOf(failOn === 'new' ? 'robustness' : failOn) + 1);
}

/** The statements whose failures fail the run. Without a baseline, everything is new. */
export function countingFailures(
  { requirements, baseline }: Pick<ConformanceResult, 'requirements' | 'baseline'>,
  failOn: FailOn,
): RequirementResult[] {
  const failed = requirements.filter(({ level, status }) => status === 'failed' && countingLevels(failOn).includes(level));
  return failed.filter(({ id }) => isCounted(baseline, failOn, ({ requirement }) => requirement === id));
}

/** Whether a failure of a statement at an endpoint fails the run. */
export function countsAt(
  baseline: BaselineComparison | undefined,
  failOn: FailOn,
  { id, level }: RequirementResult,
  endpoint: number | null,
): boolean {
  const isHere = (deviation: Deviation) => deviation.requirement === id && deviation.endpoint === endpoint;
  return countingLevels(failOn).includes(level) && isCounted(baseline, failOn, isHere);
}

/** Whether a finding fails the run. */
export function findingCounts(
  baseline: BaselineComparison | undefined,
  failOn: FailOn,
  { id, level, waived }: Pick<Finding, 'id' | 'level' | 'waived'>,
): boolean {
  if (waived || !countingLevels(failOn).includes(level)) return false;
  return failOn !== 'new' || baseline === undefined || baseline.new.some((entry) => entry.finding === id && !entry.waived);
}

type Deviation = BaselineComparison['new'][number]['deviations'][number];

function isCounted(baseline: BaselineComparison | undefined, failOn: FailOn, isMeant: (deviation: Deviation) => boolean): boolean {
  return failOn !== 'new' || baseline === undefined || baseline.new.some(({ waived, deviations }) => !waived && deviations.some(isMeant));
}
