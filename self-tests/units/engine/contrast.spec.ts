import fc from 'fast-check';
import { contrastTo } from '../../../src/engine/property/contrast.ts';
import type { Candidate } from '../../../src/engine/property/property.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';

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
  ...['two  spaces', ' leading', 'trailing ', '\ttab\t', '\u00a0odd\u00a0', '日本'],
  ...['😀', '𝒜 b', "O'Brien", '007', '10', 'A & b'],
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

const SETS: Readonly<Record<string, readonly Given[]>> = { LABELS, TEXTS, TIMES, NUMBERS, PRECISE, INNER, LONG, OBJECTS };

test('what passed beside a failing input, and what inputs that fail have in common, was approved', () =>
  expectCalls('engine/contrast.txt', {
    // So many of each set, and which of them all failed.
    contrast: (counts: Readonly<Record<string, number>>, failed: number[], lengths?: string) =>
      contrast(
        Object.entries(counts).flatMap(([name, count]) => SETS[name]?.slice(0, count) ?? []),
        failed,
        lengths,
      ),
  }));

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
