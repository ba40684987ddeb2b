import { Presence } from '../src/client/presence.ts';
import { StoredSample } from '../src/client/stored-sample.ts';
import type { CheckEvidence } from '../src/engine/evidence/evidence.ts';
import { runScenario, type Scenario } from '../src/engine/scenario.ts';
import { Session } from '../src/engine/session.ts';
import { type Limits, nothingShared } from '../src/engine/shared.ts';
import type { TestOutcome } from '../src/result/assemble.ts';
import type { Settings } from '../src/settings/settings.ts';
import { requirement } from '../src/specification/register.ts';
import type { ScenarioFile } from './suite-scenarios.ts';

/** Files of scenarios that run side by side, as in the suite's own workers. */
const LANES = 4;

export interface Plan {
  /** Which scenarios run first, which next, and so on. A part begins only when nothing failed in those before it. */
  readonly parts: readonly ((scenario: Scenario) => boolean)[];
  /** Whether this failed check settles the matter, so that no further scenario runs. */
  readonly settles: (check: CheckEvidence) => boolean;
  /** Files of scenarios that run side by side; 4 where absent. With 1 the order of requests is the same every time. */
  readonly lanes?: number;
  /** Variables of the suite that differ from those of the mutation run. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Part of every name that is made up, so that two runs against one implementation make up different ones; `mutation` where absent. */
  readonly label?: string;
  /** Shared by all scenarios; none where absent. */
  readonly limits?: Limits;
}

/** Checks that failed and count against an implementation: completeness only shows what was never seen. */
export function failuresIn(outcomes: readonly TestOutcome[]): CheckEvidence[] {
  return outcomes.flatMap(({ evidence }) => evidence?.checks ?? []).filter(counts);
}

/** Mistakes of the suite itself, one line each. */
export function suiteErrorsIn(outcomes: readonly TestOutcome[]): string[] {
  return outcomes.flatMap(({ title, evidence }) => (evidence?.suiteError ? [`${title}: ${evidence.suiteError}`] : []));
}

function counts({ status, requirement: id }: CheckEvidence): boolean {
  return status === 'failed' && requirement(id).level !== 'completeness';
}

/** Runs the scenarios against the implementation that the settings name, and adds the outcome of each as it ends. */
export async function runParts(
  files: readonly ScenarioFile[],
  { parts, settles, lanes = LANES, label = 'mutation', limits }: Plan,
  settings: Settings,
  outcomes: TestOutcome[],
): Promise<void> {
  const state = { settled: false, failed: false };
  const note = (outcome: TestOutcome) => {
    outcomes.push(outcome);
    const failed = failuresIn([outcome]);
    state.failed ||= failed.length > 0;
    state.settled ||= failed.some(settles);
  };
  const shared = { presence: new Presence(null), stored: new StoredSample(null) };
  const begun = new Set<Scenario>();
  for (const [index, belongs] of parts.entries()) {
    if (state.failed) return;
    const part = files
      .map(({ scenarios }) => scenarios.filter((scenario) => !begun.has(scenario) && belongs(scenario)))
      .filter((scenarios) => scenarios.length > 0);
    for (const scenario of part.flat()) begun.add(scenario);
    await runLanes(
      lanes,
      part,
      (lane) => new Session(settings, `${label}-${index}-${lane}`, { ...nothingShared(), ...shared, ...limits }),
      note,
      () => state.settled,
    );
  }
}

/**
 * Each lane is like a worker of the suite: it has its own session and takes one file after another. Hence a queue and no p-limit, which
 * would not know in which lane, and so with which session, a file runs.
 */
async function runLanes(
  most: number,
  part: Scenario[][],
  open: (lane: number) => Session,
  note: (outcome: TestOutcome) => void,
  isSettled: () => boolean,
): Promise<void> {
  const waiting = [...part];
  const working = Array.from({ length: Math.min(most, waiting.length) }, async (_, lane) => {
    const session = open(lane);
    try {
      for (let scenarios = waiting.shift(); scenarios && !isSettled(); scenarios = waiting.shift())
        for (const scenario of scenarios) if (!isSettled()) note(await outcomeOf(scenario, session));
    } finally {
      await session.close();
    }
  });
  await Promise.all(working);
}

async function outcomeOf(scenario: Scenario, session: Session): Promise<TestOutcome> {
  const { title, covers } = scenario;
  const { evidence } = await runScenario(scenario, session);
  return { title, covers, evidence, missing: '' };
}
