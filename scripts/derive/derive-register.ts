import { CATEGORIES, type Category, type Level } from '../../src/specification/categories.ts';
import type { Endpoint, EndpointName } from '../../src/specification/endpoints.ts';
import type { QuestionId, Register, Statement, StatementId } from '../../src/specification/register.ts';
import { documentedMembers, type Schemas } from '../../src/specification/schema.ts';
import { didYouMean } from '../../src/specification/words.ts';
import { entries, type Report, type ReportAt, rowsUnder, type Section } from './document.ts';

/** Completeness is derived from the tables of the resources, never written by hand. */
const WRITTEN_LEVELS = ['requirement', 'robustness'] as const satisfies Level[];

/** Descriptive words in kebab case, at least two, joined by points. */
const ID = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** The register: the statements of its tables, and a statement of completeness for each answered resource. */
export function deriveRegister(sections: readonly Section[], endpoints: readonly Endpoint[], schemas: Schemas, report: ReportAt): Register {
  const questions = rowsUnder(sections, 'Questions', ['id', 'endpoints', 'question', 'source']);
  const notCovered = rowsUnder(sections, 'Not covered', ['id', 'text', 'source', 'reason']);
  const register = {
    requirements: [...readRequirements(sections, endpoints), ...completeness(endpoints, schemas)],
    questions: questions.map(({ report: own, plain, cell: { question, source } }) => {
      const names = endpointsOf(plain.endpoints, endpoints, own);
      return { id: plain.id as QuestionId, endpoints: names, question, source };
    }),
    notCovered: notCovered.map(({ plain, cell }) => ({ ...cell, id: plain.id })),
  };
  checkIds(register, report);
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

function checkIds({ requirements, questions, notCovered }: Register, report: ReportAt): void {
  const seen = new Map<string, string>();
  const all = { Requirements: requirements, Questions: questions, 'Not covered': notCovered };
  for (const [heading, chapter] of Object.entries(all))
    for (const { id } of chapter) {
      const before = seen.get(id);
      if (!ID.test(id)) report(`"${heading}"`, `the id "${id}" is not words in kebab case joined by points, such as event.id-is-asked-id`);
      if (before !== undefined)
        report(`"${heading}"`, `duplicate id "${id}": it stands under ${before} already; ids are unique over the register`);
      seen.set(id, heading);
    }
}

function readRequirements(sections: readonly Section[], endpoints: readonly Endpoint[]): Statement[] {
  return sections
    .filter(({ chapter, title }) => chapter === 'Requirements' && title !== null)
    .flatMap((section) => {
      const category = CATEGORIES.find((known) => known === section.heading);
      if (category) return requirementsOf(section, category, endpoints);
      section.report(`unknown category.${didYouMean(section.heading, CATEGORIES)} Categories are: ${CATEGORIES.join(', ')}`);
      return [];
    });
}

function requirementsOf(section: Section, category: Category, endpoints: readonly Endpoint[]): Statement[] {
  return entries(section, ['id', 'level', 'endpoints', 'text', 'source']).map(({ report, plain, cell: { text, source } }) => {
    const level = WRITTEN_LEVELS.find((known) => known === plain.level);
    if (level === undefined) report(`unknown level "${plain.level}": ${WRITTEN_LEVELS.join(' or ')} was expected`);
    const names = endpointsOf(plain.endpoints, endpoints, report);
    if (names.length === 0) report('a requirement names at least one endpoint, or all');
    return { id: plain.id as StatementId, level: level ?? 'requirement', category, endpoints: names, text, source };
  });
}

/** Reads `1, 3, 7–18` (hyphen or en dash), `all`, `all reads`, `all writes`, each with or without `but 5, 7–9`, or `—` for none. */
function endpointsOf(text: string, endpoints: readonly Endpoint[], report: Report): readonly EndpointName[] {
  if (text === '—') return [];
  const [, group, exceptions] = /^all( reads| writes)?(?: but (.+))?$/.exec(text) ?? [];
  const isAll = text.startsWith('all');
  const listed = isAll && exceptions === undefined ? new Set<number>() : numbersOf(exceptions ?? text, endpoints.length, report);
  const isRead = ({ method }: Endpoint) => method === 'GET';
  const inGroup = (endpoint: Endpoint) => group === undefined || isRead(endpoint) === (group === ' reads');
  return endpoints.filter((one) => (isAll ? inGroup(one) && !listed.has(one.number) : listed.has(one.number))).map(({ name }) => name);
}

function numbersOf(text: string, count: number, report: Report): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const part of text.split(',').map((piece) => piece.trim())) {
    const [, first, last = first] = /^(\d+)(?:\s*[-–]\s*(\d+))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === undefined)
      report(`"${part}" is no endpoint number: numbers, ranges such as 3–5, all, all reads, all but 5 or — were expected`);
    else if (!(from >= 1 && to <= count && from <= to))
      report(`endpoint number out of range in "${part}": endpoints count from 1 to ${count}`);
    else for (let number = from; number <= to; number++) numbers.add(number);
  }
  return numbers;
}
