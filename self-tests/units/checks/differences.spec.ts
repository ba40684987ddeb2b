import { show } from '../../../src/checks/finding.ts';
import { differences, differencesAsSets, missingMembers } from '../../../src/checks/json-equality.ts';
import { textContrast } from '../../../src/checks/text-contrast.ts';
import { memberPointer, valueAt } from '../../../src/specification/json-pointer.ts';
import { expect, test } from '../../test.ts';

for (const [what, one, other] of [
  ['the order of members', { a: 1, b: 2 }, { b: 2, a: 1 }],
  ['the order of members inside', { x: [{ a: 1, b: 2 }] }, { x: [{ b: 2, a: 1 }] }],
  ['the sign of zero', { n: -0 }, { n: 0 }],
  ['how a number was written', JSON.parse('{"n":1.0}'), JSON.parse('{"n":1}')],
  ['nothing at all', null, null],
  ['empty lists', [], []],
  ['a member called __proto__', JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":1}}')],
] as const)
  test(`does not mind: ${what}`, () => {
    expect(differences(one, other)).toEqual([]);
    expect(differences(other, one)).toEqual([]);
  });

for (const [what, expected, actual, finding] of [
  ['another text', { a: 'x' }, { a: 'y' }, { pointer: '/a', expected: '"x"', actual: '"y"' }],
  ['another type', { a: '1' }, { a: 1 }, { pointer: '/a', expected: '"1"', actual: '1' }],
  ['null for false', { a: false }, { a: null }, { pointer: '/a', expected: 'false', actual: 'null' }],
  ['a member too few', { a: 1 }, {}, { pointer: '/a', expected: '1', actual: 'no such member' }],
  ['a member too many', {}, { a: 1 }, { pointer: '/a', expected: 'no such member', actual: '1' }],
  ['null for a member left out', {}, { a: null }, { pointer: '/a', expected: 'no such member', actual: 'null' }],
  ['a null left out', { a: null }, {}, { pointer: '/a', expected: 'null', actual: 'no such member' }],
  ['another item', [1, 2], [1, 3], { pointer: '/1', expected: '2', actual: '3' }],
  ['an item too few', { l: [1, 2] }, { l: [1] }, { pointer: '/l', expected: '2 items: [1,2]', actual: '1 items: [1]' }],
  ['a list for an object', { a: {} }, { a: [] }, { pointer: '/a', expected: '{}', actual: '[]' }],
  ['an object for a list', [[]], [{}], { pointer: '/0', expected: '[]', actual: '{}' }],
  ['a slash in a name', { 'a/b': 1 }, { 'a/b': 2 }, { pointer: '/a~1b', expected: '1', actual: '2' }],
  ['a tilde in a name', { 'a~1b': 1 }, { 'a~1b': 2 }, { pointer: '/a~01b', expected: '1', actual: '2' }],
  ['an empty name', { '': { '': 1 } }, { '': { '': 2 } }, { pointer: '//', expected: '1', actual: '2' }],
  [
    'a difference deep down',
    { a: [{ b: { c: [0, 1] } }] },
    { a: [{ b: { c: [0, 2] } }] },
    { pointer: '/a/0/b/c/1', expected: '1', actual: '2' },
  ],
  ['an inherited name', { toString: 1 }, {}, { pointer: '/toString', expected: '1', actual: 'no such member' }],
  [
    'a member called __proto__',
    JSON.parse('{"__proto__":1}'),
    JSON.parse('{"__proto__":2}'),
    { pointer: '/__proto__', expected: '1', actual: '2' },
  ],
] as const)
  test(`sees: ${what}`, () => expect(differences(expected, actual)).toEqual([finding]));

test('sees: the order of items', () =>
  expect(differences({ l: [1, 2, 3] }, { l: [3, 2, 1] }).map(({ pointer }) => pointer)).toEqual(['/l/0', '/l/2']));

test('puts pointers below the place it was given', () =>
  expect(differences({ b: 1 }, { b: 2 }, '/a/0')).toEqual([{ pointer: '/a/0/b', expected: '1', actual: '2' }]));

const numbered = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, index]));

for (const [what, expected, actual] of [
  ['members too few', numbered(9), {}],
  ['members too many', {}, numbered(9)],
  ['other items', [1, 2, 3, 4, 5, 6, 7], [0, 0, 0, 0, 0, 0, 0]],
  ['members too few in several objects', [numbered(3), numbered(3), numbered(3)], [{}, {}, {}]],
] as const)
  test(`shows 5 of many: ${what}`, () => expect(differences(expected, actual)).toHaveLength(5));

test('cuts what it shows', () => {
  const [finding] = differences(['a'.repeat(500)], null);
  expect(finding?.expected).toBe(`["${'a'.repeat(198)}… (504 characters)`);
});

test('says what was done to a text', () =>
  expect(differences({ a: [' x'] }, { a: ['x'] })).toEqual([{ pointer: '/a/0', expected: '" x"', actual: '"x", leading space lost' }]));

for (const [what, sent, answered] of [
  ['members of its own', { a: 1 }, { a: 1, other: 2 }],
  ['members of its own inside', { a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 }],
  ['a null that removed its member', { a: null, b: 1 }, { b: 1 }],
  ['a null that stayed', { a: null }, { a: null }],
  ['a null that removed its member inside', { a: { b: null } }, { a: {} }],
  ['nothing sent', {}, { a: 1 }],
] as const)
  test(`lets a merged object have ${what}`, () => expect(missingMembers(sent, answered)).toEqual([]));

for (const [what, sent, answered, pointer] of [
  ['a member', { a: 1 }, { b: 1 }, '/a'],
  ['a member inside', { a: { b: 1 } }, { a: { c: 1 } }, '/a/b'],
  ['a value', { a: { b: 1 } }, { a: { b: 2 } }, '/a/b'],
  ['a null that became something', { a: null }, { a: 0 }, '/a'],
  ['an object around a null', { a: { b: null } }, {}, '/a'],
  ['everything', { a: 1 }, null, ''],
  ['what a list held', { a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }] }, '/a/0/c'],
] as const)
  test(`sees that a merged object lost ${what}`, () =>
    expect(missingMembers(sent, answered).map((finding) => finding.pointer)).toEqual([pointer]));

for (const [what, expected, actual, same] of [
  ['the same order', ['a', 'b'], ['a', 'b'], true],
  ['another order', ['a', 'b'], ['b', 'a'], true],
  ['a repeated item', ['a', 'b'], ['b', 'a', 'b'], true],
  ['nothing in both', [], [], true],
  ['one too few', ['a', 'b'], ['a'], false],
  ['one too many', ['a'], ['a', 'b'], false],
  ['numbers for texts', ['1'], [1], false],
  ['no list', ['a'], 'a', false],
  ['null', [], null, false],
] as const)
  test(`${same ? 'takes as the same set' : 'takes as another set'}: ${what}`, () =>
    expect(differencesAsSets(expected, actual, '/ids')).toHaveLength(same ? 0 : 1));

test('escapes a tilde before a slash', () => expect(memberPointer('~/~1')).toBe('/~0~1~01'));

const numbers = (length: number) => Array.from({ length }, (_, index) => index);

test('shows a long list that ends too early or too late at its end', () => {
  const same = 'the same as far as they go; then';
  expect(differences(numbers(101), numbers(100))).toEqual([{ pointer: '', expected: '101 items', actual: `100 items: ${same} lacks 100` }]);
  expect(differences(numbers(60), numbers(100))).toEqual([
    { pointer: '', expected: '60 items', actual: `100 items: ${same} adds 40 items, from 60` },
  ]);
  expect(differences([...numbers(60), 9], numbers(100))[0]?.expected).toMatch(/^61 items: \[0,1,/);
});

test('finds what stands at a pointer', () => {
  const value = { 'a/b': [{ '~': 1 }], text: 'x' };
  expect(valueAt(value, '')).toBe(value);
  expect(valueAt(value, '/a~1b/0/~0')).toBe(1);
  expect([valueAt(value, '/none'), valueAt(value, '/text/0'), valueAt(value, '/a~1b/1')]).toEqual([undefined, undefined, undefined]);
});

for (const [words, sent, answered] of [
  ['leading space lost', ' a', 'a'],
  ['leading space lost', '  a  ', 'a  '],
  ['trailing space lost', 'a ', 'a'],
  ['leading space and trailing space lost', '  a  ', 'a'],
  ['leading U+0009 and trailing U+0009 lost', '\ta\t', 'a'],
  ['trailing U+000A lost', 'a\n', 'a'],
  ['leading U+FEFF lost', '\ufeffa', 'a'],
  ['leading U+00A0 lost', '\u00a0a', 'a'],
  ['U+000A lost', 'a\nb', 'ab'],
  ['U+200B U+200D lost', 'a\u200bb\u200dc\u200bd', 'abcd'],
  ['cut after 50 of 63 characters', 'x'.repeat(63), 'x'.repeat(50)],
  ['cut after 2 of 3 characters', '😀😀😀', '😀😀'],
  ['letter case changed', 'Straße Ab', 'straße ab'],
  ['letter case changed', 'ab', 'AB'],
  ['e\u0301 was normalised (NFC)', 'caf e\u0301', 'caf \u00e9'],
  ['\u00e9 was normalised (NFD)', 'caf \u00e9', 'caf e\u0301'],
  ['Ａ was normalised (NFKC)', 'xＡ', 'xA'],
] as const)
  test(`${show(sent)} became ${show(answered)}: ${words}`, () => {
    const { expected, actual } = textContrast(sent, answered);
    expect(expected).toBe(show(sent));
    expect(actual).toBe(`${show(answered)}, ${words}`);
  });

for (const [sent, answered] of [
  ['x', 'y'],
  ['a name', ''],
  [' ', ''],
  ['😀', '??'],
] as const)
  test(`needs no words: ${show(sent)} and ${show(answered)}`, () =>
    expect(textContrast(sent, answered)).toEqual({ expected: show(sent), actual: show(answered) }));

for (const [where, sent, answered, wanted, found] of [
  [
    'far from the beginning',
    `${'a'.repeat(300)}x`,
    `${'a'.repeat(300)}y`,
    /^"…a{20}x"$/,
    /^"…a{20}y", U\+0079 in place of U\+0078 after 300 characters$/,
  ],
  ['at the end', 'a'.repeat(300), 'a'.repeat(299), /^"…a{21}"$/, /^"…a{20}", cut after 299 of 300 characters$/],
  ['beyond the end', 'a'.repeat(300), 'a'.repeat(301), /^"…a{20}"$/, /^"…a{21}", U\+0061 added after 300 characters$/],
  [
    'within a surrogate pair',
    `${'a'.repeat(300)}😀`,
    `${'a'.repeat(300)}😁`,
    /^"…a{20}😀"$/u,
    /^"…a{20}😁", U\+1F601 in place of U\+1F600 after 300 characters$/u,
  ],
] as const)
  test(`shows long texts around their first difference: ${where}`, () => {
    const { expected, actual } = textContrast(sent, answered);
    expect(expected).toMatch(wanted);
    expect(actual).toMatch(found);
  });

test('names the character where two texts look alike', () => {
  expect(textContrast('a\u00a0b', 'a b').actual).toBe('"a b", \u00a0 was normalised (NFKC)');
  expect(textContrast('a b', 'a\u00a0b').actual).toBe('"a\u00a0b", U+00A0 in place of U+0020 after 1 characters');
});
