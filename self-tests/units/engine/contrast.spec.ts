import { contrastTo } from '../../../src/engine/contrast.ts';
import { lengthWords } from '../../../src/engine/length-bound.ts';
import { expect, test } from '../../test.ts';

const LABELS = [
  'name: 0 characters',
  'name: 1 characters',
  'name: 63 characters',
  'name: 64 characters',
  'name: 65 characters',
  'name: "é"',
  'name: "😀"',
  'name: "日本語"',
  'metadata: 64 characters',
  'metadata: an empty object',
  null,
];

/** All passed but these. */
const except = (...failed: readonly number[]) => LABELS.map((label, index) => ({ index, label, passed: !failed.includes(index) }));
const at = (index: number) => ({ index, label: LABELS[index] ?? null });

for (const [what, contrast, index, failed] of [
  [
    'the nearest lengths, in their order',
    '1 character, 63 characters and 65 characters are fine, 64 characters are not; 10 of 10 other inputs pass',
    3,
    [3],
  ],
  [
    'only those that passed, and of two as near the first',
    '0 characters, 1 character and 63 characters are fine, 64 characters are not; 9 of 10 other inputs pass',
    3,
    [3, 4],
  ],
  [
    'texts beside a text',
    '"é" and "日本語" are fine, "😀" is not: the only text with characters beyond U+FFFF fails, and no other text',
    6,
    [6],
  ],
  ['one label', '0 characters are fine, 1 character is not; 7 of 10 other inputs pass', 1, [1, 2, 3, 4]],
  ['no label of the same kind', '10 of 10 other inputs pass', 9, [9]],
  ['another member does not count', '10 of 10 other inputs pass', 8, [8]],
  ['a random input', '9 of 10 other inputs pass', 10, [0, 10]],
  ['nothing passed', undefined, 0, LABELS.map((_, index) => index)],
] as const)
  test(`what passed beside a failing input: ${what}`, () => {
    expect(contrastTo(at(index), except(...failed))).toBe(contrast);
    expect(contrastTo(at(index), except(...failed).reverse())).toBe(contrast);
  });

test('cuts labels at 40 characters', () => {
  const labels = [`the member "${'x'.repeat(100)}"`, `the member "${'y'.repeat(100)}"`];
  const assessed = labels.map((label, index) => ({ index, label, passed: index === 0 }));
  const contrast = contrastTo({ index: 1, label: labels[1] ?? null }, assessed);
  expect(contrast).toBe(`the member "${'x'.repeat(27)}… is fine, the member "${'y'.repeat(27)}… is not; 1 of 1 other inputs passes`);
});

test('shows what is hidden in a label', () => {
  const labels = ['the text "\u202eright\u202c"', 'the text "a\u200db"'];
  const assessed = labels.map((label, index) => ({ index, label, passed: index === 0 }));
  const contrast = contrastTo({ index: 1, label: labels[1] ?? null }, assessed);
  expect(contrast).toContain('"\\u202eright\\u202c" is fine, "a\\u200db" is not');
});

/** The contrast among values whose labels begin alike, of which those of `failed` failed. */
function valuesWhereFailed(before: string, values: readonly string[], failed: readonly string[]): string | undefined {
  const assessed = values.map((value, index) => ({ index, label: `${before}${value}`, passed: !failed.includes(value) }));
  const first = assessed.find(({ passed }) => !passed);
  return first && contrastTo(first, assessed);
}

const quoted = (texts: readonly string[]) => texts.map((text) => JSON.stringify(text));

const TEXTS = [
  'two  spaces',
  ' leading',
  'trailing ',
  '\ttab\t',
  '\u00a0odd\u00a0',
  'é',
  '日本',
  '😀',
  '𝒜 b',
  "O'Brien",
  '007',
  '10',
  'A & b',
];

for (const [failed, words] of [
  [[' leading', 'trailing '], 'all 2 texts with a leading or trailing space fail, and no other text'],
  [[' leading', 'trailing ', '\ttab\t'], 'all 3 texts with leading or trailing white space fail, and no other text'],
  [[' leading', 'trailing ', '\ttab\t', '\u00a0odd\u00a0'], 'all 4 texts with white space of any kind at an end fail, and no other text'],
  [['😀', '𝒜 b'], '"é" and "日本" are fine, "😀" is not: all 2 texts with characters beyond U+FFFF fail, and no other text'],
  [["O'Brien"], "the only text with `'` fails, and no other text"],
  [['007'], 'the only text with a leading zero fails, and no other text'],
] as const)
  test(`names what the texts that fail have in common: ${words}`, () =>
    expect(valuesWhereFailed('name: ', quoted(TEXTS), quoted(failed))).toContain(words));

test('names nothing in common where a text that has it too passes', () =>
  expect(valuesWhereFailed('name: ', quoted(TEXTS), quoted([' leading', '007']))).toBe(
    '"two  spaces", "trailing " and "\\ttab\\t" are fine, " leading" is not; 11 of 12 other inputs pass',
  ));

const TIMES = [
  '2033-06-15T10:30:45Z',
  '2033-06-15T12:30:45+02:00',
  '2033-06-15T10:30:45.5Z',
  '2033-06-15T02:30-08:00',
  '2033-06-15T10:30',
  '20330615T103045Z',
];
const NUMBERS = ['0', '-1', '0.1', '1.5', '99.99', '1e-7', '6.02214', '2147483648'];

for (const [before, values, failed, words] of [
  [
    'scheduled_at: ',
    TIMES,
    [1, 3],
    '2033-06-15T10:30:45Z is fine, 2033-06-15T12:30:45+02:00 is not: all 2 times with an offset fail, and no other time',
  ],
  ['scheduled_at: ', TIMES, [1], 'the only time with an offset east of UTC fails, and no other time'],
  ['scheduled_at: ', TIMES, [0, 2, 4, 5], 'all 4 times with no offset fail, and no other time'],
  ['scheduled_at: ', TIMES, [5], 'the only time with the basic form fails, and no other time'],
  ['the number ', NUMBERS, [2, 3, 4, 5, 6], '0 is fine, 0.1 is not: all 5 numbers with decimals fail, and no other number'],
  ['metadata: the number ', NUMBERS, [5, 6], 'all 2 numbers with more than 2 decimals fail, and no other number'],
  ['expires_in: ', NUMBERS, [7], 'the only number with more than 31 bits fails, and no other number'],
] as const)
  test(`names what the values that fail have in common: ${before}${words}`, () => {
    const wrong = failed.map((index) => values[index] ?? '');
    expect(valuesWhereFailed(before, values, wrong)).toContain(words);
  });

test('times that fail without anything in common are counted', () =>
  expect(valuesWhereFailed('scheduled_at: ', TIMES, TIMES.slice(1, 3))).toBe('4 of 5 other inputs pass'));

test('one of several is singular', () => {
  const assessed = [0, 1, 2].map((index) => ({ index, label: null, passed: index === 0 }));
  expect(contrastTo({ index: 1, label: null }, assessed)).toBe('1 of 2 other inputs passes');
});

test('says how much came back, and the exact length', () => {
  expect(lengthWords({ unit: 'characters', passes: 50, fails: 51, cut: { sent: 63, came: 50 } })).toBe(
    '50 characters come back of 63 sent; 50 pass, 51 do not',
  );
  expect(lengthWords({ unit: 'items of a list', passes: 100, fails: 101 })).toBe('100 items of a list pass, 101 do not');
});
