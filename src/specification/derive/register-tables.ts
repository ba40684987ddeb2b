import { CATEGORIES, type Category, type Level } from '../categories.ts';
import type { Endpoint, EndpointName } from '../endpoints.ts';
import { didYouMean } from '../near-matches.ts';
import type { NotCovered, Question, QuestionId, Statement, StatementId } from '../register.ts';
import type { Section } from './document.ts';
import { readEndpointNumbers } from './endpoint-numbers.ts';
import type { Place, Problems } from './problems.ts';
import { entries } from './tables.ts';

const REQUIREMENT_COLUMNS = ['id', 'level', 'endpoints', 'text', 'source'] as const;
const QUESTION_COLUMNS = ['id', 'endpoints', 'question', 'source'] as const;
const NOT_COVERED_COLUMNS = ['id', 'text', 'source', 'reason'] as const;
/** Completeness is derived from the tables of the resources, never written by hand. */
const WRITTEN_LEVELS: readonly string[] = ['requirement', 'robustness'] satisfies Level[];

/** Reads the tables under *Requirements*: one a category. */
export function readRequirements(sections: readonly Section[], endpoints: readonly Endpoint[], problems: Problems): Statement[] {
  return inChapter(sections, 'Requirements', true).flatMap((section) => {
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
export function readQuestions(sections: readonly Section[], endpoints: readonly Endpoint[], problems: Problems): Question[] {
  return inChapter(sections, 'Questions', false).flatMap((section) =>
    entries(section, QUESTION_COLUMNS, problems).map(({ place, plain, cell: { question, source } }) => {
      filled(place, { question, source }, problems);
      return { id: plain.id as QuestionId, endpoints: endpointsOf(plain.endpoints, endpoints, place, problems), question, source };
    }),
  );
}

/** Reads the table under *Not covered*. */
export function readNotCovered(sections: readonly Section[], problems: Problems): NotCovered[] {
  return inChapter(sections, 'Not covered', false).flatMap((section) =>
    entries(section, NOT_COVERED_COLUMNS, problems).map(({ place, plain, cell: { text, source, reason } }) => {
      filled(place, { text, source, reason }, problems);
      return { id: plain.id, text, source, reason };
    }),
  );
}

function inChapter(sections: readonly Section[], chapter: string, titled: boolean): Section[] {
  return sections.filter((section) => section.chapter === chapter && (section.title !== null) === titled);
}

function endpointsOf(text: string, endpoints: readonly Endpoint[], place: Place, problems: Problems): readonly EndpointName[] {
  const reading = readEndpointNumbers(text, endpoints.length);
  if ('numbers' in reading) return reading.numbers.flatMap((number) => endpoints[number - 1]?.name ?? []);
  problems.add(place, reading.problem);
  return [];
}

function filled(place: Place, cells: Readonly<Record<string, string>>, problems: Problems): void {
  for (const [column, text] of Object.entries(cells)) if (text === '') problems.add(place, `the column ${column} is empty`);
}
