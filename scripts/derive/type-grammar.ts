import { didYouMean } from '../../src/specification/near-matches.ts';
import { type Schema, schemaFile } from '../../src/specification/schema.ts';
import type { Report } from './document.ts';

/** Names of the document's sections, each with its name in kebab case: what `[Name]` may refer to. */
export type ShapeNames = ReadonlyMap<string, string>;

const WORDS: Readonly<Record<string, Schema>> = {
  string: { type: 'string' },
  'string (timestamp)': { type: 'string', format: 'iso8601' },
  'string (URL)': { type: 'string', format: 'url' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  object: { type: 'object' },
  null: { type: 'null' },
  any: {},
};

/** Reads the grammar of the `Type` column, which the document explains at its top; null for a type that is reported. */
export function readType(text: string, shapes: ShapeNames, report: Report): Schema | null {
  const schemas: Schema[] = [];
  for (const alternative of text.split(' or ')) {
    const schema = readSingle(alternative.trim(), shapes, report);
    if (schema === null) return null;
    schemas.push(schema);
  }
  return either(schemas);
}

function readSingle(text: string, shapes: ShapeNames, report: Report): Schema | null {
  if (Object.hasOwn(WORDS, text)) return WORDS[text] ?? {};
  const [, minimum, maximum] = /^integer, (-?\d+) to (-?\d+)$/.exec(text) ?? [];
  if (minimum !== undefined) return { type: 'integer', minimum: Number(minimum), maximum: Number(maximum) };
  const [, item] = /^array of (.+)$/.exec(text) ?? [];
  if (item !== undefined) {
    const items = readSingle(item, shapes, report);
    return items && { type: 'array', items };
  }
  const [, name = ''] = /^\[(.+)\]$/.exec(text) ?? [];
  const kebab = shapes.get(name);
  if (kebab !== undefined) return { $ref: schemaFile(kebab) };
  const [, constant] = /^string "([^"]+)"$/.exec(text) ?? [];
  if (constant !== undefined) return { type: 'string', const: constant };
  const [, list] = /^string: (.+)$/.exec(text) ?? [];
  const words = list?.split(',').map((word) => word.trim()) ?? [];
  const bad = words.find((word, index) => !/^[\w-]+$/.test(word) || words.indexOf(word) !== index);
  if (list !== undefined && bad === undefined) return { type: 'string', enum: words };
  if (bad !== undefined) report(`"${bad}" in a list of words is empty, not a single word, or there twice`);
  else if (name !== '') report(`unknown reference [${name}]: no section has that heading.${didYouMean(name, [...shapes.keys()])}`);
  else
    report(`unknown type "${text}".${didYouMean(text, Object.keys(WORDS))} The grammar of types is explained at the top of the document`);
  return null;
}

function either(schemas: readonly Schema[]): Schema {
  const [first = {}, second, ...more] = schemas;
  if (second === undefined) return first;
  if (schemas.some((schema) => Object.keys(schema).length === 0)) return {};
  const orNull = more.length === 0 && second.type === 'null';
  // Keywords such as "items" and "format" ignore null; "enum" and "const" would not.
  if (orNull && typeof first.type === 'string' && !first.enum && !first.const) return { ...first, type: [first.type, 'null'] };
  return { anyOf: schemas };
}
