import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { absoluteUrl, parseIso8601 } from './formats.ts';
import { memberPointer } from './json.ts';
import type { Schema } from './schema.ts';
import { SCHEMAS, schema } from './schemas.ts';
import { wordsForSchema, wordsForValue } from './words.ts';

/** The specification's neutral word for the editor. It does not give its product name. */
const DESIGNER = 'designer';
const MOST_VIOLATIONS = 50;
/** With more values than this, only the first violation is looked for: ajv cannot stop early while it collects. */
const MOST_VALUES = 100_000;

/** The places where a value departs from a schema, at most 50. It nests no deeper than `jsonOf` reads. `designerKind` is the implementation's word for `designer`. */
export function violations(name: string, value: unknown, designerKind = DESIGNER): SchemaViolation[] {
  schema(name);
  const first = validator(name, designerKind, false);
  if (first(value)) return [];
  if (tooLarge(value, MOST_VALUES)) return violationsOf(first);
  const all = validator(name, designerKind, true);
  all(value);
  return violationsOf(all);
}

/** Whether `violations` would find none. Asks no schema for all of its errors, for which ajv compiles it a second time. */
export function isValid(name: string, value: unknown): boolean {
  schema(name);
  return validator(name, DESIGNER, false)(value);
}

function violationsOf({ errors }: ValidateFunction): SchemaViolation[] {
  return toViolations((errors ?? []) as ErrorObject[]).slice(0, MOST_VIOLATIONS);
}

const instances = new Map<string, Ajv2020>();

/** ajv compiles a schema at its first use and keeps it. */
function validator(name: string, designerKind: string, allErrors: boolean): ValidateFunction {
  const key = `${allErrors} ${designerKind}`;
  const instance = instances.get(key) ?? newInstance(designerKind, allErrors);
  instances.set(key, instance);
  const compiled = instance.getSchema(name);
  if (!compiled) throw new Error(`The schema "${name}" is listed, but ajv does not know it. Derive the schemas again: npm run regenerate`);
  return compiled;
}

function newInstance(designerKind: string, allErrors: boolean): Ajv2020 {
  // A test checks the derived schemas against the meta-schema, so no run spends time on it.
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors,
    verbose: true,
    validateSchema: false,
    meta: false,
    // A run asks each schema a few hundred times, so code that is quicker to write is quicker in all.
    code: { optimize: false },
    inlineRefs: false,
  });
  ajv.addFormat('iso8601', { type: 'string', validate: (text: string) => parseIso8601(text) !== null });
  ajv.addFormat('url', { type: 'string', validate: (text: string) => absoluteUrl(text) !== null });
  for (const [name, original] of Object.entries(SCHEMAS)) ajv.addSchema(withDesigner(original, designerKind), name);
  return ajv;
}

function withDesigner(original: object, designerKind: string): object {
  return JSON.parse(JSON.stringify(original), (key, value) =>
    key === 'enum' ? value.map((word: string) => (word === DESIGNER ? designerKind : word)) : value,
  );
}

/** Whether the value consists of more than `limit` values, itself included. */
export function tooLarge(value: unknown, limit: number): boolean {
  let level = [value];
  for (let count = 1; level.length > 0; count += level.length) {
    if (count > limit) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}

/** `timestamp`: an invalid time. `value`: right type, but not one of the listed words, or out of bounds. `type`: all else. */
export type ViolationKind = 'type' | 'timestamp' | 'value';

export interface SchemaViolation {
  /** JSON pointer (RFC 6901) to the place; for a missing member, to where it should be. */
  readonly pointer: string;
  /** The schema's keyword: `type`, `required`, `format`, `enum`, `const`, `minimum`, `anyOf`, `additionalProperties`. */
  readonly keyword: string;
  /** In words: `a string`. */
  readonly expected: string;
  /** In words, cut at 200 characters: `number 5`. */
  readonly actual: string;
  readonly kind: ViolationKind;
}

/** Puts ajv's errors (collected with `verbose`) into words, one a place. */
function toViolations(errors: readonly ErrorObject[]): SchemaViolation[] {
  const byPointer = new Map<string, SchemaViolation>();
  for (const error of errors) {
    // "if" only repeats that its "then" has errors.
    if (error.keyword === 'if') continue;
    const violation = toViolation(error);
    // Each alternative gave its own error. That none of them fits says it better.
    if (error.keyword === 'anyOf')
      for (const { pointer } of [...byPointer.values()]) if (`${pointer}/`.startsWith(`${violation.pointer}/`)) byPointer.delete(pointer);
    // A number in place of a listed word has the wrong type and is none of the words. The type says enough.
    if (byPointer.get(violation.pointer)?.keyword === 'type') continue;
    byPointer.set(violation.pointer, violation);
  }
  return [...byPointer.values()];
}

function toViolation({ keyword, instancePath, params, parentSchema = {}, data }: ErrorObject): SchemaViolation {
  const schema = parentSchema as Schema;
  if (keyword === 'required') {
    const member = String(params.missingProperty);
    const expected = `the member "${member}"`;
    return { pointer: memberPointer(member, instancePath), keyword, expected, actual: 'no such member', kind: 'type' };
  }
  if (keyword === 'additionalProperties') {
    const member = String(params.additionalProperty);
    const actual = wordsForValue((data as Record<string, unknown>)[member]);
    return { pointer: memberPointer(member, instancePath), keyword, expected: 'no such member', actual, kind: 'type' };
  }
  // People take null for no value. It is one, and documented where it may stand.
  const actual = data === null ? 'null, which is not documented here' : wordsForValue(data);
  return { pointer: instancePath, keyword, expected: wordsForSchema(schema), actual, kind: kindOf(keyword, schema) };
}

function kindOf(keyword: string, schema: Schema): ViolationKind {
  if (schema.format === 'iso8601') return 'timestamp';
  return ['enum', 'const', 'minimum', 'maximum'].includes(keyword) ? 'value' : 'type';
}
