import { expect, test } from '@playwright/test';
import { parallelismBehind } from '../../../src/engine/playwright/parallelism.ts';

for (const { target, alone, atOnce, expected } of [
  { target: 'a near target', alone: 3, atOnce: [3, 4, 9], expected: { workers: 2, lanes: 2 } },
  { target: 'one behind 50 ms', alone: 51, atOnce: [73, 120, 142, 150], expected: { workers: 4, lanes: 6 } },
  { target: 'one behind 150 ms', alone: 151, atOnce: [182, 295, 314, 317], expected: { workers: 4, lanes: 6 } },
  {
    target: 'a near one that answers one request after another',
    alone: 110,
    atOnce: [110, 220, 330, 440],
    expected: { workers: 2, lanes: 1 },
  },
  { target: 'one behind 50 ms that was asked one question', alone: 50, atOnce: [70], expected: { workers: 4, lanes: 6 } },
])
  test(`${target}: ${expected.workers} workers, lanes of each: ${expected.lanes}`, () => {
    expect(parallelismBehind(alone, atOnce, 2)).toEqual(expected);
  });

test('a machine that has more workers gets no fewer', () => {
  expect(parallelismBehind(51, [51, 52, 53], 5)).toEqual({ workers: 5, lanes: 6 });
});
