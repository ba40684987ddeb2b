import { show } from '../../../src/checks/finding.ts';
import { textContrast } from '../../../src/checks/text-contrast.ts';
import { expect, test } from '../../test.ts';

const DAMAGED: readonly [words: string, sent: string, answered: string][] = [
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
];

for (const [words, sent, answered] of DAMAGED) {
  test(`${show(sent)} became ${show(answered)}: ${words}`, () => {
    const { expected, actual } = textContrast(sent, answered);
    expect(expected).toBe(show(sent));
    expect(actual).toBe(`${show(answered)}, ${words}`);
  });
}

const SEEN: readonly [string, string][] = [
  ['x', 'y'],
  ['a name', ''],
  [' ', ''],
  ['😀', '??'],
];

for (const [sent, answered] of SEEN) {
  test(`needs no words: ${show(sent)} and ${show(answered)}`, () => {
    expect(textContrast(sent, answered)).toEqual({ expected: show(sent), actual: show(answered) });
  });
}

const LONG: readonly [string, string, string, expected: RegExp, actual: RegExp][] = [
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
];

for (const [where, sent, answered, wanted, found] of LONG) {
  test(`shows long texts around their first difference: ${where}`, () => {
    const { expected, actual } = textContrast(sent, answered);
    expect(expected).toMatch(wanted);
    expect(actual).toMatch(found);
  });
}

test('names the character where two texts look alike', () => {
  expect(textContrast('a\u00a0b', 'a b').actual).toBe('"a b", \u00a0 was normalised (NFKC)');
  expect(textContrast('a b', 'a\u00a0b').actual).toBe('"a\u00a0b", U+00A0 in place of U+0020 after 1 characters');
});
