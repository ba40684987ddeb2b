import type { FullConfig } from '@playwright/test';
import type { Implementation } from '../../client/implementation.ts';
import type { Asked } from '../../client/wrong-path.ts';
import { isSuccess } from '../../http/outcome.ts';
import { NotAssessed } from '../../settings/not-assessed.ts';
import { type EndpointName, READS } from '../../specification/endpoints.ts';

/** The runner notes here how many workers it chose: each worker reads its configuration anew. */
const VARIABLE = 'CONFORMANCE_WORKERS';

/** Behind so many milliseconds, so many workers. Each costs a second of processor time, which waiting for answers soon outweighs. */
const WORKERS = [
  { fromMs: 100, workers: 6 },
  { fromMs: 25, workers: 4 },
];
/** Asked so often alone: the first time may wait for this machine. */
const TIMES = 2;
/** A near target that answers one after another lets the last of them wait for all others; a far one, for none. */
const IN_TURN = 0.75;

/** How many workers a target keeps busy, by the first answers, which were asked for all at once. `usual` where it is near, or slow. */
export async function workersFor(implementation: Implementation, answers: readonly Asked[], usual: number): Promise<number> {
  const read = answers.find(({ name, exchange }) => READS.includes(name) && isSuccess(exchange));
  if (read === undefined) return usual;
  const alone = await quickest(implementation, read.name);
  return workersBehind(
    alone,
    answers.map(({ exchange }) => exchange.durationMs),
    usual,
  );
}

/** @param aloneMs what one request takes @param atOnceMs what each of several takes that are sent at once */
export function workersBehind(aloneMs: number, atOnceMs: readonly number[], usual: number): number {
  const spread = Math.max(...atOnceMs) - Math.min(...atOnceMs);
  const isSlow = atOnceMs.length > 1 && spread > IN_TURN * (atOnceMs.length - 1) * aloneMs;
  const far = isSlow ? undefined : WORKERS.find(({ fromMs }) => aloneMs >= fromMs);
  return Math.max(usual, far?.workers ?? usual);
}

/** Milliseconds; 0 where the target asks to wait. */
async function quickest(implementation: Implementation, name: EndpointName): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  const [call] = await implementation.typicalCalls(name);
  try {
    for (let time = 0; time < TIMES; time += 1) least = Math.min(least, (await implementation.client.send(name, call)).durationMs);
  } catch (error) {
    if (error instanceof NotAssessed) return 0;
    throw error;
  }
  return least;
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
