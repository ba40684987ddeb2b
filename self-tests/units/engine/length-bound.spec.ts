import { lengthWords } from '../../../src/engine/length-bound.ts';
import { expect, test } from '../../test.ts';

test('says how much came back, and the exact length', () => {
  expect(lengthWords({ unit: 'characters', passes: 50, fails: 51, cut: { sent: 63, came: 50 } })).toBe(
    '50 characters come back of 63 sent; 50 pass, 51 do not',
  );
  expect(lengthWords({ unit: 'items of a list', passes: 100, fails: 101 })).toBe('100 items of a list pass, 101 do not');
});
