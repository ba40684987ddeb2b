import { didYouMean } from '../../src/specification/near-matches.ts';
import { type Schema, type Schemas, schemaFile, type Variant } from '../../src/specification/schema.ts';
import { entries, type Section } from './document.ts';
import { readType, type ShapeNames } from './type-grammar.ts';

/** Chapters whose sections each describe one object. */
export const SHAPE_CHAPTERS: readonly string[] = ['Resources', 'Requests', 'Responses'];

const BASE = 'https://schemas.invalid/customer-engagement/';
const FIELD_COLUMNS = ['Field', 'Type', 'Required', 'Meaning'] as const;
/** JSON Schema's keyword, as a computed name: linters take an object with a plain `then` for a promise. */
const THEN = 'then';
const VARIANT_COLUMNS = ['Where', 'Is', 'Shape'] as const;

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
  for (const { report, plain: row, cell } of entries(section, FIELD_COLUMNS)) {
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
  const allOf = entries(section, VARIANT_COLUMNS).flatMap<Variant>(({ report, plain: { Where, Is, Shape } }) => {
    const shape = readType(Shape, names, report);
    if (shape !== null && !shape.$ref) report(`the shape "${Shape}" is no reference.${didYouMean(Shape, [...names.keys()])}`);
    const condition: Schema = { type: 'object', properties: { [Where]: { type: 'string', const: Is } }, required: [Where] };
    return shape?.$ref ? [{ if: condition, [THEN]: shape }] : [];
  });
  return { allOf };
}
