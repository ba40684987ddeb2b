import { lanesBehind } from '../../../src/engine/lanes.ts';
import { expect, test } from '../../test.ts';

for (const { target, alone, atOnce, expected } of [
  { target: 'a near target', alone: 3, atOnce: [3, 4, 9], expected: 8 },
  { target: 'one behind 50 ms', alone: 51, atOnce: [73, 120, 142, 150], expected: 24 },
  { target: 'one behind 150 ms', alone: 151, atOnce: [182, 295, 314, 317], expected: 24 },
  { target: 'one that answers one request after another', alone: 110, atOnce: [110, 220, 330, 440], expected: 2 },
  { target: 'one behind 50 ms that was asked one question', alone: 50, atOnce: [70], expected: 24 },
])
  test(`${target}: ${expected} lanes`, () => expect(lanesBehind(alone, atOnce)).toBe(expected));
