import type { Endpoint } from '../endpoints.ts';
import { documentedMembers } from '../members.ts';
import type { Register, Statement, StatementId } from '../register.ts';
import type { Schemas } from '../schema.ts';
import type { Section } from './document.ts';
import type { Problems } from './problems.ts';
import { readNotCovered, readQuestions, readRequirements } from './register-tables.ts';

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
