import type { Endpoint } from '../../src/specification/endpoints.ts';
import type { Register, Statement } from '../../src/specification/register.ts';

const bannerOf = (source: string) => `// Derived from schemas/${source} by \`npm run regenerate\`. Not to be edited by hand.`;

/** As much of JSON Schema as the schema of a result uses. */
interface Schema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** A result as TypeScript types, one for the whole and one for each definition, so that what is published and what is compiled are one. */
export function toResultTypes(schema: Schema): string {
  const types = Object.entries({ conformanceResult: schema, ...schema.$defs });
  return [
    bannerOf('conformance-result.schema.json'),
    ...types.map(([name, own]) => `${comment(own, '')}export type ${nameOf(name)} = ${typeOf(own, '')};`),
  ]
    .join('\n\n')
    .concat('\n');
}

function typeOf(schema: Schema, indent: string): string {
  const { $ref, type, properties, required = [], additionalProperties, items, anyOf } = schema;
  const [, kind = '', name = ''] = $ref?.match(/^#\/(\$defs|properties)\/(\w+)$/) ?? [];
  if ($ref !== undefined) return kind === '$defs' ? nameOf(name) : `ConformanceResult['${name}']`;
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (anyOf) return anyOf.map((each) => typeOf(each, indent)).join(' | ');
  if (type === 'array') return `ReadonlyArray<${typeOf(items ?? {}, indent)}>`;
  if (additionalProperties) return `Readonly<Record<string, ${typeOf(additionalProperties, indent)}>>`;
  if (properties) {
    const inner = `${indent}  `;
    const members = Object.entries(properties).map(
      ([member, own]) =>
        `${comment(own, inner)}${inner}readonly ${member}${required.includes(member) ? '' : '?'}: ${typeOf(own, inner)};\n`,
    );
    return `{\n${members.join('')}${indent}}`;
  }
  return [type ?? 'unknown'].flat().join(' | ').replaceAll('integer', 'number');
}

const comment = ({ description }: Schema, indent: string): string =>
  description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n`;

const nameOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The names of endpoints, statements and questions as types, so that a misspelt one does not compile and an editor shows its sentence. */
export function toNames(endpoints: readonly Endpoint[], { requirements, questions }: Register): string {
  const asked = questions.map(({ question, ...entry }) => ({ ...entry, text: question }));
  return [
    bannerOf('specification.md'),
    '/** The endpoints of the specification. */',
    `export type EndpointName =\n${endpoints.map(({ name, number, method, path }) => `  /** ${number}: ${method} ${path} */\n  | '${name}'`).join('\n')};`,
    ...byId('Statement', requirements),
    ...byId('Question', asked),
  ]
    .join('\n\n')
    .concat('\n');
}

function byId(name: string, entries: readonly (Pick<Statement, 'text' | 'source'> & { readonly id: string })[]) {
  const members = entries.map(({ id, text, source }) => `${comment({ description: `${text} (${source})` }, '  ')}  readonly '${id}'?: T;`);
  return [
    `/** One value a ${name.toLowerCase()} of the register. */\nexport interface By${name}<T> {\n${members.join('\n')}\n}`,
    `export type ${name}Id = keyof By${name}<unknown>;`,
  ];
}
