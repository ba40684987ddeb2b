import { compareObservations, compareRequirements } from './compare/compare.ts';
import type { NamedResult } from './compare/comparison.ts';
import { deviationKey, formerFinding, groupedFindings } from './findings.ts';
import type { BaselineComparison, ConformanceResult, NewFinding, RequirementResult } from './result.ts';
import { holdsInPart, wasLookedFor } from './roll-up.ts';
import type { Grouped, Sighting } from './sighting.ts';

/**
 * What changed since an earlier result. Pure. Findings are compared by all that shows them, a statement at an endpoint and place each: one that
 * reaches a further endpoint or place is new there; one that merely has further consequences is not. Both results are read by this version's rules, so that ids of other versions do not matter.
 */
export function sinceBaseline(
  now: Pick<ConformanceResult, 'requirements' | 'observations'>,
  { file, result: before }: NamedResult<ConformanceResult>,
): BaselineComparison {
  const { compared, notCompared } = compareRequirements([before, now]);
  const [former, current] = [groupedFindings(before.requirements), groupedFindings(now.requirements)];
  const seen = keysOf(current);
  const isCompared = ({ finding }: Grouped) => compared.some(({ id }) => id === finding.requirement);
  const gone = former.filter((entry) => isCompared(entry) && !entry.sightings.some((sighting) => seen.has(deviationKey(sighting))));
  const isFixed = (entry: Grouped) => isAssessed(entry, now.requirements);
  const fresh = current.flatMap((entry) => newFinding(entry, former, before.requirements) ?? []);
  const inPart = compared
    .filter(({ outcomes: [then, current] }) => then?.status === 'passed' && !then.partly && current && holdsInPart(current))
    .map(({ id }) => id);
  return {
    file,
    startedAt: before.startedAt,
    target: before.target,
    suite: before.suite,
    specification: before.specification,
    verdict: before.verdict,
    sentence: before.sentence,
    ...((before.partial || before.interrupted) && { partial: true }),
    new: fresh,
    stillThere: current.flatMap(({ finding: { id } }) => (fresh.some(({ finding }) => finding === id) ? [] : [id])),
    fixed: gone.filter(isFixed).map(({ finding }) => formerFinding(finding)),
    noLongerAssessed: gone.filter((entry) => !isFixed(entry)).map(({ finding }) => formerFinding(finding)),
    notAssessed: compared
      .filter(({ outcomes: [then, current] }) => then?.status !== 'not-assessed' && current?.status === 'not-assessed')
      .map(({ id }) => id),
    ...(inPart.length > 0 && { inPart }),
    drifted: compareObservations([before, now])
      .filter(({ differs }) => differs)
      .map(({ id, question, endpoints, answers: [then = [], current = []] }) => ({ id, question, endpoints, before: then, now: current })),
    notCompared: notCompared.map(({ id, reason }) => ({ id, reason })),
  };
}

function keysOf(grouped: readonly Grouped[]): ReadonlySet<string> {
  return new Set(grouped.flatMap(({ sightings }) => sightings.map(deviationKey)));
}

/** Where a finding is new, and not waived if there is such a place; null where it is new nowhere. */
function newFinding({ finding, sightings }: Grouped, former: readonly Grouped[], before: readonly RequirementResult[]): NewFinding | null {
  const [known, places] = [keysOf(former), new Set(former.flatMap((entry) => entry.sightings.map(placeKey)))];
  const isOwn = ({ requirement }: Sighting) => requirement.id === finding.requirement;
  // Which effects of a known cause show differs from run to run: by connections, moments and random requests.
  const isKnownEffect = (sighting: Sighting) => !isOwn(sighting) && places.has(`${finding.requirement} ${sighting.check.endpoint}`);
  const fresh = sightings.filter((sighting) => !known.has(deviationKey(sighting)) && !isKnownEffect(sighting));
  const open = fresh.filter(({ check }) => check.status !== 'waived');
  const shown = open.length > 0 ? open : fresh;
  // What follows from a finding does not make it new.
  if (!shown.some(isOwn)) return null;
  const deviations = new Map(
    shown.map((sighting) => [placeKey(sighting), { requirement: sighting.requirement.id, endpoint: sighting.check.endpoint }]),
  );
  return {
    finding: finding.id,
    waived: open.length === 0,
    deviations: [...deviations.values()],
    ...(fresh.length < sightings.length && { wider: true }),
    ...(!shown.some((sighting) => wasAssessed(sighting, before)) && { unseenBefore: true }),
  };
}

/** A statement at an endpoint. */
function placeKey({ requirement, check }: Sighting): string {
  return `${requirement.id} ${check.endpoint}`;
}

function wasAssessed({ requirement, check: { endpoint } }: Sighting, before: readonly RequirementResult[]): boolean {
  const earlier = before.find(({ id, text, level }) => id === requirement.id && text === requirement.text && level === requirement.level);
  return earlier?.checks.some((check) => check.endpoint === endpoint && check.status !== 'not-assessed') ?? false;
}

function isAssessed({ finding, sightings }: Grouped, now: readonly RequirementResult[]): boolean {
  const own = sightings.filter(({ requirement }) => requirement.id === finding.requirement).map(({ check }) => check);
  return wasLookedFor(own, now.find(({ id }) => id === finding.requirement)?.checks ?? []);
}
