import { mergeMembers } from '../../../src/generation/bodies.ts';
import { mergeObjects, mergeTexts } from '../../../src/generation/merge.ts';
import { NASTY_TEXTS } from '../../../src/generation/texts.ts';
import { expect, test } from '../../test.ts';

const named = (count: number, prefix: string) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 0]));

const long = (name: string) => Object.fromEntries(['1', '2', '3'].map((digit) => [name + digit, 'x'.repeat(700)]));

for (const [title, one, other, merged] of [
  ['objects of different members', { a: 1 }, { b: { c: 2 } }, { a: 1, b: { c: 2 } }],
  ['a shared member', { a: 1 }, { a: 2 }, null],
  ['members that differ in letter case only', { a: 1 }, { A: 2 }, null],
  ['an empty object, which would not be seen', { a: 1 }, {}, null],
  ['a long value, which may use up a limit', { a: 1 }, { b: 'x'.repeat(1000) }, null],
  ['a long name', { a: 1 }, { ['b'.repeat(1000)]: 'value' }, null],
  ['a long whole', long('a'), long('b'), null],
  ['37 members', named(19, 'a'), named(18, 'b'), null],
] as const)
  test(`free objects as one: ${title}`, () => {
    expect(mergeObjects(one, other)).toEqual(merged);
    expect(mergeObjects(other, one)).toEqual(merged);
  });

test('an object that is held against several others goes with each on its own merits', () => {
  const one = { a: 1 };
  expect(mergeObjects(one, { A: 2 })).toBeNull();
  expect(mergeObjects(one, { b: 'x'.repeat(1000) })).toBeNull();
  const both = mergeObjects(one, named(35, 'b'));
  expect(Object.keys(both ?? {})).toHaveLength(36);
  expect(mergeObjects(both ?? {}, { c: 1 })).toBeNull();
  expect(mergeObjects(one, { c: 3 })).toEqual({ a: 1, c: 3 });
});

for (const [title, one, other, merged] of [
  ['members that do not touch', { name: 'a' }, { website: 'b' }, { name: 'a', website: 'b' }],
  ['the same member twice', { name: 'null' }, { name: 'null', website: 'b' }, { name: 'null', website: 'b' }],
  ['two texts', { name: 'a' }, { name: 'b' }, { name: 'a b' }],
  ['two URLs', { website: 'https://a.example/' }, { website: 'https://b.example/' }, null],
  ['two free objects', { metadata: { a: 1 } }, { metadata: { b: 2 }, name: 'c' }, { metadata: { a: 1, b: 2 }, name: 'c' }],
  ['free objects that touch', { metadata: { a: 1 } }, { metadata: { a: 2 } }, null],
  ['more members than are allowed', { name: 'a', website: 'b' }, { metadata: {} }, null],
  ['as many members as are allowed', { name: 'a', website: 'b' }, { name: 'c' }, { name: 'a c', website: 'b' }],
] as const)
  test(`request members as one: ${title}`, () => expect(mergeMembers('business-creation', 2)(one, other)).toEqual(merged));

const ALONE = ['', ' ', '  both  ', '0', '1e3', '2024-01-31', 'NaN', 'null', '/slash/', '../..', '"quoted"'];

for (const text of ALONE)
  test(`${JSON.stringify(text)} stands alone, since only a whole text, or both its ends, are read that way`, () => {
    expect(mergeTexts(text, 'a')).toBeNull();
    expect(mergeTexts('a', text)).toBeNull();
  });

for (const text of [' leading', '\ufeffmark', '=1+1', '@name'])
  test(`${JSON.stringify(text)} stands first`, () => {
    expect(mergeTexts(text, 'a')).toBe(`${text} a`);
    expect(mergeTexts('a', text)).toBeNull();
  });

for (const text of ['trailing ', 'C:\\', "Chris'"])
  test(`${JSON.stringify(text)} stands last`, () => {
    expect(mergeTexts('a', text)).toBe(`a ${text}`);
    expect(mergeTexts(text, 'a')).toBeNull();
  });

test('most texts go together, below a length that most names may have', () => {
  const together = NASTY_TEXTS.filter((text) => mergeTexts('a', text) === `a ${text}`);
  expect(together).toEqual(expect.arrayContaining(['😀', 'e\u0301 decomposed', '<script>alert(1)</script>', 'Å\u212b']));
  expect(together.length).toBeGreaterThan(40);
  expect(mergeTexts('a'.repeat(48), 'b'.repeat(48))).toBeNull();
  expect(mergeTexts('a'.repeat(48), 'b'.repeat(47))).toHaveLength(96);
});
