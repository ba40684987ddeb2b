import { expect, test } from '@playwright/test';
import { workersBehind } from '../../../src/engine/playwright/far-workers.ts';

for (const { target, alone, atOnce, workers } of [
  { target: 'a near target', alone: 3, atOnce: [3, 4, 9], workers: 2 },
  { target: 'one behind 50 ms', alone: 51, atOnce: [73, 120, 142, 150], workers: 4 },
  { target: 'one behind 150 ms', alone: 151, atOnce: [182, 295, 314, 317], workers: 6 },
  { target: 'a near one that answers one request after another', alone: 110, atOnce: [110, 220, 330, 440], workers: 2 },
  { target: 'one behind 50 ms that was asked one question', alone: 50, atOnce: [70], workers: 4 },
])
  test(`${target} gets ${workers} workers`, () => {
    expect(workersBehind(alone, atOnce, 2)).toBe(workers);
  });

test('a machine that has more gets no fewer', () => {
  expect(workersBehind(51, [51, 52, 53], 5)).toBe(5);
});
