import { expect, test } from '@playwright/test';
import { contrastTo } from '../../../src/engine/contrast.ts';

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

const CONTRASTS: readonly [string, string | undefined, index: number, failed: readonly number[]][] = [
  [
    'the nearest lengths, in their order',
    '1 characters, 63 characters and 65 characters pass, 64 characters does not; 10 of 10 other inputs pass',
    3,
    [3],
  ],
  [
    'only those that passed, and of two as near the first',
    '0 characters, 1 characters and 63 characters pass, 64 characters does not; 9 of 10 other inputs pass',
    3,
    [3, 4],
  ],
  ['texts beside a text', '"é" and "日本語" pass, "😀" does not; 10 of 10 other inputs pass', 6, [6]],
  ['one label', '0 characters passes, 1 characters does not; 7 of 10 other inputs pass', 1, [1, 2, 3, 4]],
  ['no label of the same kind', '10 of 10 other inputs pass', 9, [9]],
  ['another member does not count', '10 of 10 other inputs pass', 8, [8]],
  ['a random input', '9 of 10 other inputs pass', 10, [0, 10]],
  ['nothing passed', undefined, 0, LABELS.map((_, index) => index)],
];

for (const [what, contrast, index, failed] of CONTRASTS) {
  test(`what passed beside a failing input: ${what}`, () => {
    expect(contrastTo(at(index), except(...failed))).toBe(contrast);
    expect(contrastTo(at(index), except(...failed).reverse())).toBe(contrast);
  });
}

test('cuts labels at 40 characters', () => {
  const labels = [`the text "${'x'.repeat(100)}"`, `the text "${'y'.repeat(100)}"`];
  const assessed = labels.map((label, index) => ({ index, label, passed: index === 0 }));
  const contrast = contrastTo({ index: 1, label: labels[1] ?? null }, assessed);
  expect(contrast).toBe(`the text "${'x'.repeat(29)}… passes, the text "${'y'.repeat(29)}… does not; 1 of 1 other inputs passes`);
});

test('shows what is hidden in a label', () => {
  const labels = ['the text "\u202eright\u202c"', 'the text "a\u200db"'];
  const assessed = labels.map((label, index) => ({ index, label, passed: index === 0 }));
  const contrast = contrastTo({ index: 1, label: labels[1] ?? null }, assessed);
  expect(contrast).toContain('the text "\\u202eright\\u202c" passes, the text "a\\u200db" does not');
});

test('one of several is singular', () => {
  const assessed = [0, 1, 2].map((index) => ({ index, label: null, passed: index === 0 }));
  expect(contrastTo({ index: 1, label: null }, assessed)).toBe('1 of 2 other inputs passes');
});
