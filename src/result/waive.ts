import { STATEMENT } from '../engine/evidence/evidence.ts';
import type { Waiver } from '../settings/files/waivers.ts';
import { ANY_TEXT, damageIn, lastingSteps, masked, withoutForm } from './alike.ts';
import { damageOf, groupedFindings } from './findings.ts';
import { type CheckResult, judged, type RecordedDeviation, type RequirementResult } from './result.ts';
import { representativeOf, type Sighting } from './sighting.ts';
import { countingLevels, type FailOn } from './verdict.ts';

/**
 * Marks the failures that waivers expect, and what follows from a finding of which all checks are waived. The problems are waivers that are no longer
 * true. One whose check was not assessed is `unmet` and waits; in a partial run, so does every one that has not expired. `today` is written `YYYY-MM-DD`.
 */
export function waive(requirements: readonly RequirementResult[], waivers: readonly Waiver[], today: string, partial = false) {
  const problemOfEach = new Map(waivers.map((waiver) => [waiver, problemOf(waiver, partial ? [] : requirements, today)]));
  const problems = [...problemOfEach.values()].filter((problem) => problem !== null);
  const valid = waivers.filter(({ expires }) => expires >= today);
  const waiverOf = waiversOf(requirements, valid);
  const isMet = (waiver: Waiver) =>
    requirements.some(({ id, checks }) => checks.some((check) => check.status === 'failed' && covers(waiver, id, check)));
  const unmet = valid.filter((waiver) => !isMet(waiver) && problemOfEach.get(waiver) === null);
  const waived = requirements.map((entry) => {
    const checks = entry.checks.map((check): CheckResult => {
      const { reason, owner, expires } = waiverOf.get(check) ?? {};
      if (reason === undefined || owner === undefined || expires === undefined) return check;
      return { ...check, status: 'waived', waiver: { reason, owner, expires } };
    });
    return checks.length === 0 ? entry : judged(entry, checks);
  });
  return { requirements: waived, problems, unmet };
}

/** By failed check, the waiver that holds for it. A check that shows several findings needs one for each. */
function waiversOf(requirements: readonly RequirementResult[], waivers: readonly Waiver[]): ReadonlyMap<CheckResult, Waiver> {
  const found = new Map<CheckResult, (Waiver | undefined)[]>();
  const direct = ({ requirement, check }: Sighting) => waivers.find((waiver) => covers(waiver, requirement.id, check));
  for (const { finding, sightings } of waivers.length === 0 ? [] : groupedFindings(requirements)) {
    const own = sightings.filter(({ requirement }) => requirement.id === finding.requirement).map(direct);
    const cause = own.includes(undefined) ? undefined : own[0];
    for (const sighting of sightings) found.set(sighting.check, [...(found.get(sighting.check) ?? []), direct(sighting) ?? cause]);
  }
  return new Map([...found].flatMap(([check, [first, ...others]]) => (first && !others.includes(undefined) ? [[check, first]] : [])));
}

function problemOf(waiver: Waiver, requirements: readonly RequirementResult[], today: string): string | null {
  const { requirement: id, endpoint, expires, owner } = waiver;
  const name = `The waiver of ${id}${endpoint === undefined ? '' : ` at endpoint ${endpoint}`} (${owner})`;
  if (expires < today) return `${name} expired on ${expires}: mend the deviation, or renew the waiver.`;
  const checks = requirements.flatMap((entry) => (entry.id === id ? entry.checks : [])).filter((check) => isAbout(waiver, id, check));
  const failed = checks.filter(({ status }) => status === 'failed');
  if (failed.some((check) => isExpected(waiver, check))) return null;
  if (failed.length > 0)
    return `${name} expects ${JSON.stringify(waiver.message)}, but the failure is another one now: look at it, and correct the waiver if it is known too.`;
  if (checks.length > 0 && checks.every(({ status }) => status === 'passed'))
    return `${name} is stale, since the check passes: take the waiver out.`;
  return null;
}

function covers(waiver: Waiver, id: string, check: CheckResult): boolean {
  return isAbout(waiver, id, check) && isExpected(waiver, check);
}

function isAbout(waiver: Waiver, id: string, check: CheckResult): boolean {
  return waiver.requirement === id && (waiver.endpoint === undefined || waiver.endpoint === check.endpoint);
}

/** The first line is the statement, the same for every failure. `…` stands for any text. */
function isExpected({ message }: Waiver, check: CheckResult): boolean {
  const text = check.message ?? '';
  let from = text.startsWith(STATEMENT) ? text.indexOf('\n') + 1 : 0;
  for (const piece of message.split(ANY_TEXT)) {
    const at = text.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}

/** Only people know what to write here. The reader of waivers refuses it. */
export const PLACEHOLDER = 'TODO';

type Given = Pick<Waiver, 'reason' | 'owner' | 'expires'>;

/**
 * A waiver for each finding that fails a run and has none, without an endpoint if it is seen at several; and what is left without one, with the reason.
 * @param only the ids of findings; null for all
 */
export function draftWaivers(
  requirements: readonly RequirementResult[],
  existing: readonly Waiver[],
  failOn: FailOn,
  given: Given,
  only: readonly string[] | null = null,
) {
  const [waivers, left]: [Waiver[], string[]] = [[], []];
  const all = unwaived(requirements);
  const isOpen = ({ requirement, check }: Sighting) => ![...existing, ...waivers].some((waiver) => covers(waiver, requirement.id, check));
  const covered = waiversOf(all, existing);
  for (const { finding, sightings } of groupedFindings(all)) {
    const { id, level, requirement } = finding;
    if (!countingLevels(failOn).includes(level) || only?.includes(id) === false) continue;
    const own = sightings.filter((each) => each.requirement.id === requirement && !covered.has(each.check));
    const lasting = own.filter(({ check }) => check.flaky !== true);
    const { item } = representativeOf(lasting.length > 0 ? lasting : sightings);
    const message = item && lastingPart(sharedBy(item, lasting));
    const [endpoint = null, ...others] = new Set(lasting.map(({ check }) => check.endpoint));
    const where = endpoint !== null && others.length === 0 && { endpoint };
    if (lasting.some(isOpen) && message !== null) waivers.push({ requirement, ...where, ...given, message });
    const open = own.filter(isOpen);
    const [telling] = open;
    if (telling === undefined) continue;
    const why = telling.check.flaky === true ? OF_FLAKY : OF_VARYING;
    left.push(`${requirement} (endpoint ${[...new Set(open.map(({ check }) => check.endpoint ?? 'none'))].join(', ')}): ${why}`);
  }
  return { waivers, left };
}

/** Of one deviation, what all sightings have in common: what was done to the value, or the form of the credentials, counts only where it is one. */
function sharedBy(item: RecordedDeviation, sightings: readonly Sighting[]): RecordedDeviation {
  const areEmpty = sightings.every((each) => each.item?.expected === EMPTY);
  const expected = item.expected === EMPTY && !areEmpty ? ANY_EXPECTED : item.expected;
  if (damageOf(sightings) !== '') return { ...item, expected };
  return { ...item, expected, actual: item.pointer ? '' : withoutForm(item.actual) };
}

/** The statements as they were before the run applied its waivers. */
export function unwaived(requirements: readonly RequirementResult[]): RequirementResult[] {
  return requirements.map((requirement) => ({
    ...requirement,
    checks: requirement.checks.map((check) => (check.status === 'waived' ? { ...check, status: 'failed' } : check)),
  }));
}

const EMPTY = '""';
const ANY_EXPECTED = `"${ANY_TEXT}"`;

const OF_FLAKY = 'it did not fail again when it was repeated, so a waiver would be stale in the next run';
const OF_VARYING = 'nothing in its message lasts from run to run; write the waiver by hand';

/**
 * What lasts of a failure's message from run to run, as findings are told apart: the place and the expectation or, without a place, the expectation
 * and what was found. Null where nothing lasts.
 */
export function lastingPart({ pointer = '', expected, actual }: RecordedDeviation): string | null {
  const { steps, free } = lastingSteps(pointer, ANY_TEXT);
  const where = `At /${steps.join('/')}`;
  // Without that, the waiver would cover another mistake at the same place.
  const damage = damageIn(actual);
  const found = damage === '' ? '' : `${ANY_TEXT}\nActual: ${ANY_TEXT}${damage}`;
  if (free) return `${where}${found}`;
  // Beside a place, an expectation is kept only if it is words alone, or what is empty in every run.
  if (pointer !== '') return `${where}\nExpected:${masked(expected) === expected || expected === EMPTY ? ` ${expected}` : ''}${found}`;
  const lines = [`Expected: ${masked(expected)}`, `Actual: ${masked(actual)}`].filter((line) => !/: …?$/.test(line));
  return lines.length === 0 ? null : lines.join('\n').replace(/[\s…]+$/, '');
}
