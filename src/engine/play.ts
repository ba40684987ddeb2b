import type { Asked } from '../client/wrong-path.ts';
import { isSuccess } from '../http/exchange.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { type EndpointName, READS } from '../specification/endpoints.ts';
import { Admission } from './plan.ts';
import type { RunState } from './run-state.ts';
import { runScenario, type Scenario, type ScenarioRun } from './scenario.ts';
import { Session } from './session.ts';

export interface Played extends ScenarioRun {
  readonly scenario: Scenario;
  readonly session: Session;
}

export interface Playing {
  /** Scenarios side by side. */
  readonly lanes: number;
  open(lane: number): Session;
  ended(played: Played): void;
  /** Whether nothing more is to begin; absent: everything is played. */
  isSettled?(): boolean;
}

/**
 * Plays scenarios in order, side by side, each lane with its own session; those that are `last` when all others have ended. p-limit would not
 * know in which lane, and so with which session, a scenario runs.
 */
export async function play(scenarios: readonly Scenario[], { lanes, open, ended, isSettled = () => false }: Playing): Promise<void> {
  const sessions = new Map<number, Session>();
  let admission: Admission | null = null;
  const inLane = async (queue: Scenario[], lane: number) => {
    for (let scenario = queue.shift(); scenario !== undefined && !isSettled(); scenario = queue.shift()) {
      const session = sessions.get(lane) ?? open(lane);
      sessions.set(lane, session);
      admission ??= new Admission(session.run);
      const refused = admission.refuse(scenario);
      const body = refused === null ? scenario.body : () => Promise.reject(refused);
      const run = await runScenario({ ...scenario, body }, session);
      if (refused === null) admission.ended(scenario);
      ended({ ...run, scenario, session });
    }
  };
  for (const queue of [scenarios.filter(({ covers }) => !covers.last), scenarios.filter(({ covers }) => covers.last)])
    await Promise.all(Array.from({ length: Math.min(lanes, queue.length) }, (_, lane) => inLane(queue, lane)));
}

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
  const atOnceMs = answers.map(({ exchange }) => exchange.durationMs);
  return lanesBehind(await quickest(run, read.name), atOnceMs);
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
