import { didYouMean } from '../../src/specification/near-matches.ts';
import { type Schema, schemaFile } from '../../src/specification/schema.ts';

/** The schema of a type, or why the type could not be understood. */
export type TypeReading = { readonly schema: Schema } | { readonly problem: string };

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

/** Reads the grammar of the `Type` column, which the document explains at its top. */
export function readType(text: string, shapes: ShapeNames): TypeReading {
  const readings = text.split(' or ').map((alternative) => readSingle(alternative.trim(), shapes));
  const problem = readings.find((reading) => 'problem' in reading);
  if (problem) return problem;
  const schemas = readings.flatMap((reading) => ('schema' in reading ? [reading.schema] : []));
  return { schema: either(schemas) };
}

function readSingle(text: string, shapes: ShapeNames): TypeReading {
  if (Object.hasOwn(WORDS, text)) return { schema: WORDS[text] ?? {} };
  const [, minimum, maximum] = /^integer, (-?\d+) to (-?\d+)$/.exec(text) ?? [];
  if (minimum !== undefined) return { schema: { type: 'integer', minimum: Number(minimum), maximum: Number(maximum) } };
  const [, item] = /^array of (.+)$/.exec(text) ?? [];
  if (item !== undefined) {
    const reading = readSingle(item, shapes);
    return 'schema' in reading ? { schema: { type: 'array', items: reading.schema } } : reading;
  }
  const [, name] = /^\[(.+)\]$/.exec(text) ?? [];
  if (name !== undefined) return readReference(name, shapes);
  const [, constant] = /^string "([^"]+)"$/.exec(text) ?? [];
  if (constant !== undefined) return { schema: { type: 'string', const: constant } };
  const [, words] = /^string: (.+)$/.exec(text) ?? [];
  if (words !== undefined) return readWords(words.split(',').map((word) => word.trim()));
  return {
    problem: `unknown type "${text}".${didYouMean(text, Object.keys(WORDS))} The grammar of types is explained at the top of the document`,
  };
}

function readReference(name: string, shapes: ShapeNames): TypeReading {
  const kebab = shapes.get(name);
  if (kebab !== undefined) return { schema: { $ref: schemaFile(kebab) } };
  return { problem: `unknown reference [${name}]: no section has that heading.${didYouMean(name, [...shapes.keys()])}` };
}

function readWords(words: readonly string[]): TypeReading {
  const bad = words.find((word, index) => !/^[\w-]+$/.test(word) || words.indexOf(word) !== index);
  if (bad !== undefined) return { problem: `"${bad}" in a list of words is empty, not a single word, or there twice` };
  return { schema: { type: 'string', enum: words } };
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
