import { expect, test } from '@playwright/test';
import { lanesBehind } from '../../../src/engine/playwright/lane-count.ts';

for (const { target, alone, atOnce, lanes } of [
  { target: 'a near target', alone: 3, atOnce: [3, 4, 9], lanes: 2 },
  { target: 'one behind 50 ms', alone: 51, atOnce: [73, 120, 142, 150], lanes: 4 },
  { target: 'one behind 150 ms', alone: 151, atOnce: [182, 295, 314, 317], lanes: 6 },
  { target: 'a near one that answers one request after another', alone: 110, atOnce: [110, 220, 330, 440], lanes: 2 },
  { target: 'one behind 50 ms that was asked one question', alone: 50, atOnce: [70], lanes: 4 },
])
  test(`${target} gets ${lanes} lanes a worker`, () => {
    expect(lanesBehind(alone, atOnce)).toBe(lanes);
  });
