import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { depthOf } from '../../../mutation/rows.ts';
import { memberBoundaries, membersOf, mergeMembers, valuesOf } from '../../../src/generation/bodies.ts';
import { TIMESTAMPS, URLS } from '../../../src/generation/formats.ts';
import { jsonObjects, objectBoundaries } from '../../../src/generation/json-objects.ts';
import { mergeObjects, mergeTexts } from '../../../src/generation/merge.ts';
import { inEveryOrder } from '../../../src/generation/sequences.ts';
import { LENGTHS, NASTY_TEXTS, textOfLength, texts } from '../../../src/generation/texts.ts';
import type { Values } from '../../../src/generation/values.ts';
import { parseIso8601 } from '../../../src/specification/formats.ts';
import { violations } from '../../../src/specification/validator.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';
import { EXAMPLES } from '../specification/examples.ts';

/** Whether any two correct parsers read a value alike: an I-JSON message (RFC 7493). */
function isIJson(value: unknown): boolean {
  if (typeof value === 'string') return !/[\0\p{Surrogate}\p{Noncharacter_Code_Point}]/u.test(value);
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0) && Number.isInteger(value) === Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' || value === null;
  return Object.entries(value).every(([key, member]) => key !== '__proto__' && isIJson(key) && isIJson(member));
}

test('what two parsers may read differently is seen: the other tests of generated input lean on it', () => {
  const texts = [{ a: ['\ud800'] }, { '\udfff': 1 }, '\ufffe', '\u{1ffff}', '\ufdd0', 'a\0'];
  const others = [[2 ** 53], -0, Number.NaN, JSON.parse('{"__proto__":1}'), { a: undefined }];
  expect([...texts, ...others].filter(isIJson)).toEqual([]);
  expect(isIJson({ a: ['😀', 2 ** 53 - 1, -0.5, null, true, {}] })).toBe(true);
});

const SEEDS = [1, 20_261_121];
const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns = 150) => SEEDS.flatMap((seed) => fc.sample(arbitrary, { seed, numRuns }));

/** Requests of which members are generated, with a whole body around each. */
const REQUESTS: readonly [request: string, names: readonly string[], whole: (members: object) => unknown][] = [
  ['business-creation', ['name', 'metadata', 'external_id', 'website'], (members) => ({ ...EXAMPLES['business-creation'], ...members })],
  ['campaign-creation', ['name', 'metadata', 'scheduled_at'], (members) => ({ ...EXAMPLES['campaign-creation'], ...members })],
  ['template-placement', ['business'], (members) => members],
  ['embed-creation', ['expires_in'], (members) => members],
  ['track', ['event', 'data'], (members) => members],
  ['customer-update', ['full_name', 'metadata', 'email_address', 'phone_number'], (members) => ({ id: 'c1', ...members })],
];

for (const [request, names, whole] of REQUESTS) {
  test(`every generated ${request} is valid and reads alike everywhere`, () => {
    const bodies = sample(membersOf(request, names));
    expect(new Set(bodies.flatMap((members) => Object.keys(members)))).toEqual(new Set(names));
    expectSound(request, bodies, whole);
  });

  test(`every boundary of ${request} is one valid member that reads alike everywhere, with a label of its own`, () => {
    const boundaries = memberBoundaries(request, names);
    const bodies = boundaries.map(({ input }) => input);
    expectSound(request, bodies, whole);
    for (const name of names) expect(bodies.filter((members) => Object.hasOwn(members, name)).length, name).toBeGreaterThan(3);
    expect(bodies.every((members) => Object.keys(members).length === 1)).toBe(true);
    const labels = boundaries.map(({ label }) => label);
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
  });
}

/** One `expect` for all: each costs a millisecond. */
function expectSound(request: string, all: readonly object[], whole: (members: object) => unknown): void {
  const unsound = all.filter(
    (members) =>
      Object.keys(members).length === 0 ||
      violations(request, whole(members)).length > 0 ||
      !isIJson(members) ||
      !isDeepStrictEqual(JSON.parse(JSON.stringify(members)), members),
  );
  expect(unsound.map((members) => JSON.stringify(members).slice(0, 200))).toEqual([]);
}

test('refuses members of which it knows no values', () => {
  expect(() => membersOf('campaign-creation', ['steps'])).toThrow(
    'No values can be generated for `steps` of the request campaign-creation',
  );
  expect(() => memberBoundaries('track', ['nothing'])).toThrow('No values can be generated for `nothing` of the request track');
});

test('keeps an integer within its bounds, and tries both', () => {
  const values = valuesOf({ type: 'integer', minimum: 1, maximum: 5 });
  expect(values?.boundaries().map(({ input }) => input)).toEqual([1, 5]);
  expect(fc.sample(values?.arbitrary() ?? fc.constant(0), 100).every((value) => Number(value) >= 1 && Number(value) <= 5)).toBe(true);
});

test('generated texts hold more than letters', () => {
  const drawn = sample(texts());
  const wanted = [/^$/, /\p{Script=Latin}/u, /\P{ASCII}/u, /[\u{10000}-\u{10ffff}]/u, /^\s/, /</];
  expect(wanted.filter((pattern) => !drawn.some((text) => pattern.test(text)))).toEqual([]);
});

test('texts have the length that is said, to the UTF-16 unit, and an end that shows when it is cut', () => {
  for (const length of LENGTHS) expect(textOfLength(length)).toHaveLength(length);
  const labelled = memberBoundaries('business-creation', ['name']).filter(({ label }) => label.endsWith('characters'));
  expect(labelled).toHaveLength(LENGTHS.length);
  for (const { label, input } of labelled) expect(String(input.name), label).toHaveLength(Number(label.match(/(\d+) characters/)?.[1]));
  expect(new Set([...Array(200)].map((_, index) => textOfLength(1000).slice(index * 5, index * 5 + 5)))).toHaveProperty('size', 200);
});

test('objects nest and stay within six levels', () => {
  const depths = sample(jsonObjects()).map(depthOf);
  expect(Math.max(...depths)).toBeGreaterThan(2);
  expect(Math.max(...depths)).toBeLessThanOrEqual(6);
});

test('boundary objects are as labelled', () => {
  const found = new Map(objectBoundaries().map(({ label, input }) => [label, input]));
  expect(Object.keys(found.get('51 members') ?? {})).toHaveLength(51);
  expect(Object.keys(found.get('101 members') ?? {})).toHaveLength(101);
  expect(found.get('a list of 1,001')?.list).toHaveLength(1001);
  expect(found.get('a text of 10000 characters')?.length10000).toHaveLength(10_000);
});

/** All boundaries of a kind, and some of the others. */
const drawn = ({ arbitrary, boundaries }: Values) => [...sample(arbitrary()), ...boundaries().map(({ input }) => input)].map(String);

test('URLs are as a normaliser would write them', () => expect(drawn(URLS).filter((url) => new URL(url).href !== url)).toEqual([]));

test('times are to come, in more than one form, some with seconds and parts of one', () => {
  const times = drawn(TIMESTAMPS);
  expect(times.filter((text) => (parseIso8601(text)?.instantMs ?? 0) <= Date.UTC(2029, 11, 31))).toEqual([]);
  expect(times.some((text) => (parseIso8601(text)?.instantMs ?? 0) % 60_000 !== 0)).toBe(true);
  const forms = new Set(times.map((text) => text.replaceAll(/\d/g, '9')));
  for (const zone of ['Z', '.999Z', '+99:99', '-99:99', '+9999', '']) expect(forms).toContain(`9999-99-99T99:99:99${zone}`);
  expect(forms).toContain('9999-99-99T99:99');
  expect(forms).toContain('99999999T999999Z');
});

const named = (count: number, prefix: string) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 0]));

const long = (name: string) => Object.fromEntries(['1', '2', '3', '4', '5', '6'].map((digit) => [name + digit, 'x'.repeat(700)]));

const mergeTwo = mergeMembers('business-creation', 2);

test('what goes together was approved', () => expectCalls('generation/merge.txt', { mergeObjects, mergeTexts, mergeTwo }));

for (const [title, one, other] of [
  ['a long value, which may use up a limit', { a: 1 }, { b: 'x'.repeat(1000) }],
  ['a long name', { a: 1 }, { ['b'.repeat(1000)]: 'value' }],
  ['a long whole', long('a'), long('b')],
  ['73 members', named(37, 'a'), named(36, 'b')],
] as const)
  test(`free objects that do not go together: ${title}`, () =>
    expect([mergeObjects(one, other), mergeObjects(other, one)]).toEqual([null, null]));

test('an object that is held against several others goes with each on its own merits', () => {
  const one = { a: 1 };
  expect(mergeObjects(one, { A: 2 })).toBeNull();
  expect(mergeObjects(one, { b: 'x'.repeat(1000) })).toBeNull();
  const both = mergeObjects(one, named(71, 'b'));
  expect(Object.keys(both ?? {})).toHaveLength(72);
  expect(mergeObjects(both ?? {}, { c: 1 })).toBeNull();
  expect(mergeObjects(one, { c: 3 })).toEqual({ a: 1, c: 3 });
});

test('most texts go together, below a length that most names may have', () => {
  const together = NASTY_TEXTS.filter((text) => mergeTexts('a', text) === `a ${text}`);
  expect(together).toEqual(expect.arrayContaining(['😀', 'e\u0301 decomposed', '<script>alert(1)</script>', 'Å\u212b']));
  expect(together.length).toBeGreaterThan(40);
  expect(mergeTexts('a'.repeat(48), 'b'.repeat(48))).toBeNull();
  expect(mergeTexts('a'.repeat(48), 'b'.repeat(47))).toHaveLength(96);
});

test('each kind of step comes behind each one, itself too, once', () => {
  const order = inEveryOrder(5, (kind) => ({ do: 'read record', which: kind })).map((step) => ('which' in step ? step.which : -1));
  const pairs = order.slice(1).map((kind, index) => `${order[index]} ${kind}`);
  expect(pairs).toHaveLength(25);
  expect(new Set(pairs).size).toBe(25);
});
