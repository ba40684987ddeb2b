import type { FullConfig } from '@playwright/test';
import type { Exchange } from '../../http/exchange.ts';

/** The runner notes here how many workers it chose: each worker reads its configuration anew. */
const VARIABLE = 'CONFORMANCE_WORKERS';

/** Behind so many milliseconds, so many workers. Each costs a second of processor time, which waiting for answers soon outweighs. */
const WORKERS = [
  { fromMs: 100, workers: 6 },
  { fromMs: 25, workers: 4 },
];
/** Answers of a far target take about as long as its quickest. A near one that is slow answers one after another. */
const ALIKE = 2;

/** How many workers a target keeps busy, by the first answers that were asked for at once. `usual` where it is near, or slow. */
export function workersFor(answers: readonly Exchange[], usual: number): number {
  const durations = answers.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
  const [quickest = 0] = durations;
  const middle = durations[Math.floor(durations.length / 2)] ?? 0;
  const far = middle <= ALIKE * quickest ? WORKERS.find(({ fromMs }) => quickest >= fromMs) : undefined;
  return Math.max(usual, far?.workers ?? usual);
}

/** Playwright has no option for a number that the target decides. It reads the number when the tests begin, after the global setup. */
export function adoptWorkers(config: FullConfig, workers: number): void {
  config.workers = workers;
  process.env[VARIABLE] = String(workers);
}

/** Null where the target has not been asked yet. */
export function adoptedWorkers(): number | null {
  const { [VARIABLE]: workers } = process.env;
  return workers === undefined ? null : Number(workers);
}
