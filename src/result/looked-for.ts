import type { CheckResult } from './result.ts';

type Place = Pick<CheckResult, 'title' | 'endpoint'>;

/**
 * Whether a run looked for a finding again. `shownBy` are the checks of its statement that showed it, `checks` those of the same statement in the
 * run: one that showed it counts, or where no such check is left, any at one of its endpoints.
 */
export function wasLookedFor(shownBy: readonly Place[], checks: readonly (Place & Pick<CheckResult, 'status'>)[]): boolean {
  const there = checks.filter(({ endpoint }) => shownBy.some((place) => place.endpoint === endpoint));
  const same = there.filter(({ title, endpoint }) => shownBy.some((place) => place.title === title && place.endpoint === endpoint));
  return (same.length > 0 ? same : there).some(({ status }) => status !== 'not-assessed');
}
