import fc from 'fast-check';
import { contrastTo } from '../../../src/engine/property/contrast.ts';
import type { Candidate } from '../../../src/engine/property/property.ts';
import { expect, test } from '../../test.ts';

type Given = readonly [label: string | null, input?: unknown];

/** What is said of the first of these inputs that failed, in whichever order they were judged. */
function contrast(inputs: readonly Given[], failed: readonly number[], lengths: string | null = null, member?: string): string | undefined {
  const assessed = inputs.map(([label, input = {}], index) => {
    const candidate: Candidate<unknown> = { input, index, label, token: '', arbitrary: fc.constant(input), path: '0' };
    return { candidate, passed: !failed.includes(index) };
  });
  const first = assessed.find(({ passed }) => !passed)?.candidate;
  const [said, turned] = [assessed, assessed.toReversed()].map((given) => first && contrastTo(first, given, lengths, true, member));
  expect(turned).toBe(said);
  return said;
}

const LABELS: readonly Given[] = [
  ...['name: 0 characters', 'name: 1 characters', 'name: 63 characters', 'name: 64 characters', 'name: 65 characters'],
  ...['name: "é"', 'name: "😀"', 'metadata: 64 characters', 'metadata: an empty object'],
  null,
].map((label) => [label]);

const ONE = '0 characters are fine, 1 character is not';

for (const [what, failed, said] of [
  ['the nearest lengths', [3], '1 character, 63 characters and 65 characters are fine, 64 characters are not; 9 of 9 others pass'],
  [
    'of two as near the first',
    [3, 4],
    '0 characters, 1 character and 63 characters are fine, 64 characters are not; 8 of 9 others pass; also: 65 characters',
  ],
  ['one label', [1, 2, 3, 4], `${ONE}; 6 of 9 others pass; also: 63 characters, 64 characters and 65 characters`],
  ['no label of the same kind', [8], '9 of 9 others pass'],
  ['another member does not count', [7], '9 of 9 others pass'],
  ['a random input', [9], '9 of 9 others pass'],
  [
    'one of several is singular',
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
    `${ONE}; 1 of 9 others passes; also: "é", metadata: 64 characters and metadata: an empty object`,
  ],
  ['nothing passed', LABELS.map((_, index) => index), undefined],
] as const)
  test(`what passed beside a failing input: ${what}`, () => expect(contrast(LABELS, failed)).toBe(said?.replace('others', 'other inputs')));

test('a length that decides is said in the place of a rule', () =>
  expect(contrast(LABELS, [3, 4], '63 characters pass, 64 do not')).toBe('63 characters pass, 64 do not'));

test('so few other inputs are not counted', () => expect(contrast([['a'], ['5'], ['b: c']], [0])).toBe(undefined));

test('labels are cut at 60 characters, and show what is hidden', () => {
  const long = (letter: string): Given => [`the member "${letter.repeat(100)}"`];
  expect(contrast([long('x'), long('y')], [1])).toBe(`the member "${'x'.repeat(47)}… is fine, the member "${'y'.repeat(47)}… is not`);
  expect(contrast([['the text "\u202eright\u202c"'], ['the text "a\u200db"']], [1])).toContain(
    '"\\u202eright\\u202c" is fine, "a\\u200db" is not',
  );
});

const named = (texts: readonly string[]) => texts.map((text): Given => [`name: ${JSON.stringify(text)}`, { name: text }]);
const TEXTS = named([
  'two  spaces',
  ' leading',
  'trailing ',
  '\ttab\t',
  '\u00a0odd\u00a0',
  '日本',
  '😀',
  '𝒜 b',
  "O'Brien",
  '007',
  '10',
  'A & b',
]);
const TIMES = [
  '2033-06-15T10:30:45Z',
  '2033-06-15T12:30:45+02:00',
  '2033-06-15T10:30:45.5Z',
  '2033-06-15T02:30-08:00',
  '20330615T103045',
].map((time): Given => [`scheduled_at: ${time}`, { scheduled_at: time }]);
const NUMBERS = [5, -1, 0.1, 1.5, 99.99, 1e-7, 2147483648].map((number): Given => [`the number ${number}`, { data: { number } }]);
const PRECISE = [1e-11, 0.123456789012, -3.5e-13].map((number, index): Given => [null, { data: { [`n${index}`]: number } }]);
const INNER = [{ a: { b: null } }, { a: [[{ c: null }]] }, { a: null }, { a: [null] }].map((metadata): Given => [null, { metadata }]);
const LONG = [500, 800, 1200, 5000].map((length): Given => [null, { data: { wide: 'é'.repeat(length) } }]);
const OBJECTS: readonly Given[] = [
  ...[{ yes: true }, { a: { b: { c: 'text' } } }, { list: [1, 2] }, { no: false }, { list: [false] }, { 'a b': 1 }, { ' ': 2 }],
  ...[{ a: { b: { c: { d: 'x' } } } }, { x: [[[[1]]]] }, { empty: [] }],
].map((metadata) => [null, { metadata }]);

for (const [inputs, failed, words] of [
  [TEXTS, [1, 2], 'every text with a leading or trailing space fails (2 inputs), and no other'],
  [TEXTS, [1, 2, 3], 'every text with leading or trailing white space fails (3 inputs), and no other'],
  [TEXTS, [6, 7], '"日本" and "O\'Brien" are fine, "😀" is not: every text with characters beyond U+FFFF fails (2 inputs), and no other'],
  [TEXTS, [8], "the only text with `'` fails, and no other"],
  [TEXTS, [1, 9], '10 of 11 other inputs pass'],
  [TIMES, [1, 3], 'every time with an offset fails (2 inputs), and no other'],
  [TIMES, [4], 'the only time with no zone fails, and no other'],
  [TIMES, [1, 2], '3 of 4 other inputs pass'],
  [NUMBERS, [2, 3, 4, 5], 'every number with decimals fails (4 inputs), and no other'],
  [NUMBERS, [6], 'the only number with more than 31 bits fails, and no other'],
  [OBJECTS, [3, 4], 'every `false` fails (2 inputs), and no other'],
  [OBJECTS, [5, 6], 'every member whose name has a space fails (2 inputs), and no other'],
  [OBJECTS, [7, 8], 'depth 3 is right, depth 4 is not'],
  [[...NUMBERS, ...PRECISE], [7, 8, 9], 'a number with 7 decimals is right, a number with 11 decimals is not'],
  [[...OBJECTS, ...INNER], [10, 11], 'every `null` as a member of an inner object fails (2 inputs), and no other'],
  [[...TEXTS.slice(0, 3), ...LONG], [5, 6], 'a text of 800 characters is right, a text of 1200 characters is not'],
  [OBJECTS, [3], '9 of 9 other inputs pass'],
  [[...OBJECTS.slice(0, 5), ...NUMBERS], [3, 4, 11], 'every `false` fails (2 inputs)'],
  [[...NUMBERS, ...TEXTS], [2, 3, 4, 5, 13], 'every number with decimals fails (4 inputs); also: name: "😀"'],
] as const)
  test(`names what inputs that fail have in common: ${words}`, () =>
    expect(contrast(inputs, failed)?.replaceAll(/\\u00a0/g, '\u00a0')).toContain(words));

test('a rule of what stands in the member that is wrong, in the place of a length that decides nothing', () => {
  const inputs: readonly Given[] = [
    ['name: 0 characters', { name: '' }],
    ['name: 1 characters', { name: '0' }],
    ['name: 65 characters', { name: 'x'.repeat(65) }],
    [null, { name: 'a b', metadata: { rank: '123' } }],
    ['name: "123"', { name: '123' }],
  ];
  const rule = 'every text with digits only in name fails (2 inputs), and no other';
  expect(contrast(inputs, [1, 4], null, 'name')).toBe(rule);
  expect(contrast(inputs, [1, 4], null, 'id')).toContain('1 character is not; 3 of 4 other inputs pass');
});
