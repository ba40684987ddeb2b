import { type Schema, type Schemas, schemaFile, type Variant } from '../../src/specification/schema.ts';
import { didYouMean } from '../../src/specification/words.ts';
import { entries, type Report, type Section } from './document.ts';

/** Chapters whose sections each describe one object. */
export const SHAPE_CHAPTERS: readonly string[] = ['Resources', 'Requests', 'Responses'];

const BASE = 'https://schemas.invalid/customer-engagement/';
/** JSON Schema's keyword, as a computed name: linters take an object with a plain `then` for a promise. */
const THEN = 'then';

/** `SMS template embed` → `sms-template-embed` */
const kebab = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** The names that types may refer to. Two sections whose names give the same file are a problem. */
export function shapeNames(sections: readonly Section[]): ShapeNames {
  const names = new Map<string, string>();
  for (const { chapter, title, report } of sections) {
    if (title === null || !SHAPE_CHAPTERS.includes(chapter)) continue;
    if ([...names.values()].includes(kebab(title))) report(`two sections become ${schemaFile(kebab(title))}: rename one`);
    names.set(title, kebab(title));
  }
  return names;
}

/** A JSON Schema for each section of the chapters that describe objects. */
export function deriveSchemas(sections: readonly Section[], names: ShapeNames): Schemas {
  return Object.fromEntries(
    sections.flatMap((section) => {
      const name = section.title === null ? undefined : names.get(section.title);
      if (name === undefined || !SHAPE_CHAPTERS.includes(section.chapter)) return [];
      const members = section.tables[0]?.header[0]?.text === 'Where' ? variants(section, names) : fields(section, names);
      const $schema = 'https://json-schema.org/draft/2020-12/schema';
      const closed: Schema = section.closed ? { additionalProperties: false } : {};
      return [[name, { $schema, $id: `${BASE}${schemaFile(name)}`, title: section.heading, type: 'object', ...members, ...closed }]];
    }),
  );
}

function fields(section: Section, names: ShapeNames): Schema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const { report, plain: row, cell } of entries(section, ['Field', 'Type', 'Required', 'Meaning'])) {
    const schema = readType(row.Type, names, report);
    if (!/^\w+$/.test(row.Field)) report(`a field is called "${row.Field}": letters, digits and _ were expected`);
    if (Object.hasOwn(properties, row.Field)) report(`duplicate field "${row.Field}": remove one of the rows`);
    if (row.Required !== 'yes' && row.Required !== 'no') report(`Required is "${row.Required}": yes or no was expected`);
    if (row.Required === 'yes') required.push(row.Field);
    properties[row.Field] = { ...schema, description: cell.Meaning };
  }
  return required.length > 0 ? { properties, required } : { properties };
}

function variants(section: Section, names: ShapeNames): Schema {
  const allOf = entries(section, ['Where', 'Is', 'Shape']).flatMap<Variant>(({ report, plain: { Where, Is, Shape } }) => {
    const shape = readType(Shape, names, report);
    if (shape !== null && !shape.$ref) report(`the shape "${Shape}" is no reference.${didYouMean(Shape, [...names.keys()])}`);
    const condition: Schema = { type: 'object', properties: { [Where]: { type: 'string', const: Is } }, required: [Where] };
    return shape?.$ref ? [{ if: condition, [THEN]: shape }] : [];
  });
  return { allOf };
}

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
