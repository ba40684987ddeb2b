import { CATEGORIES, type Category, type Level } from '../../src/specification/categories.ts';
import type { Endpoint, EndpointName } from '../../src/specification/endpoints.ts';
import { documentedMembers } from '../../src/specification/members.ts';
import { didYouMean } from '../../src/specification/near-matches.ts';
import type { NotCovered, Question, QuestionId, Register, Statement, StatementId } from '../../src/specification/register.ts';
import type { Schemas } from '../../src/specification/schema.ts';
import { type Section, untitled } from './document.ts';
import type { Place, Problems } from './problems.ts';
import { entries } from './tables.ts';

const REQUIREMENT_COLUMNS = ['id', 'level', 'endpoints', 'text', 'source'] as const;
const QUESTION_COLUMNS = ['id', 'endpoints', 'question', 'source'] as const;
const NOT_COVERED_COLUMNS = ['id', 'text', 'source', 'reason'] as const;
/** Completeness is derived from the tables of the resources, never written by hand. */
const WRITTEN_LEVELS: readonly string[] = ['requirement', 'robustness'] satisfies Level[];

/** Descriptive words in kebab case, at least two, joined by points. */
const ID = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** The register: the statements of its tables, and a statement of completeness for each answered resource. */
export function deriveRegister(
  sections: readonly Section[],
  endpoints: readonly Endpoint[],
  schemas: Schemas,
  problems: Problems,
): Register {
  const register = {
    requirements: [...readRequirements(sections, endpoints, problems), ...completeness(endpoints, schemas)],
    questions: readQuestions(sections, endpoints, problems),
    notCovered: readNotCovered(sections, problems),
  };
  checkIds(register, problems);
  return register;
}

function completeness(endpoints: readonly Endpoint[], schemas: Schemas): Statement[] {
  return [...new Set(endpoints.flatMap(({ resources }) => resources))].map((resource) => {
    const { title = resource } = schemas[resource] ?? {};
    return {
      id: `${resource}.documented-fields` as StatementId,
      level: 'completeness',
      category: 'completeness',
      endpoints: endpoints.filter(({ resources }) => resources.includes(resource)).map(({ name }) => name),
      text: `Each documented field of the resource *${title}* was in at least one answer.`,
      source: `Resources and fields, ${title}`,
      fields: documentedMembers(schemas, schemas[resource] ?? {}).map(({ pointer }) => pointer),
    };
  });
}

function checkIds({ requirements, questions, notCovered }: Register, problems: Problems): void {
  const seen = new Map<string, string>();
  const all = { Requirements: requirements, Questions: questions, 'Not covered': notCovered };
  for (const [heading, chapter] of Object.entries(all)) {
    for (const { id } of chapter) {
      const before = seen.get(id);
      if (!ID.test(id))
        problems.add({ heading }, `the id "${id}" is not words in kebab case joined by points, such as event.id-is-asked-id`);
      if (before !== undefined)
        problems.add({ heading }, `duplicate id "${id}": it stands under ${before} already; ids are unique over the register`);
      seen.set(id, heading);
    }
  }
}

/** Reads the tables under *Requirements*: one a category. */
function readRequirements(sections: readonly Section[], endpoints: readonly Endpoint[], problems: Problems): Statement[] {
  return sections
    .filter(({ chapter, title }) => chapter === 'Requirements' && title !== null)
    .flatMap((section) => {
      const category = CATEGORIES.find((known) => known === section.heading);
      if (category) return requirementsOf(section, category, endpoints, problems);
      problems.add(section, `unknown category.${didYouMean(section.heading, CATEGORIES)} Categories are: ${CATEGORIES.join(', ')}`);
      return [];
    });
}

function requirementsOf(section: Section, category: Category, endpoints: readonly Endpoint[], problems: Problems): Statement[] {
  return entries(section, REQUIREMENT_COLUMNS, problems).map(({ place, plain, cell }) => {
    if (!WRITTEN_LEVELS.includes(plain.level))
      problems.add(place, `unknown level "${plain.level}": ${WRITTEN_LEVELS.join(' or ')} was expected`);
    const level = plain.level === 'robustness' ? 'robustness' : 'requirement';
    const names = endpointsOf(plain.endpoints, endpoints, place, problems);
    if (names.length === 0) problems.add(place, 'a requirement names at least one endpoint, or all');
    filled(place, { text: cell.text, source: cell.source }, problems);
    return { id: plain.id as StatementId, level, category, endpoints: names, text: cell.text, source: cell.source };
  });
}

/** Reads the table under *Questions*. */
function readQuestions(sections: readonly Section[], endpoints: readonly Endpoint[], problems: Problems): Question[] {
  return untitled(sections, 'Questions').flatMap((section) =>
    entries(section, QUESTION_COLUMNS, problems).map(({ place, plain, cell: { question, source } }) => {
      filled(place, { question, source }, problems);
      return { id: plain.id as QuestionId, endpoints: endpointsOf(plain.endpoints, endpoints, place, problems), question, source };
    }),
  );
}

/** Reads the table under *Not covered*. */
function readNotCovered(sections: readonly Section[], problems: Problems): NotCovered[] {
  return untitled(sections, 'Not covered').flatMap((section) =>
    entries(section, NOT_COVERED_COLUMNS, problems).map(({ place, plain, cell: { text, source, reason } }) => {
      filled(place, { text, source, reason }, problems);
      return { id: plain.id, text, source, reason };
    }),
  );
}

/** Reads `1, 3, 7–18` (hyphen or en dash), `all`, or `—` for none. */
function endpointsOf(text: string, endpoints: readonly Endpoint[], place: Place, problems: Problems): readonly EndpointName[] {
  const count = endpoints.length;
  if (text === '—') return [];
  const wanted = new Set<number>();
  for (const part of (text === 'all' ? `1-${count}` : text).split(',').map((piece) => piece.trim())) {
    const [, first, last = first] = /^(\d+)(?:\s*[-–]\s*(\d+))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (!(from >= 1 && to <= count && from <= to)) {
      const isRange = first !== undefined;
      const asked = `"${part}" is no endpoint number: numbers, ranges such as 3–5, all or — were expected`;
      problems.add(place, isRange ? `endpoint number out of range in "${part}": endpoints count from 1 to ${count}` : asked);
      return [];
    }
    for (let number = from; number <= to; number++) wanted.add(number);
  }
  return endpoints.filter(({ number }) => wanted.has(number)).map(({ name }) => name);
}

function filled(place: Place, cells: Readonly<Record<string, string>>, problems: Problems): void {
  for (const [column, text] of Object.entries(cells)) if (text === '') problems.add(place, `the column ${column} is empty`);
}
