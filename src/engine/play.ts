import { type UnreadIds, unreadIds } from '../checks/given-ids.ts';
import { type Preflight, preflight } from '../client/preflight.ts';
import type { Asked } from '../client/wrong-path.ts';
import { jsonOf } from '../http/body.ts';
import { isSuccess } from '../http/exchange.ts';
import { ifAssessed } from '../settings/not-assessed.ts';
import { type EndpointName, endpoint, READS } from '../specification/endpoints.ts';
import { Admission } from './plan.ts';
import type { RunState } from './run-state.ts';
import { runScenario, type Scenario, type ScenarioRun } from './scenario.ts';
import { Session } from './session.ts';

/** A target that does not answer is reported within 15 seconds, even if later requests may take longer. */
const TIMEOUT_MS = 7000;

/** Asks whether the target can be judged, and notes in the run what the answers say. */
export async function examine(run: RunState): Promise<Preflight> {
  const session = new Session(run, 'preflight', Math.min(run.settings.run.timeoutMs, TIMEOUT_MS));
  const { obstacle, doubt, answers } = await preflight(session.implementation);
  run.unsound = unsoundAnswers(answers);
  run.doubt = doubt && run.redact(doubt);
  run.unreadIds = obstacle === null ? await unreadIdsIn(session, answers) : null;
  run.examined.push(...answers.map(({ exchange }) => exchange));
  for (const { name, exchange } of answers) if (READS.includes(name)) run.firstReads.set(name, exchange);
  return { obstacle: obstacle && run.redact(obstacle), doubt: run.doubt, answers };
}

function unreadIdsIn({ implementation, run }: Session, answers: readonly Asked[]): Promise<UnreadIds | null> {
  const reads = answers.flatMap(({ exchange }) => (exchange.request.method === 'GET' ? [exchange] : []));
  return unreadIds(reads, async () => {
    const path = reads.find(isSuccess)?.request.url.slice(run.baseUrl.length) ?? '';
    const encoded = path.replace(/(?<=^\/\w+\/)[A-Za-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    return isSuccess(await implementation.client.get(`${run.baseUrl}${encoded}`));
  });
}

/** Fewer answers may break alike by chance. */
const ENOUGH = 3;

/** Why generated input, sequences and concurrency would show nothing new: most typical answers are no JSON, or server errors. */
export function unsoundAnswers(answers: readonly Asked[]): string | null {
  const judged = answers.filter(({ name, exchange }) => endpoint(name).response !== null && exchange.answer !== null);
  const unsound = judged.filter(({ exchange }) => !isSound(exchange));
  if (judged.length < ENOUGH || unsound.length * 2 <= judged.length) return null;
  return `It rests on sound answers, and ${unsound.length} of ${judged.length} typical answers are no JSON or a server error`;
}

function isSound(exchange: Asked['exchange']): boolean {
  if (!isSuccess(exchange)) return (exchange.answer?.status ?? 500) < 500;
  const json = jsonOf(exchange.answer);
  return 'value' in json || json.unread === true;
}

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
  /** Whether nothing is under way: where that lasts, all lanes wait (for events to be resolved, say), and one more opens; absent: none ever does. */
  isIdle?(): boolean;
}

const MOST_LANES = 40;
const IDLE = { tickMs: 250, ticks: 6 };

/**
 * Plays scenarios in order, side by side, each lane with its own session; those that are `last` when all others have ended. p-limit would not
 * know in which lane, and so with which session, a scenario runs.
 */
export async function play(scenarios: readonly Scenario[], playing: Playing): Promise<void> {
  const { lanes, open, ended, isSettled = () => false, isIdle } = playing;
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
  for (const when of [undefined, true, 'of all'] as const) {
    const queue = scenarios.filter(({ covers }) => covers.last === when);
    await inLanes(queue, lanes, isIdle, (lane) => inLane(queue, lane));
  }
}

/** Plays a queue in so many lanes, and in more as long as all wait. */
async function inLanes(queue: readonly Scenario[], lanes: number, isIdle: Playing['isIdle'], inLane: (lane: number) => Promise<void>) {
  const playing = Array.from({ length: Math.min(lanes, queue.length) }, (_, lane) => inLane(lane));
  let idle = 0;
  const look = () => {
    idle = isIdle?.() ? idle + 1 : 0;
    if (idle < IDLE.ticks || queue.length === 0 || playing.length >= MOST_LANES) return;
    idle = 0;
    const more = inLane(playing.length);
    more.catch(() => {});
    playing.push(more);
  };
  const timer = isIdle && setInterval(look, IDLE.tickMs);
  try {
    await Promise.all(playing);
    // Those that came meanwhile.
    for (const lane of playing) await lane;
  } finally {
    clearInterval(timer);
  }
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
  for (let time = 0; time < TIMES; time += 1) {
    const exchange = await ifAssessed(implementation.client.send(name, call));
    if (exchange === null) return 0;
    least = Math.min(least, exchange.durationMs);
  }
  return least;
}
