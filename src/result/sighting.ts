import type { Finding } from './finding.ts';
import type { CheckFinding, CheckResult, RequirementResult } from './result.ts';

/** One failed check that shows one deviation. */
export interface Sighting {
  readonly requirement: RequirementResult;
  readonly check: CheckResult;
  /** Null where a check failed without saying what it found. */
  readonly item: CheckFinding | null;
}

/** A finding, and what shows it. */
export interface Grouped {
  readonly finding: Finding;
  readonly sightings: readonly Sighting[];
}
