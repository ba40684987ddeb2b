const BANNER = '// Derived from schemas/conformance-result.schema.json by `npm run regenerate`. Not to be edited by hand.';

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
  return [BANNER, ...types.map(([name, own]) => `${comment(own, '')}export type ${nameOf(name)} = ${typeOf(own, '')};`)]
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

function comment({ description }: Schema, indent: string): string {
  return description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n`;
}

const nameOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
