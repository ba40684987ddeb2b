import { expect, test } from '@playwright/test';
import { workersFor } from '../../../src/engine/playwright/far-workers.ts';
import type { Exchange } from '../../../src/http/exchange.ts';

const answers = (...durations: number[]) => durations.map((durationMs) => ({ durationMs }) as Exchange);

for (const { target, durations, workers } of [
  { target: 'a near target', durations: [3, 4, 9], workers: 2 },
  { target: 'one behind 50 ms', durations: [51, 55, 90], workers: 4 },
  { target: 'one behind 150 ms', durations: [151, 155, 160], workers: 6 },
  { target: 'a near one that answers one request after another', durations: [110, 220, 330, 440], workers: 2 },
  { target: 'one that answers nothing', durations: [], workers: 2 },
])
  test(`${target} gets ${workers} workers`, () => {
    expect(workersFor(answers(...durations), 2)).toBe(workers);
  });

test('a machine that has more gets no fewer', () => {
  expect(workersFor(answers(51, 52, 53), 5)).toBe(5);
});
