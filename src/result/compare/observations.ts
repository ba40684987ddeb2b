import type { ConformanceResult, ObservationResult } from '../result.ts';
import type { ComparedObservation } from './comparison.ts';

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
