import fc from 'fast-check';
import type { Schema } from '../specification/schema.ts';
import { schema } from '../specification/schemas.ts';
import { EMAIL_ADDRESSES, PHONE_NUMBERS } from './canonical.ts';
import { jsonObjects, objectBoundaries } from './json-objects.ts';
import { LENGTHS, NASTY_TEXTS, textOfLength, texts } from './texts.ts';
import { timestampBoundaries, timestamps } from './timestamps.ts';
import { urlBoundaries, urls } from './urls.ts';
import type { Sized, Values } from './values.ts';

/** Generated members of a request body. The rest of the body is typical. */
export type Members = Readonly<Record<string, unknown>>;

/** One boundary value of one member. */
export interface Boundary {
  readonly label: string;
  readonly members: Members;
  readonly sized?: Sized<Members>;
}

const TEXTS: Values = {
  arbitrary: texts,
  boundaries: () => [
    ...LENGTHS.map((length) => ({
      label: `${length} characters`,
      value: textOfLength(length),
      sized: { length, unit: 'characters', at: textOfLength },
    })),
    ...NASTY_TEXTS.map((value) => ({ label: JSON.stringify(value), value })),
  ],
};

/** How to make values of a member, by its schema in the request. */
function valuesOf({ type, format }: Schema): Values | null {
  if (format === 'url') return { arbitrary: urls, boundaries: urlBoundaries };
  if (format === 'iso8601') return { arbitrary: timestamps, boundaries: timestampBoundaries };
  if (type === 'string') return TEXTS;
  if (type === 'object') return { arbitrary: jsonObjects, boundaries: objectBoundaries };
  if (type === 'integer') return { arbitrary: () => fc.integer({ min: -10, max: 2 ** 31 }), boundaries: integerBoundaries };
  return null;
}

/** Arbitrary subsets of a request's named members, each of its documented type. */
export function membersOf(request: string, names: readonly string[]): fc.Arbitrary<Members> {
  const arbitraries = Object.fromEntries(names.map((name) => [name, memberValues(request, name).arbitrary()]));
  return fc.record(arbitraries, { requiredKeys: [], noNullPrototype: true }).filter((members) => Object.keys(members).length > 0);
}

/** Every boundary value of every named member, one at a time. */
export function memberBoundaries(request: string, names: readonly string[]): Boundary[] {
  return names.flatMap((name) =>
    memberValues(request, name)
      .boundaries()
      .map(({ label, value, sized }) => ({
        label: `${name}: ${label}`,
        members: { [name]: value },
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

function integerBoundaries(): { label: string; value: number }[] {
  return [-1, 0, 1, 59, 60, 61, 3599, 3600, 86_400, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1].map((value) => ({
    label: String(value),
    value,
  }));
}
