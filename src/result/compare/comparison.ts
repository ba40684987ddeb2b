import { isObject } from '../../specification/json.ts';
import { grouped } from '../lists.ts';
import { type FormerFinding, type ObservationResult, wasLookedFor } from '../result.ts';
import { type Entry, namedRuns, type Shown, type Side } from './side.ts';

// The comparison of any number of results. Baseline, compare, history and watch are views of it. Lists of one entry a side are in the order given.

type ComparedStatement = ReturnType<typeof compareStatements>[number];

/** Each statement in the words of the last side that has it: another wording may be another statement. */
export function compareStatements(sides: readonly Side[]) {
  const latest = new Map(sides.flatMap(({ statements }) => [...statements]));
  return [...latest].map(([id, { level, text, source }]) => {
    const given = sides.map(({ statements }) => statements.get(id));
    const present = given.filter((own) => own !== undefined);
    const isLevel = present.some((own) => own.level !== level);
    const disagrees = isLevel || present.some((own) => own.text !== text);
    return {
      ...{ id, level, text, source },
      /** Null for a side that does not have it, or has it in other words or at another level. */
      outcomes: given.map((own) => (own?.level === level && own.text === text ? own.outcome : null)),
      /** Null for a side that does not have it. */
      statuses: given.map((own) => own?.outcome.status ?? null),
      /** Why sides that have it cannot be compared; null where all of them can. */
      disagreement: disagrees ? `its ${isLevel ? 'level' : 'wording'} is not the same in all files` : null,
    };
  });
}

/** Why not all sides have a statement alike; null where they do. */
export function whyNotCompared({ statuses, disagreement }: ComparedStatement): string | null {
  return statuses.includes(null) ? 'not in every file' : disagreement;
}

/** What one side says of one finding. `gone`: it looked, and did not find it. */
export type Sight = 'seen' | 'waived' | 'gone' | 'not-assessed';

export const isSeen = (sight: Sight | undefined) => sight === 'seen' || sight === 'waived';

export type TrackedFinding = ReturnType<typeof trackFindings>[number];

/**
 * Follows each finding through all sides (oldest first), by its id, and where that changed, by what shows it: a statement at a place and endpoint.
 * What was folded into another finding was there all the same. A side that has other words for the statement says nothing.
 */
export function trackFindings(sides: readonly Side[], statements: readonly ComparedStatement[]) {
  const outcomes = new Map(statements.map((statement) => [statement.id, statement.outcomes]));
  const isShared = (id: string, side: number) => outcomes.get(id)?.[side] != null;
  const tracks: { readonly finding: FormerFinding; readonly names: Set<string>; readonly shownBy: Shown[] }[] = [];
  const trackOf = (name: string) => tracks.find(({ names }) => names.has(name));
  const found = sides.map((side, index) => side.found.filter(({ finding }) => isShared(finding.requirement, index)));
  for (const { finding, shown } of found.toReversed().flat()) {
    const own = shown.filter(({ requirement }) => requirement === finding.requirement);
    const names = [finding.id, ...own.map(({ key }) => key)];
    const known = names.flatMap((name) => trackOf(name) ?? [])[0];
    const track = known ?? { finding, names: new Set<string>(), shownBy: [] };
    if (known === undefined) tracks.push(track);
    track.shownBy.push(...own);
    for (const name of names) if (trackOf(name) === undefined) track.names.add(name);
  }
  return tracks.map(({ finding, names, shownBy }) => ({
    /** In the words of the last side that has it. */
    finding,
    sights: sides.map((side, index): Sight => {
      const all = side.found.flatMap(({ finding: { id, requirement }, waived, shown }) => [{ key: id, requirement, waived }, ...shown]);
      const there = all.filter(({ key, requirement }) => names.has(key) && isShared(requirement, index));
      if (there.length > 0) return there.every(({ waived }) => waived) ? 'waived' : 'seen';
      const checks = isShared(finding.requirement, index) ? side.statements.get(finding.requirement)?.checks : undefined;
      return wasLookedFor(shownBy, checks ?? []) ? 'gone' : 'not-assessed';
    }),
  }));
}

/** One question at the endpoints where the sides answer it in the same ways. */
export interface ComparedObservation {
  readonly id: string;
  readonly question: string;
  readonly endpoints: readonly (number | null)[];
  /** Two sides gave different answers: drift. */
  readonly differs: boolean;
  /** All answers; empty where the question did not come up. */
  readonly answers: readonly (readonly unknown[])[];
}

/** Every question that some side answers. Endpoints with the same answers on each side share an entry. */
export function compareObservations(sides: readonly Pick<Side, 'observations'>[]): ComparedObservation[] {
  const all = sides.flatMap(({ observations }) => observations);
  const places = [...new Map(all.map((observation) => [`${observation.endpoint} ${observation.id}`, observation])).values()];
  const answered = places
    .sort((a, b) => a.id.localeCompare(b.id) || (a.endpoint ?? 0) - (b.endpoint ?? 0))
    .map((place) => ({ ...place, answers: sides.map(({ observations }) => answersTo(place, observations)) }));
  const alike = grouped(answered, ({ id, answers }) => JSON.stringify([id, answers.map((given) => given.map(canonical))]));
  return [...alike.values()].flatMap((own) => {
    const endpoints = own.map(({ endpoint }) => endpoint);
    return own.slice(0, 1).map(({ id, question, answers }) => ({ id, question, endpoints, differs: differ(id, answers), answers }));
  });
}

/** Each different answer once, in an order that does not depend on the run. */
function answersTo({ id, endpoint }: ObservationResult, observations: readonly ObservationResult[]): unknown[] {
  const own = observations.filter((observation) => observation.id === id && observation.endpoint === endpoint);
  const answers = new Map(own.map(({ answer }) => [canonical(answer), answer]));
  return [...answers].sort(([a], [b]) => a.localeCompare(b)).map(([, answer]) => answer);
}

/** A missing answer is no difference. */
function differ(id: string, answers: readonly (readonly unknown[])[]): boolean {
  const steady = STEADY[id] ?? ((answer) => answer);
  const serialised = (given: readonly unknown[]) => JSON.stringify([...new Set(given.map((answer) => canonical(steady(answer))))]);
  return new Set(answers.filter((given) => given.length > 0).map(serialised)).size > 1;
}

const isNumber = (answer: unknown) => (typeof answer === 'number' ? 'a number' : answer);

/** The parts of answers that are alike in two runs against one target. Times and generated inputs change the rest. */
const STEADY: Readonly<Record<string, (answer: unknown) => unknown>> = {
  'events.visible-after': isNumber,
  'records.visible-after': isNumber,
  'events.resolved-after': isNumber,
  'limits.rate': (answer) => answer !== 0,
  'limits.accepted-inputs': (answer) => (isObject(answer) && 'refusedBoundaries' in answer ? answer.refusedBoundaries : answer),
};

/** JSON in which the order of members does not matter. */
function canonical(value: unknown): string {
  const sorted = (_: string, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part;
  return JSON.stringify(value, sorted) ?? 'undefined';
}

export type SideBySide = ReturnType<typeof compare>;
export type Row = ReturnType<typeof rowOf>;

/** Several results side by side, as `compare.json` holds them. Lists of one entry a column are in the order of `columns`. */
export function compare(entries: readonly Entry[]) {
  const statements = compareStatements(entries).map((statement) => ({ ...statement, reason: whyNotCompared(statement) }));
  const requirements = statements.filter(({ reason }) => reason === null).map(rowOf);
  const notCompared = statements.flatMap(({ id, reason, statuses }) => (reason === null ? [] : [{ id, reason, statuses }]));
  const observations = compareObservations(entries);
  const open = requirements.filter(({ onlyInAssessment }) => onlyInAssessment).length;
  const different = requirements.filter(({ differs }) => differs).length - open;
  const questions = (some: readonly ComparedObservation[]) => new Set(some.map(({ id }) => id)).size;
  const assessed = open === 0 ? '' : `, ${open} more were assessed in some only, or in part`;
  const drifted = `${questions(observations.filter(({ differs }) => differs))} of ${questions(observations)} observations differ`;
  const rest = notCompared.length === 0 ? '' : `, ${notCompared.length} not comparable`;
  return {
    /** Version of this format, semver. */
    format: '1.4.0',
    sentence: `${entries.length} results: ${different} of ${requirements.length} statements differ${assessed}, ${drifted}${rest}`,
    /** As given. Up to format 1.1: fewest broken requirements first. Their figures since 1.4. */
    columns: namedRuns(entries, ({ baseUrl }) => `${baseUrl === '' ? 'unknown target' : baseUrl} · `),
    requirements,
    observations,
    /** Statements that the files do not share. A status is null where the file does not have it. */
    notCompared,
  };
}

function rowOf({ id, level, text, source, outcomes: all }: ComparedStatement) {
  const outcomes = all.filter((outcome) => outcome !== null);
  /** The columns differ in status, or in which checks failed. */
  const differs = new Set(outcomes.map(({ status, partly, failed }) => JSON.stringify([status, partly, failed]))).size > 1;
  /** It failed nowhere: the columns differ only in whether it was assessed. Since 1.1. */
  const onlyInAssessment = differs && outcomes.every(({ failed }) => failed.length === 0);
  return { id, level, text, source, differs, onlyInAssessment, outcomes };
}
