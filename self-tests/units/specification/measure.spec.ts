import { tooDeep, tooLarge } from '../../../src/specification/measure.ts';
import { expect, test } from '../../test.ts';

const nested = (levels: number): unknown => JSON.parse(`${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`);

test('arrays and objects count for the depth, side by side and empty too; what they hold does not', () => {
  expect(tooDeep('text', 0)).toBe(false);
  expect(tooDeep(null, 0)).toBe(false);
  expect(tooDeep([], 0)).toBe(true);
  expect(tooDeep({ a: [1, 'two', null], b: {} }, 2)).toBe(false);
  expect(tooDeep({ a: 1, b: [1, { c: 2 }] }, 2)).toBe(true);
  expect(tooDeep(JSON.parse('{"__proto__":{"a":{}}}'), 2)).toBe(true);
});

test('the depth itself passes, one more does not, and no depth overflows the stack', () => {
  expect(tooDeep(nested(2_000), 2_000)).toBe(false);
  expect(tooDeep([nested(2_000)], 2_000)).toBe(true);
  expect(tooDeep(nested(1_000_000), 2_000)).toBe(true);
  expect(tooDeep(Array(200_000).fill([]), 2)).toBe(false);
});

test('the size is that of all values together', () => {
  expect(tooLarge([1, [2, { a: 3 }]], 6)).toBe(false);
  expect(tooLarge([1, [2, { a: 3 }]], 5)).toBe(true);
});
