import { didYouMean } from '../../src/specification/near-matches.ts';
import { type Schema, type Schemas, schemaFile, type Variant } from '../../src/specification/schema.ts';
import { entries, type Report, type Section } from './document.ts';
import { readType, type ShapeNames } from './type-grammar.ts';

/** Chapters whose sections each describe one object. */
export const SHAPE_CHAPTERS: readonly string[] = ['Resources', 'Requests', 'Responses'];

const BASE = 'https://schemas.invalid/customer-engagement/';
const FIELD_COLUMNS = ['Field', 'Type', 'Required', 'Meaning'] as const;
/** JSON Schema's keyword, as a computed name: linters take an object with a plain `then` for a promise. */
const THEN = 'then';
const VARIANT_COLUMNS = ['Where', 'Is', 'Shape'] as const;

/** `SMS template embed` → `sms-template-embed` */
function kebab(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** The names that types may refer to. Two sections whose names give the same file are a problem. */
export function shapeNames(sections: readonly Section[], report: Report): ShapeNames {
  const names = new Map<string, string>();
  for (const { chapter, title, heading } of sections) {
    if (title === null || !SHAPE_CHAPTERS.includes(chapter)) continue;
    if ([...names.values()].includes(kebab(title))) report({ heading }, `two sections become ${schemaFile(kebab(title))}: rename one`);
    names.set(title, kebab(title));
  }
  return names;
}

/** A JSON Schema for each section of the chapters that describe objects. */
export function deriveSchemas(sections: readonly Section[], names: ShapeNames, report: Report): Schemas {
  return Object.fromEntries(
    sections.flatMap((section) => {
      const name = section.title === null ? undefined : names.get(section.title);
      if (name === undefined || !SHAPE_CHAPTERS.includes(section.chapter)) return [];
      const members = section.tables[0]?.header[0]?.text === 'Where' ? variants(section, names, report) : fields(section, names, report);
      const $schema = 'https://json-schema.org/draft/2020-12/schema';
      const closed: Schema = section.closed ? { additionalProperties: false } : {};
      return [[name, { $schema, $id: `${BASE}${schemaFile(name)}`, title: section.heading, type: 'object', ...members, ...closed }]];
    }),
  );
}

function fields(section: Section, names: ShapeNames, report: Report): Schema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const { place, plain: row, cell } of entries(section, FIELD_COLUMNS, report)) {
    const reading = readType(row.Type, names);
    if (!/^\w+$/.test(row.Field)) report(place, `a field is called "${row.Field}": letters, digits and _ were expected`);
    if (Object.hasOwn(properties, row.Field)) report(place, `duplicate field "${row.Field}": remove one of the rows`);
    if ('problem' in reading) report(place, reading.problem);
    if (row.Required !== 'yes' && row.Required !== 'no') report(place, `Required is "${row.Required}": yes or no was expected`);
    if (row.Required === 'yes') required.push(row.Field);
    properties[row.Field] = { ...('schema' in reading ? reading.schema : {}), description: cell.Meaning };
  }
  return required.length > 0 ? { properties, required } : { properties };
}

function variants(section: Section, names: ShapeNames, report: Report): Schema {
  const allOf = entries(section, VARIANT_COLUMNS, report).flatMap<Variant>(({ place, plain: { Where, Is, Shape } }) => {
    const reading = readType(Shape, names);
    if ('problem' in reading || !reading.schema.$ref) {
      report(
        place,
        'problem' in reading ? reading.problem : `the shape "${Shape}" is no reference.${didYouMean(Shape, [...names.keys()])}`,
      );
      return [];
    }
    const condition: Schema = { type: 'object', properties: { [Where]: { type: 'string', const: Is } }, required: [Where] };
    return [{ if: condition, [THEN]: reading.schema }];
  });
  return { allOf };
}
