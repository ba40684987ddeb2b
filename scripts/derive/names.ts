import type { Endpoint } from '../../src/specification/endpoints.ts';
import type { Register } from '../../src/specification/register.ts';

const BANNER = '// Derived from schemas/specification.md by `npm run regenerate`. Not to be edited by hand.';

/**
 * The names of endpoints, statements and questions as TypeScript types, so that a misspelt one does not compile. Statements and questions are
 * members of interfaces and carry their sentence: an editor shows it where an object names one.
 */
export function toNames(endpoints: readonly Endpoint[], { requirements, questions }: Register): string {
  return [
    BANNER,
    '/** The endpoints of the specification. */',
    `export type EndpointName =\n${endpoints.map(({ name, number, method, path }) => `  /** ${number}: ${method} ${path} */\n  | '${name}'`).join('\n')};`,
    byId(
      'ByStatement',
      'One value a statement of the register.',
      requirements.map(({ id, text, source }) => [id, `${text} (${source})`]),
    ),
    'export type StatementId = keyof ByStatement<unknown>;',
    byId(
      'ByQuestion',
      'One value a question of the register.',
      questions.map(({ id, question, source }) => [id, `${question} (${source})`]),
    ),
    'export type QuestionId = keyof ByQuestion<unknown>;',
  ]
    .join('\n\n')
    .concat('\n');
}

function byId(name: string, about: string, entries: readonly (readonly [id: string, sentence: string])[]): string {
  const members = entries.map(([id, sentence]) => `  /** ${sentence.replaceAll('*/', '*\\/')} */\n  readonly '${id}'?: T;`);
  return `/** ${about} */\nexport interface ${name}<T> {\n${members.join('\n')}\n}`;
}
