import { setImmediate } from 'node:timers/promises';
import { byTime, type Time } from '../../src/client/time.ts';
import { RunState } from '../../src/engine/run-state.ts';
import { runScenario, type Scenario, type ScenarioRun } from '../../src/engine/scenario.ts';
import { Session } from '../../src/engine/session.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { cutUrl } from '../../src/http/request.ts';
import type { Settings } from '../../src/settings/settings.ts';
import type { LaidInFront } from './laid-in-front.ts';
import { LABEL, type Recording, ReplayTransport } from './recording.ts';

/** No lane of the recording has this number. */
const LANE = 9;

/** What came of scenarios that were played from a recording. */
export interface Replayed {
  readonly runs: readonly (ScenarioRun & { readonly scenario: Scenario })[];
  /** Requests that the recording does not answer. */
  readonly beyond: number;
}

/** Plays scenarios on a recording with a fault in front, until one settles the matter. Their waits take no time. */
export async function replay(
  scenarios: readonly Scenario[],
  settings: Settings,
  recording: Recording,
  front: LaidInFront,
  settles: (run: ScenarioRun) => boolean,
): Promise<Replayed> {
  const prefix = cutUrl(settings.baseUrl ?? '').path.replace(/\/$/, '');
  let now = 0;
  const follow = ({ startedAt, durationMs }: Exchange) => {
    now = Math.max(now, startedAt + durationMs);
  };
  const time: Time = {
    now: () => Math.round(now),
    // At the next turn, so that what waits side by side goes on side by side.
    async sleep(milliseconds) {
      await setImmediate();
      now += milliseconds;
    },
  };
  let transport: ReplayTransport | undefined;
  await using run = new RunState(settings, {
    impatient: true,
    writes: null,
    deadline: null,
    transport: (options) => {
      transport = new ReplayTransport({ ...options, requests: null, maxRps: null }, recording, front, prefix, follow);
      return transport;
    },
  });
  const session = new Session(run, `${LABEL}-0-${LANE}`);
  const runs: Replayed['runs'][number][] = [];
  for (const scenario of scenarios) {
    now = recording.begunAt(scenario.title);
    const played = await byTime(time, () => recording.scenario.run(scenario.title, () => runScenario(scenario, session)));
    runs.push({ ...played, scenario });
    if (settles(played)) break;
  }
  return { runs, beyond: transport?.beyond ?? 0 };
}
