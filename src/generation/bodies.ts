import fc from 'fast-check';
import type { JsonObject } from '../specification/json.ts';
import type { Schema } from '../specification/schema.ts';
import { schema } from '../specification/schemas.ts';
import { EMAIL_ADDRESSES, PHONE_NUMBERS, TIMESTAMPS, URLS } from './formats.ts';
import { jsonObjects, objectBoundaries } from './json-objects.ts';
import { mergeObjects, mergeTexts } from './merge.ts';
import { LENGTHS, NASTY_TEXTS, textOfLength, texts } from './texts.ts';
import { type Boundary, labelled, type Values } from './values.ts';

/** Generated members of a request body. The rest of the body is typical. */
export type Members = JsonObject;

const isJoinable = (text: string) => mergeTexts('a', text) !== null;
/** What others can be put behind first, and these last, so that few requests hold all. */
const IN_ORDER = NASTY_TEXTS.toSorted((a, b) => Number(isJoinable(a)) - Number(isJoinable(b)));
const TEXTS: Values = {
  arbitrary: texts,
  boundaries: () => [
    ...LENGTHS.map((length) => ({
      label: `${length} characters`,
      input: textOfLength(length),
      sized: { length, unit: 'characters', at: textOfLength },
    })),
    ...IN_ORDER.map((input) => ({ label: JSON.stringify(input), input })),
  ],
  merge: mergeTexts,
};
const OBJECTS: Values = { arbitrary: jsonObjects, boundaries: objectBoundaries, weight: 8, merge: mergeObjects };
/** Boundaries of an integer whose bounds are not shown. */
const INTEGERS = [-1, 0, 1, 59, 60, 61, 3599, 3600, 86_400, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1];

/** How to make values of a member, by its schema in the request; null where it is no text, object or integer. */
export function valuesOf({ type, format, minimum: min, maximum: max }: Schema): Values | null {
  if (format === 'url') return URLS;
  if (format === 'iso8601') return TIMESTAMPS;
  if (type === 'string') return TEXTS;
  if (type === 'object') return OBJECTS;
  if (type === 'integer') return min === undefined || max === undefined ? integers(-10, 2 ** 31, INTEGERS) : integers(min, max, [min, max]);
  return null;
}

/** Any value of any of these members, one at a time: what goes together is put together afterwards. */
export function membersOf(request: string, names: readonly string[]): fc.Arbitrary<Members> {
  const weighted = names.map((name) => {
    const { arbitrary, weight = 1 } = memberValues(request, name);
    return { arbitrary: arbitrary().map((value): Members => ({ [name]: value })), weight };
  });
  return fc.oneof(...weighted);
}

/** Two bodies' members as one, at most so many, where a member is in one only, is the same in both, or has values that merge. */
export function mergeMembers(request: string, most: number): (one: Members, other: Members) => Members | null {
  return (one, other) => {
    const added = Object.keys(other).filter((name) => !Object.hasOwn(one, name));
    if (Object.keys(one).length + added.length > most) return null;
    const merged: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(other)) {
      const isNew = !Object.hasOwn(one, name) || one[name] === value;
      const both = isNew ? value : (memberValues(request, name).merge?.(one[name], value) ?? null);
      if (both === null) return null;
      merged[name] = both;
    }
    return { ...one, ...merged };
  };
}

export function memberBoundaries(request: string, names: readonly string[]): Boundary<Members>[] {
  // Objects last: there are so many that whatever stands before them finds no company behind them.
  const isObject = (name: string) => Number(memberValues(request, name) === OBJECTS);
  return names
    .toSorted((a, b) => isObject(a) - isObject(b))
    .flatMap((name) =>
      memberValues(request, name)
        .boundaries()
        .map(({ label, input, sized }) => ({
          label: `${name}: ${label}`,
          input: { [name]: input },
          ...(sized && { sized: { ...sized, at: (length: number) => ({ [name]: sized.at(length) }) } }),
        })),
    );
}

/** Implementations may normalise these members, so only canonical values come back as they were sent. */
const CANONICAL: Readonly<Record<string, Readonly<Record<string, Values>>>> = {
  'customer-update': { email_address: EMAIL_ADDRESSES, phone_number: PHONE_NUMBERS },
};

function memberValues(request: string, name: string): Values {
  const member = schema(request).properties?.[name];
  const values = CANONICAL[request]?.[name] ?? (member ? valuesOf(member) : null);
  if (values === null) throw new Error(`No values can be generated for \`${name}\` of the request ${request}.`);
  return values;
}

function integers(min: number, max: number, boundaries: readonly number[]): Values {
  return { arbitrary: () => fc.integer({ min, max }), boundaries: () => labelled(boundaries) };
}
