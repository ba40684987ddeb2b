import { clip } from '../../http/clip.ts';
import type { CheckResult, ConformanceResult, ObservationResult, RequirementResult } from '../result.ts';
import { hasFailed, judged } from '../roll-up.ts';
import { isPartly } from '../verdict.ts';
import type { Column, ComparedObservation, ComparedRequirement, Comparison, NamedResult, NotCompared, Outcome } from './comparison.ts';
import { momentOf, shortestNames } from './names.ts';

/** Puts results side by side, in the order in which they are given. Pure. */
export function compare(sources: readonly NamedResult<ConformanceResult>[]): Comparison {
  const results = sources.map(({ result }) => result);
  const { compared, notCompared } = compareRequirements(results);
  const observations = compareObservations(results);
  const open = compared.filter(({ onlyInAssessment }) => onlyInAssessment).length;
  const different = compared.filter(({ differs }) => differs).length - open;
  const drifted = new Set(observations.filter(({ differs }) => differs).map(({ id }) => id)).size;
  const questions = new Set(observations.map(({ id }) => id)).size;
  const assessed = open === 0 ? '' : `, ${open} more were assessed in some only, or in part`;
  const rest = notCompared.length === 0 ? '' : `, ${notCompared.length} not comparable`;
  return {
    format: '1.3.0',
    sentence: `${results.length} results: ${different} of ${compared.length} statements differ${assessed}, ${drifted} of ${questions} observations differ${rest}`,
    columns: columnsOf(sources),
    requirements: compared,
    observations,
    notCompared,
  };
}

type Source = NamedResult<ConformanceResult>;

/** The columns of these results, each with its label or a name of its own. */
function columnsOf(sources: readonly Source[]): Column[] {
  const names = shortestNames(sources, NAMINGS);
  return sources.map(({ file, label, result }, index) => ({
    name: label ?? names[index] ?? file,
    file,
    baseUrl: result.target.baseUrl,
    embedded: result.target.embedded,
    startedAt: result.startedAt,
    suiteVersion: result.suite.version,
    specificationVersion: result.specification.version,
    seed: result.seed,
    verdict: result.verdict,
    sentence: result.sentence,
    interrupted: result.interrupted,
    partial: result.partial === true,
    partly: isPartly(result),
  }));
}

const NAMINGS: readonly ((source: Source, index: number) => string)[] = [
  ({ result }) => `${targetOf(result)} · ${momentOf(result.startedAt, 10)}`,
  ({ result }) => `${targetOf(result)} · ${momentOf(result.startedAt, 16)} UTC`,
  ({ result, file }) => `${targetOf(result)} · ${momentOf(result.startedAt, 16)} UTC (${file})`,
  ({ result, file }, index) => `${targetOf(result)} · ${momentOf(result.startedAt, 16)} UTC (${file}, ${index + 1})`,
];

function targetOf({ target }: ConformanceResult): string {
  return target.baseUrl === '' ? 'unknown target' : target.baseUrl;
}

const LONGEST_FOUND = 300;

/**
 * Compares the statements that every result has in the same words and at the same level, and gives a reason for each of the others. Another
 * wording may be another statement: suites of different versions are compared only where they ask the same.
 */
export function compareRequirements(results: readonly Pick<ConformanceResult, 'requirements'>[]): {
  readonly compared: ComparedRequirement[];
  readonly notCompared: NotCompared[];
} {
  const compared: ComparedRequirement[] = [];
  const notCompared: NotCompared[] = [];
  const byId = results.map(({ requirements }) => new Map(requirements.map((requirement) => [requirement.id, requirement])));
  for (const id of new Set(results.flatMap(({ requirements }) => requirements.map((requirement) => requirement.id)))) {
    const entries = byId.map((requirements) => requirements.get(id));
    const present = entries.filter((entry) => entry !== undefined);
    const reason = present.length < entries.length ? 'not in every file' : disagreement(present);
    if (reason === null) compared.push(comparedOf(present));
    else notCompared.push({ id, reason, statuses: entries.map((entry) => entry?.status ?? null) });
  }
  return { compared, notCompared };
}

function disagreement([first, ...others]: readonly RequirementResult[]): string | null {
  if (others.some(({ level }) => level !== first?.level)) return 'its level is not the same in all files';
  return others.some(({ text }) => text !== first?.text) ? 'its wording is not the same in all files' : null;
}

function comparedOf(entries: readonly RequirementResult[]): ComparedRequirement {
  const [first] = entries;
  if (first === undefined) throw new Error('A statement is compared only where a result has it.');
  const outcomes = entries.map(outcomeOf);
  const differs = new Set(outcomes.map(({ status, partly, failed }) => JSON.stringify([status, partly, failed]))).size > 1;
  const onlyInAssessment = differs && outcomes.every(({ failed }) => failed.length === 0);
  return { id: first.id, level: first.level, text: first.text, source: first.source, differs, onlyInAssessment, outcomes };
}

/** By this version's rules: until format 1.5, one check that was not assessed left its statement open. */
function outcomeOf(entry: RequirementResult): Outcome {
  const { status, partly, checks } = entry.checks.length === 0 ? entry : judged(entry, entry.checks);

  const failed = checks.filter(hasFailed);
  const telling = failed[0] ?? checks.find((check) => check.status === 'not-assessed');
  const found = telling === undefined ? undefined : foundIn(telling);
  return {
    status,
    ...(partly && { partly }),
    checks: checks.length,
    failed: failed
      .map(({ endpoint, title }) => ({ endpoint, title }))
      .sort((a, b) => (a.endpoint ?? 0) - (b.endpoint ?? 0) || a.title.localeCompare(b.title)),
    ...(found !== undefined && { found: clip(found, LONGEST_FOUND) }),
  };
}

function foundIn({ findings, message }: CheckResult): string | undefined {
  const [finding] = findings ?? [];
  if (finding === undefined) return message;
  const place = finding.pointer === undefined || finding.pointer === '' ? '' : `${finding.pointer}: `;
  return `${place}expected ${finding.expected}, actual ${finding.actual}`;
}

/** Every question that some result answers. Endpoints with the same answers in each column share an entry. */
export function compareObservations(results: readonly Pick<ConformanceResult, 'observations'>[]): ComparedObservation[] {
  const rows = new Map<string, ComparedObservation & { readonly endpoints: (number | null)[] }>();
  for (const { id, endpoint, question } of distinct(results.flatMap(({ observations }) => observations))) {
    const answers = results.map(({ observations }) => answersTo(observations, id, endpoint));
    const key = JSON.stringify([id, answers.map((given) => given.map(canonical))]);
    const row = rows.get(key) ?? { id, question, endpoints: [], differs: differ(id, answers), answers };
    row.endpoints.push(endpoint);
    rows.set(key, row);
  }
  return [...rows.values()];
}

function distinct(observations: readonly ObservationResult[]): ObservationResult[] {
  return [...new Map(observations.map((observation) => [`${observation.endpoint} ${observation.id}`, observation])).values()].sort(
    (a, b) => a.id.localeCompare(b.id) || (a.endpoint ?? 0) - (b.endpoint ?? 0),
  );
}

/** Each different answer once, in an order that does not depend on the run. */
function answersTo(observations: readonly ObservationResult[], id: string, endpoint: number | null): unknown[] {
  const own = observations.filter((observation) => observation.id === id && observation.endpoint === endpoint);
  return [...new Map(own.map(({ answer }) => [canonical(answer), answer]))]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([, answer]) => answer);
}

/** A missing answer is no difference. */
function differ(id: string, answers: readonly (readonly unknown[])[]): boolean {
  const steady = STEADY.get(id) ?? ((answer) => answer);
  const serialised = (given: readonly unknown[]) => JSON.stringify([...new Set(given.map((answer) => canonical(steady(answer))))]);
  return new Set(answers.filter((given) => given.length > 0).map(serialised)).size > 1;
}

/** Any number counts as the same answer. */
const isNumber = (answer: unknown) => (typeof answer === 'number' ? 'a number' : answer);

/** The parts of answers that are alike in two runs against one target. Times and generated inputs change the rest. */
const STEADY: ReadonlyMap<string, (answer: unknown) => unknown> = new Map([
  ['events.visible-after', isNumber],
  ['records.visible-after', isNumber],
  ['events.resolved-after', isNumber],
  ['limits.rate', (answer) => answer !== 0],
  [
    'limits.accepted-inputs',
    (answer) => (typeof answer === 'object' && answer !== null && 'refusedBoundaries' in answer ? answer.refusedBoundaries : answer),
  ],
]);

/** JSON in which the order of members does not matter. */
function canonical(value: unknown): string {
  const sorted = (_: string, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  return JSON.stringify(value, sorted) ?? 'undefined';
}
