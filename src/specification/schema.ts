export type JsonType = 'string' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** The part of JSON Schema 2020-12 that the document's tables need. */
export interface Schema {
  readonly $schema?: string;
  readonly $id?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  /** `iso8601`: a date and a time, see `parseIso8601`. `url`: an absolute URL. */
  readonly format?: 'iso8601' | 'url';
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  /** Variants: an object that matches `if` must match `then` too. */
  readonly allOf?: readonly Variant[];
  /** The file name of another schema, see `referencedName`. */
  readonly $ref?: string;
}

export interface Variant {
  readonly if: Schema;
  readonly then: Schema;
}

/** A schema's name is its heading in kebab case: `email-template`. It is also the name of its file. */
export type Schemas = Readonly<Record<string, Schema>>;

const SUFFIX = '.schema.json';

/** `event` → `event.schema.json`: the file's name, and how other schemas refer to it. */
export const schemaFile = (name: string): string => `${name}${SUFFIX}`;

/** `event.schema.json` → `event`; `null` for a file that holds no schema. */
export const referencedName = (ref: string): string | null => (ref.endsWith(SUFFIX) ? ref.slice(0, -SUFFIX.length) : null);

/** The schema itself, or the one that it refers to. Throws on a reference to nothing. */
export function dereference(schemas: Schemas, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const target = schemas[referencedName(schema.$ref) ?? ''];
  if (!target) throw new Error(`A schema refers to "${schema.$ref}", which does not exist. Derive the schemas again: npm run regenerate`);
  return target;
}

/** A documented member of an object, however deep. */
export interface Member {
  /** JSON pointer, with `*` in the place of an array's index. */
  readonly pointer: string;
  readonly schema: Schema;
}

/** All documented members with those of variants, outer before inner, in the tables' order. Does not enter a shape inside itself. */
export const documentedMembers = (schemas: Schemas, schema: Schema): Member[] => membersBelow(schemas, schema, '', []);

function membersBelow(schemas: Schemas, schema: Schema, at: string, outer: readonly Schema[]): Member[] {
  const shape = dereference(schemas, schema);
  if (outer.includes(shape)) return [];
  const below = (part: Schema, pointer: string) => membersBelow(schemas, part, pointer, [...outer, shape]);
  const own = Object.entries(shape.properties ?? {}).flatMap(([name, member]) => {
    const pointer = `${at}/${name}`;
    return [{ pointer, schema: dereference(schemas, member) }, ...below(member, pointer)];
  });
  const items = shape.items ? below(shape.items, `${at}/*`) : [];
  const alternatives = (shape.anyOf ?? []).flatMap((alternative) => below(alternative, at));
  const variants = (shape.allOf ?? []).flatMap((variant) => below(variant.then, at));
  return [...own, ...items, ...alternatives, ...variants];
}
