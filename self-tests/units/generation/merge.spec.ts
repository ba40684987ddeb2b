import { mergeMembers } from '../../../src/generation/bodies.ts';
import { mergeObjects, mergeTexts } from '../../../src/generation/merge.ts';
import { NASTY_TEXTS } from '../../../src/generation/texts.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';

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
