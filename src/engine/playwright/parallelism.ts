import type { FullConfig } from '@playwright/test';
import type { Implementation } from '../../client/implementation.ts';
import type { Asked } from '../../client/wrong-path.ts';
import { isSuccess } from '../../http/outcome.ts';
import { NotAssessed } from '../../settings/not-assessed.ts';
import { type EndpointName, READS } from '../../specification/endpoints.ts';

/** How much goes on side by side. */
export interface Parallelism {
  readonly workers: number;
  /** Scenarios that each worker plays at once. */
  readonly lanes: number;
}

/** The runner notes here what it chose: each worker reads its configuration anew. */
const VARIABLE = 'CONFORMANCE_PARALLELISM';

/** Behind so many milliseconds, a run waits more than it computes. */
const FAR_MS = 25;
/**
 * A worker costs a second of processor time, which waiting for answers soon outweighs. Lanes cost little, but end with each file. Measured behind
 * 50 and 150 ms on two cores; more of either gained nothing.
 */
const FAR: Parallelism = { workers: 4, lanes: 6 };
/** One lane waits while the other judges. */
export const NEAR_LANES = 2;
/** Asked so often alone: the first time may wait for this machine. */
const TIMES = 2;
/** A near target that answers one after another lets the last of them wait for all others; a far one, for none. */
const IN_TURN = 0.75;

/**
 * How much a target keeps busy, by its first answers, which were asked for all at once.
 * @param workers of a near target
 */
export async function parallelismFor(implementation: Implementation, answers: readonly Asked[], workers: number): Promise<Parallelism> {
  const read = answers.find(({ name, exchange }) => READS.includes(name) && isSuccess(exchange));
  if (read === undefined) return { workers, lanes: 1 };
  const alone = await quickest(implementation, read.name);
  return parallelismBehind(
    alone,
    answers.map(({ exchange }) => exchange.durationMs),
    workers,
  );
}

/** @param aloneMs what one request takes @param atOnceMs what each of several takes that are sent at once @param workers of a near target */
export function parallelismBehind(aloneMs: number, atOnceMs: readonly number[], workers: number): Parallelism {
  if (aloneMs < FAR_MS) return { workers, lanes: NEAR_LANES };
  const spread = Math.max(...atOnceMs) - Math.min(...atOnceMs);
  const isSlow = atOnceMs.length > 1 && spread > IN_TURN * (atOnceMs.length - 1) * aloneMs;
  if (isSlow) return { workers, lanes: 1 };
  return { ...FAR, workers: Math.max(workers, FAR.workers) };
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

/** Playwright has no option for a number that the target decides. It reads the number of workers when the tests begin, after the global setup. */
export function adoptParallelism(config: FullConfig, parallelism: Parallelism): void {
  config.workers = parallelism.workers;
  process.env[VARIABLE] = JSON.stringify(parallelism);
}

/**
 * Null where the target has not been asked yet, and where it has no say: a setting bounds the run's requests or connections, or somebody has
 * chosen the number of workers.
 */
export function adoptedParallelism(): Parallelism | null {
  const { [VARIABLE]: adopted } = process.env;
  return adopted === undefined ? null : (JSON.parse(adopted) as Parallelism);
}

export function lanesPerWorker(): number {
  return adoptedParallelism()?.lanes ?? 1;
}
