import fc from 'fast-check';
import type { JsonObject } from '../specification/json.ts';
import { LENGTHS, NASTY_TEXTS, textOfLength, texts } from './texts.ts';
import type { Boundary, Sized } from './values.ts';

/** Member names that programming languages and stores reserve. `__proto__` is left to robustness (RFC 7493). */
const NASTY_KEYS: readonly string[] = [
  ...['constructor', 'toString', 'hasOwnProperty', 'length', 'a.b', 'a[0]', '$x', '$set', '', ' ', ' key ', 'a b'],
  ...['UPPER', 'camelCase', 'snake_case', 'id', 'type', 'null', '0', 'é', '日本', '😀', "o'key", '"key"', 'a/b', 'a~b', '%41', '{{ x }}'],
  ...['password', 'api_key', '_id', '_private', '@type', '-1', 'a-b', 'a:b'],
  ...['a,b', 'a=b&c', 'a+b', 'a[]', 'class', 'value', 'prototype', 'toJSON', 'then'],
  // What envelopes and error pages are told by, and what logs hide.
  ...['data', 'error', 'items', 'token', 'authorization', 'card_number'],
  // Names of members that records have.
  ...['name', 'created_at', 'metadata', 'customer', 'customer_id', 'business', 'event', 'event_name', 'extra'],
  ...['external_id', 'website', 'status', 'segment'],
  // Names of columns, and of what logs and queues put around an event.
  ...['timestamp', 'properties', 'payload', 'user', 'source', 'version', 'message', 'key', 'size', 'count', 'default', 'object'],
  'k'.repeat(256),
];

/** Texts that programs mistake for something else: numbers, times, ids, links. As a member of a record, each would need a request of its own. */
const MISTAKABLE_TEXTS: readonly string[] = [
  ...['12.50', '-5', '+5', '.5', '1,234.5', '1_000', '-0', 'Infinity', '12345678901234567890', '1.0', '0b1', '10%', '€5'],
  ...['on', 'off', 'no', 'y', 'T', 'nil', 'NULL', 'True', 'FALSE', '{}', '[]', '""', '{"a":1}', '[1,2]', 'null\n'],
  ...['12:30', '2024-02-30', '20240131', '31.01.2024', '1/2/2024', '2024-01-31T12:00:00', '2024-01-31T22:00:00-05:00'],
  ...['2024-W05-3', 'P1DT2H', '1706702400', 'now', 'UTC', '0000-00-00', '9999-12-31T23:59:59Z', '/Date(1706702400000)/'],
  ...['Wed, 31 Jan 2024 12:00:00 GMT', '2024-01-31T12:00:00+00:00', '2024-01-31T12:00:00.123456789Z'],
  // What filters for personal data and secrets mask.
  ...['4111 1111 1111 1111', '4111111111111111', '078-05-1120', 'DE89370400440532013000', 'Bearer abc.def', 'eyJhbGciOiJub25lIn0.e30.'],
  ...['550E8400-E29B-41D4-A716-446655440000', 'DEADBEEF', 'aGVsbG8='],
  ...['https://example.com', 'HTTPS://Example.COM/A%2fb?q=1#F', 'www.example.com'],
  ...['Mail@Example.COM', 'mailto:a@example.com', '+1 (808) 555-0100', '127.0.0.1', '::1', '/a//b/../c', 'file:///etc/passwd', 'data:,x'],
];

/** Integers that doubles hold exactly (RFC 7493 §2.2), and fractions that doubles write back unchanged. */
const NUMBERS: readonly number[] = [
  ...[0, 1, -1, 0.1, -0.5, 1.5, 1e-7, 6.02214, 99.99],
  ...[2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53 - 1, -(2 ** 53) + 1],
  ...[1e-300, 0.1 + 0.2, 98.765_432_109_876_5],
];

/** One character each of one, two, three and four bytes: where a body is read in pieces, some piece ends within a character. */
const WIDE = 'aé日😀';

const items = (length: number) => Array.from({ length }, (_, index) => index);
const list = (length: number) => ({ list: items(length) });
const members = (count: number) => Object.fromEntries(items(count).map((index) => [`member${index}`, index]));
const long = (length: number) => ({ long: textOfLength(length) });
/** An object within an object, so many in all. */
const deepObject = (depth: number) => ({ deep: items(depth - 1).reduce<unknown>((inner) => ({ b: inner }), 'deep') });
const deepList = (depth: number) => ({ lists: items(depth - 1).reduce<unknown>((inner) => [inner], 'deep') });

const STRUCTURES: readonly (readonly [label: string, value: JsonObject, sized?: Sized<JsonObject>])[] = [
  ['an empty object', {}],
  ['an empty object inside', { nested: {} }],
  ['an empty list inside', { no_items: [] }],
  ['null inside', { nothing: null }],
  ['null in a list', { no_item: [null] }],
  ['false inside', { no: false }],
  ['an empty text inside', { no_text: '' }],
  ['objects to depth 33', deepObject(33), { length: 33, unit: 'levels of objects', at: deepObject }],
  ['lists to depth 33', deepList(33), { length: 33, unit: 'levels of lists', at: deepList }],
  ['a mixed list', { mixed: [1, 'two', false, null, { three: 3 }, [4]] }],
  ['a list in no order', { unsorted: [3, 1, 2, 10] }],
  ['a list with duplicates', { twice: ['a', 'a', 1, 1] }],
  ['a list of 101', list(101), { length: 101, unit: 'items of a list', at: list }],
  ['a list of 1,001', list(1001), { length: 1001, unit: 'items of a list', at: list }],
  ['51 members', members(51), { length: 51, unit: 'members', at: members }],
  ['101 members', members(101), { length: 101, unit: 'members', at: members }],
  ['members that differ in letter case only', { key: 1, Key: 2, KEY: 3 }],
  ['members that differ in their form of Unicode only', { forms: { '\u00e9': 1, 'e\u0301': 2 } }],
  ['an object of nothing but `value`', { boxed: { value: 1 } }],
  [
    'what some stores write for types of their own',
    { typed: [{ $date: '2024-01-31T12:00:00Z' }, { $oid: 'a'.repeat(24) }, { $numberLong: '5' }] },
  ],
  [
    'what decoders take for the name of a type',
    { hinted: { json_class: 'Conformance', '@class': 'conformance.Order', $type: 'Conformance.Order', __class__: 'Conformance' } },
  ],
  ['a reference', { pointing: { $ref: '#/name' } }],
  ['a list of objects with unlike members', { rows: [{ a: 1 }, { b: 2 }, {}, { a: null }] }],
  ['a dotted member beside a nested one', { 'both.ways': 1, both: { ways: 2 } }],
  ['a member named as the one around it', { same: { same: { same: 1 } } }],
  ['lists within lists, some empty', { grid: [[], [[]], [1, [2]]] }],
  ['members named like the places of a list', { places: { 0: 'a', 1: 'b', 2: 'c' } }],
  ['a member named `length` beside a place', { counted: { 0: 'a', length: 3 } }],
  ['12 kB of characters of one to four bytes', { wide: WIDE.repeat(1200) }],
  ['80 kB of characters of one to four bytes', { wide: WIDE.repeat(8000) }],
  // Some text columns end at 65,535.
  ['66,000 characters', long(66_000), { length: 66_000, unit: 'characters', at: long }],
  ['members not in order of the alphabet', { b: 1, a: 2, z: 3, _: 4 }],
];

/** One labelled object a boundary: small, and mostly with names of their own, so that they can be sent together. */
export function objectBoundaries(): Boundary<JsonObject>[] {
  return [
    ...STRUCTURES.map(([label, input, sized]) => ({ label, input, ...(sized && { sized }) })),
    ...NUMBERS.map((number, index) => ({ label: `the number ${number}`, input: { [`number${index}`]: number } })),
    ...NASTY_KEYS.map((key) => ({ label: `the member ${JSON.stringify(key.slice(0, 20))}`, input: { [key]: 'value' } })),
    ...[...NASTY_TEXTS, ...MISTAKABLE_TEXTS].map((text, index) => ({
      label: `the text ${JSON.stringify(text)}`,
      input: { [`text${index}`]: text },
    })),
    ...LENGTHS.map((length) => ({
      label: `a text of ${length} characters`,
      input: { [`length${length}`]: textOfLength(length) },
      sized: { length, unit: 'characters', at: (other: number) => ({ [`length${length}`]: textOfLength(other) }) },
    })),
  ];
}

/** Any JSON object with a member that two parsers read alike, nested to depth 6. The empty one is a boundary. */
export function jsonObjects(): fc.Arbitrary<Record<string, unknown>> {
  // Not by `minKeys`, which would keep a member that a failure does not need: fast-check leaves none out of the last two.
  return fc.dictionary(keys(), values(), { maxKeys: 6, noNullPrototype: true }).filter((object) => Object.keys(object).length > 0);
}

function keys(): fc.Arbitrary<string> {
  return fc
    .oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), fc.constantFrom(...NASTY_KEYS))
    .filter((key) => key !== '__proto__');
}

function values(): fc.Arbitrary<unknown> {
  const leaf = fc.oneof(
    texts(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.constantFrom(...NUMBERS),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((number) => (number === 0 ? 0 : number)),
    fc.boolean(),
    fc.constant(null),
  );
  const tree = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      leaf,
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(keys(), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  return tree.value;
}
