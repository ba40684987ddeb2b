import type { Endpoint } from '../../src/specification/endpoints.ts';
import type { Register, Statement } from '../../src/specification/register.ts';

const BANNER = '// Derived from schemas/specification.md by `npm run regenerate`. Not to be edited by hand.';

/** The names of endpoints, statements and questions as types, so that a misspelt one does not compile and an editor shows its sentence. */
export function toNames(endpoints: readonly Endpoint[], { requirements, questions }: Register): string {
  const asked = questions.map(({ question, ...entry }) => ({ ...entry, text: question }));
  return [
    BANNER,
    '/** The endpoints of the specification. */',
    `export type EndpointName =\n${endpoints.map(({ name, number, method, path }) => `  /** ${number}: ${method} ${path} */\n  | '${name}'`).join('\n')};`,
    ...byId('Statement', requirements),
    ...byId('Question', asked),
  ]
    .join('\n\n')
    .concat('\n');
}

function byId(name: string, entries: readonly (Pick<Statement, 'text' | 'source'> & { readonly id: string })[]) {
  const members = entries.map(
    ({ id, text, source }) => `  /** ${`${text} (${source})`.replaceAll('*/', '*\\/')} */\n  readonly '${id}'?: T;`,
  );
  return [
    `/** One value a ${name.toLowerCase()} of the register. */\nexport interface By${name}<T> {\n${members.join('\n')}\n}`,
    `export type ${name}Id = keyof By${name}<unknown>;`,
  ];
}
