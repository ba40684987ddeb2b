import { findingsOf, groupedFindings } from './findings.ts';
import type { CheckResult, ConformanceResult, RequirementResult } from './result.ts';
import { judged } from './roll-up.ts';
import type { Grouped, Sighting } from './sighting.ts';

/**
 * What is known after some tests of an earlier run ran again: the later run replaces what it looked at, and nothing else. A failure that it could not
 * look at again stays. Pure.
 */
export function updated(before: ConformanceResult, later: Pick<ConformanceResult, 'requirements'>): ConformanceResult {
  const looked = new Set(later.requirements.flatMap(({ checks }) => checks.filter(isAssessed).map(({ title }) => title)));
  const requirements = before.requirements.map((requirement): RequirementResult => {
    if (requirement.level === 'completeness') return requirement;
    const again = later.requirements.find(({ id }) => id === requirement.id)?.checks.filter(({ title }) => looked.has(title)) ?? [];
    const stays = (check: CheckResult) => {
      const same = again.filter(({ title, endpoint }) => title === check.title && endpoint === check.endpoint);
      return check.status === 'failed' && same.length > 0 && !same.some(isAssessed);
    };
    const kept = requirement.checks.filter((check) => !looked.has(check.title) || stays(check));
    return judged(requirement, [...again, ...kept]);
  });
  return { ...before, requirements, findings: findingsOf(requirements) };
}

/** Findings for a round of failed checks: none that is waived, and none of completeness, which is known only of a whole run. */
export function openFindings({ requirements }: Pick<ConformanceResult, 'requirements'>): Grouped[] {
  return groupedFindings(requirements).filter(({ finding: { waived, level } }) => !waived && level !== 'completeness');
}

/** The tests that show findings best, one for each. */
export function tellingTitles(findings: readonly Grouped[]): string[] {
  return unique(findings.map(({ finding }) => finding.title));
}

/**
 * The other tests that looked for the findings with a typical request. Generated input, and a test that only met a finding, cost too many records for
 * a round.
 */
export function cheapTitles(findings: readonly Grouped[]): string[] {
  return unique(findings.flatMap(({ sightings }) => sightings.filter(isCheap).map(({ check }) => check.title)));
}

/**
 * Without the failures that tests only met on their way, of findings that no test that looks for them shows any more: what they met is gone with it.
 * @param passing findings whose tests that look for them with a typical request pass now
 */
export function withoutMet(result: ConformanceResult, passing: readonly Grouped[]): ConformanceResult {
  const gone = passing.filter(({ sightings }) => sightings.every(({ check }) => check.met)).flatMap(({ sightings }) => sightings);
  const checks = new Set(gone.map(({ check }) => check));
  const requirements = result.requirements.map((requirement): RequirementResult => {
    const left = requirement.checks.filter((check) => !checks.has(check));
    return left.length === requirement.checks.length ? requirement : judged(requirement, left);
  });
  return { ...result, requirements, findings: findingsOf(requirements) };
}

/** Why tests of these titles could look at nothing. */
export function hindrances(titles: readonly string[], { requirements }: Pick<ConformanceResult, 'requirements'>): string[] {
  const checks = requirements.flatMap((requirement) => requirement.checks);
  const blind = titles.filter((title) => !checks.some((check) => check.title === title && isAssessed(check)));
  return unique(checks.filter(({ title }) => blind.includes(title)).flatMap(({ message }) => message ?? []));
}

function isCheap({ check }: Sighting): boolean {
  return check.met === undefined && check.counterexample === undefined;
}

function isAssessed({ status }: CheckResult): boolean {
  return status !== 'not-assessed';
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
