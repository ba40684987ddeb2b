import { expect, test } from '@playwright/test';
import { mergeMembers, mergeObjects } from '../../../src/generation/merge.ts';

const named = (count: number, prefix: string) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 0]));

for (const [title, one, other, merged] of [
  ['objects of different members', { a: 1 }, { b: { c: 2 } }, { a: 1, b: { c: 2 } }],
  ['a shared member', { a: 1 }, { a: 2 }, null],
  ['members that differ in letter case only', { a: 1 }, { A: 2 }, null],
  ['an empty object, which would not be seen', { a: 1 }, {}, null],
  ['a long value, which may use up a limit', { a: 1 }, { b: 'x'.repeat(200) }, null],
  ['a long name', { a: 1 }, { ['b'.repeat(256)]: 'value' }, null],
  ['17 members', named(9, 'a'), named(8, 'b'), null],
] as const)
  test(`free objects as one: ${title}`, () => {
    expect(mergeObjects(one, other)).toEqual(merged);
    expect(mergeObjects(other, one)).toEqual(merged);
  });

for (const [title, one, other, merged] of [
  ['members that do not touch', { name: 'a' }, { website: 'b' }, { name: 'a', website: 'b' }],
  ['two values of one member', { name: 'a' }, { name: 'b' }, null],
  ['two free objects', { metadata: { a: 1 } }, { metadata: { b: 2 }, name: 'c' }, { metadata: { a: 1, b: 2 }, name: 'c' }],
  ['free objects that touch', { metadata: { a: 1 } }, { metadata: { a: 2 } }, null],
  ['more members than are allowed', { name: 'a', website: 'b' }, { metadata: {} }, null],
] as const)
  test(`request members as one: ${title}`, () => {
    expect(mergeMembers(2)(one, other)).toEqual(merged);
  });
