import type { Asked } from '../client/wrong-path.ts';
import { isSuccess } from '../http/outcome.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { type EndpointName, READS } from '../specification/endpoints.ts';
import type { RunState } from './run-state.ts';
import { Session } from './session.ts';

/** Behind so many milliseconds, a run waits more than it computes. */
const FAR_MS = 25;
/** Scenarios side by side. Measured behind 0, 50 and 150 ms on two cores; more gained nothing. */
const NEAR = 8;
const FAR = 24;
/** Where a setting bounds requests or records, what comes first should also be sent first. */
const BOUNDED = 4;
/** A target that answers one request after the other. */
const SLOW = 2;
/** Asked so often alone: the first time may wait for this machine. */
const TIMES = 2;
/** A target that answers one after another lets the last of them wait for all others. */
const IN_TURN = 0.75;

/** How many scenarios the run plays side by side, by its settings and by the target's first answers, which were asked for all at once. */
export async function lanesFor(run: RunState, answers: readonly Asked[]): Promise<number> {
  const { maxConnections } = run.settings.run;
  if (maxConnections === 1) return 1;
  if (run.isBounded || maxConnections !== null) return BOUNDED;
  const read = answers.find(({ name, exchange }) => READS.includes(name) && isSuccess(exchange));
  if (read === undefined) return SLOW;
  return lanesBehind(
    await quickest(run, read.name),
    answers.map(({ exchange }) => exchange.durationMs),
  );
}

/** @param aloneMs what one request takes @param atOnceMs what each of several takes that are sent at once */
export function lanesBehind(aloneMs: number, atOnceMs: readonly number[]): number {
  if (aloneMs < FAR_MS) return NEAR;
  const spread = Math.max(...atOnceMs) - Math.min(...atOnceMs);
  return atOnceMs.length > 1 && spread > IN_TURN * (atOnceMs.length - 1) * aloneMs ? SLOW : FAR;
}

/** Milliseconds; 0 where the target asks to wait. */
async function quickest(run: RunState, name: EndpointName): Promise<number> {
  const { implementation } = new Session(run, 'distance');
  const [call] = await implementation.typicalCalls(name);
  let least = Number.POSITIVE_INFINITY;
  try {
    for (let time = 0; time < TIMES; time += 1) least = Math.min(least, (await implementation.client.send(name, call)).durationMs);
  } catch (error) {
    if (error instanceof NotAssessed) return 0;
    throw error;
  }
  return least;
}
