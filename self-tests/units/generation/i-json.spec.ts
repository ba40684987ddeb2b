import { expect, test } from '../../test.ts';
import { iJsonProblem } from './i-json.ts';

// The other tests of generated input lean on this one: it has to see what it looks for.
const PROBLEMS: readonly [unknown, string | null][] = [
  [{ a: ['\ud800'] }, 'a lone surrogate'],
  [{ '\udfff': 1 }, 'a lone surrogate'],
  ['\ufffe', 'a noncharacter'],
  ['\u{1ffff}', 'a noncharacter'],
  ['\ufdd0', 'a noncharacter'],
  ['a\0', 'NUL'],
  [[2 ** 53], 'an integer that a double may not hold'],
  [-0, 'a negative zero'],
  [Number.NaN, 'no finite number'],
  [JSON.parse('{"__proto__":1}'), 'a member called __proto__'],
  [{ a: undefined }, 'a undefined'],
  [{ a: ['😀', 2 ** 53 - 1, -0.5, null, true, {}] }, null],
];

for (const [index, [value, problem]] of PROBLEMS.entries()) {
  test(`row ${index}: ${problem ?? 'nothing'}`, () => {
    expect(iJsonProblem(value)).toBe(problem);
  });
}
