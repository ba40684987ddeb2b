import type { Implementation } from '../../client/implementation.ts';
import type { Asked } from '../../client/wrong-path.ts';
import { isSuccess } from '../../http/outcome.ts';
import { NotAssessed } from '../../settings/not-assessed.ts';
import { type EndpointName, READS } from '../../specification/endpoints.ts';

/** The runner notes here how many scenarios a worker plays side by side. */
const VARIABLE = 'CONFORMANCE_LANES';

/** Behind so many milliseconds, so many lanes a worker. */
const LANES = [
  { fromMs: 100, lanes: 6 },
  { fromMs: 25, lanes: 4 },
];
/** One lane waits while the other judges. */
export const NEAR_LANES = 2;
/** Asked so often alone: the first time may wait for this machine. */
const TIMES = 2;
/** A near target that answers one after another lets the last of them wait for all others; a far one, for none. */
const IN_TURN = 0.75;

/** How many scenarios a worker keeps under way at once, by the first answers of the target, which were asked for all at once. */
export async function lanesFor(implementation: Implementation, answers: readonly Asked[]): Promise<number> {
  const read = answers.find(({ name, exchange }) => READS.includes(name) && isSuccess(exchange));
  if (read === undefined) return 1;
  return lanesBehind(
    await quickest(implementation, read.name),
    answers.map(({ exchange }) => exchange.durationMs),
  );
}

/** @param aloneMs what one request takes @param atOnceMs what each of several takes that are sent at once */
export function lanesBehind(aloneMs: number, atOnceMs: readonly number[]): number {
  const spread = Math.max(...atOnceMs) - Math.min(...atOnceMs);
  const isSlow = atOnceMs.length > 1 && spread > IN_TURN * (atOnceMs.length - 1) * aloneMs;
  const far = isSlow ? undefined : LANES.find(({ fromMs }) => aloneMs >= fromMs);
  return far?.lanes ?? NEAR_LANES;
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

/** Called before the workers start, which inherit it. */
export function adoptLanes(lanes: number): void {
  process.env[VARIABLE] = String(lanes);
}

/** One where a setting bounds the run's requests or connections, or somebody has chosen the number of workers. */
export function lanesPerWorker(): number {
  return Number(process.env[VARIABLE] ?? 1);
}
