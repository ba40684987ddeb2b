import { ruleOf } from '../../../src/engine/rule.ts';
import { expect, test } from '../../test.ts';

const FINE = [{ metadata: { yes: true } }, { metadata: { a: { b: { c: 'text' } } } }, { metadata: { list: [1, 2] } }];

for (const [what, failed, rule] of [
  ['a value', [{ metadata: { no: false } }, { metadata: { list: [false] } }], 'each of the 2 inputs with `false` fails, and no other'],
  [
    'a name',
    [{ metadata: { 'a b': 1 } }, { metadata: { ' ': 2 } }],
    'each of the 2 inputs with a member whose name has a space fails, and no other',
  ],
  ['a text', [{ name: '😀' }, { name: 'a 𝒜' }], 'each of the 2 inputs with a text with characters beyond U+FFFF fails, and no other'],
  [
    'the depth',
    [{ metadata: { a: { b: { c: { d: 'x' } } } } }, { metadata: { x: [[[[1]]]] } }],
    'what is nested to depth 3 is right, to depth 4 it is not',
  ],
  ['nothing', [{ name: 'one' }, { name: 'two' }], null],
  ['one input alone, which anything would set apart', [{ metadata: { no: false } }], null],
] as const)
  test(`what sets failing inputs apart: ${what}`, () => expect(ruleOf(failed, FINE)).toBe(rule));
