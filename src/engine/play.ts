import { Admission } from './plan.ts';
import { runScenario, type Scenario, type ScenarioRun } from './scenario.ts';
import type { Session } from './session.ts';

/** A scenario that was played, and the session that played it. */
export interface Played extends ScenarioRun {
  readonly scenario: Scenario;
  readonly session: Session;
}

export interface Playing {
  /** Scenarios side by side. */
  readonly lanes: number;
  /** Opens the session of a lane; lanes count from 0. */
  open(lane: number): Session;
  /** Called as each scenario ends. */
  ended(played: Played): void;
  /** Whether nothing more is to begin; absent: everything is played. */
  isSettled?(): boolean;
}

/**
 * Plays scenarios in their order, so many side by side, each lane with a session of its own. What looks at the run's end (`last`) begins when all
 * others have ended. A queue and no p-limit, which would not know in which lane, and so with which session, a scenario runs.
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
