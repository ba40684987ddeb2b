import type { ErrorObject } from 'ajv/dist/2020.js';
import { memberPointer } from './json-pointer.ts';
import type { Schema } from './schema.ts';
import { wordsForSchema, wordsForValue } from './words.ts';

/** `timestamp`: an invalid time. `value`: right type, but not one of the listed words, or out of bounds. `type`: all else. */
export type ViolationKind = 'type' | 'timestamp' | 'value';

export interface SchemaViolation {
  /** JSON pointer (RFC 6901) to the place; for a missing member, to where it should be. */
  readonly pointer: string;
  /** The schema's keyword: `type`, `required`, `format`, `enum`, `const`, `minimum`, `anyOf`, `additionalProperties`; or `depth`. */
  readonly keyword: string;
  /** In words: `a string`. */
  readonly expected: string;
  /** In words, cut at 200 characters: `number 5`. */
  readonly actual: string;
  readonly kind: ViolationKind;
}

/** Puts ajv's errors (collected with `verbose`) into words, one a place. */
export function toViolations(errors: readonly ErrorObject[]): SchemaViolation[] {
  const byPointer = new Map<string, SchemaViolation>();
  for (const error of errors) {
    // "if" only repeats that its "then" has errors.
    if (error.keyword === 'if') continue;
    const violation = toViolation(error);
    // Each alternative gave its own error. That none of them fits says it better.
    if (error.keyword === 'anyOf') forgetInside(byPointer, violation.pointer);
    // A number in place of a listed word has the wrong type and is none of the words. The type says enough.
    if (byPointer.get(violation.pointer)?.keyword === 'type') continue;
    byPointer.set(violation.pointer, violation);
  }
  return [...byPointer.values()];
}

function forgetInside(byPointer: Map<string, SchemaViolation>, pointer: string): void {
  for (const known of byPointer.keys()) if (known === pointer || known.startsWith(`${pointer}/`)) byPointer.delete(known);
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
