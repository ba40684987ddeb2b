import { SPELLED } from '../checks/given-ids.ts';
import { ALSO_ALONE, BEHIND, EVERY, EXCLUDED_BEFORE, HOW_MANY, IN_IDS, isLoadToBlame, RIGHT_AGAIN } from '../checks/run-history.ts';
import { compareRanks } from './lists.ts';
import type { CheckResult, Finding, RecordedDeviation, RequirementResult } from './result.ts';

export interface Sighting {
  readonly requirement: RequirementResult;
  readonly check: CheckResult;
  /** Null where a check failed without saying what it found. */
  readonly item: RecordedDeviation | null;
}

export interface Grouped {
  readonly finding: Finding;
  readonly sightings: readonly Sighting[];
}

const LONG_MS = 10_000;
const FEWEST_AT_ONCE = 4;

/** From the first request of a check to its last, in milliseconds. */
function spanOf({ exchanges = [] }: CheckResult): number {
  const times = exchanges.map(({ startedAt }) => Date.parse(startedAt));
  return Math.max(...times) - Math.min(...times);
}

/** What is wrong less often than this under load may have another cause. */
const SELDOM = 1 / 10;

/** How many were wrong, of how many, where these were under way together. */
function sharesOf(contrast: string): readonly (number | undefined)[] {
  return isLoadToBlame(contrast) ? (/(\d+) of (\d+) wrong/.exec(contrast) ?? []).slice(1).map(Number) : [];
}

/** Wrong so seldom beside others that another check may show the cause. */
export function isRareUnderLoad(contrast = ''): boolean {
  const [wrong, all] = sharesOf(contrast);
  return wrong !== undefined && all !== undefined && wrong < SELDOM * all;
}

/** The simplest evidence: looked for before met, typical before generated, one endpoint before several, few exchanges, a small counterexample. */
export function representativeOf(sightings: readonly Sighting[]): Sighting {
  const [simplest] = sightings.toSorted((a, b) => compareRanks(costOf(a), costOf(b)));
  if (simplest === undefined) throw new Error('A finding has no evidence.');
  return simplest;
}

function costOf({ check }: Sighting): number[] {
  return [
    Number(check.status === 'waived'),
    // Said as soon as enough has broken; whoever failed before blames the load.
    Number(check.met === true && !check.contrast?.startsWith(EVERY)),
    // Where the ids decide, the load and the number of requests do not.
    Number(!check.contrast?.includes(IN_IDS)),
    // Where the load or an earlier request decides, whoever did not look at it blames something else.
    Number(
      !(isLoadToBlame(check.contrast) && !isRareUnderLoad(check.contrast)) &&
        ![`${RIGHT_AGAIN}; ${BEHIND}`, HOW_MANY, EXCLUDED_BEFORE].some((words) => check.contrast?.includes(words)),
    ),
    // A generated input that did not fail again shows no more than what was met.
    Number(check.met === true || check.flaky === true),
    // What is wrong alone as well needs no others.
    Number(check.contrast?.includes(ALSO_ALONE) === true),
    // The more are wrong, the likelier the paste shows it.
    isRareUnderLoad(check.contrast) ? 0 : -(sharesOf(check.contrast ?? '')[0] ?? 0),
    Number(check.flaky === true),
    Number(check.category === 'properties'),
    // A usual request shows it better than an odd one.
    Number(check.category === 'robustness'),
    Number(check.endpoint === null),
    // An id near a known one tells more than an odd one.
    Number(!check.contrast?.startsWith(SPELLED)),
    // What a request does beside others needs those.
    Number(isLoadToBlame(check.contrast) && (check.exchanges?.length ?? 0) < FEWEST_AT_ONCE),
    // What shows within seconds is easier to repeat.
    Number(spanOf(check) > LONG_MS),
    check.exchanges?.length ?? 0,
    check.counterexample === undefined ? 0 : JSON.stringify(check.counterexample).length,
  ];
}
