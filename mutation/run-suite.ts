import { preflight } from '../src/client/preflight.ts';
import { Presence } from '../src/client/presence.ts';
import { StoredSample } from '../src/client/stored-sample.ts';
import type { CheckEvidence } from '../src/engine/evidence/evidence.ts';
import { runScenario, type Scenario } from '../src/engine/scenario.ts';
import { Session } from '../src/engine/session.ts';
import { type Limits, nothingShared } from '../src/engine/shared.ts';
import { assemble, type TestOutcome } from '../src/result/assemble.ts';
import type { ConformanceResult } from '../src/result/result.ts';
import { readSettings, type Settings } from '../src/settings/settings.ts';
import { requirement } from '../src/specification/register.ts';
import type { Difference } from './interposition.ts';
import { type ScenarioFile, suiteScenarios } from './suite-scenarios.ts';
import { openTestService, type TestService } from './test-service.ts';
import { withLimits } from './with-limits.ts';

/**
 * Small times, since the service behind the proxy is quick; not smaller, or a busy machine would look like a service that hangs.
 * The seed is fixed, so that a run can be repeated.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  CES_SEED: '20240131',
  CES_PROPERTY_RUNS: '20',
  CES_TIMEOUT_MS: '2500',
  CES_RESOLUTION_TIMEOUT_MS: '3000',
  CES_UNMATCHED_WINDOW_MS: '600',
};

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

/** The suite's result for a service that differs. */
export interface SuiteRun {
  readonly result: ConformanceResult;
  /** Failed checks that count against an implementation: of the levels requirement and robustness. */
  readonly failed: readonly CheckEvidence[];
  /** How often the difference changed an answer or a request; 0: it never came into play. */
  readonly changes: number;
  /** Mistakes of the mutation run itself, or of the suite. */
  readonly mistakes: readonly string[];
  readonly scenariosRun: number;
  readonly durationMs: number;
}

/** Runs the scenarios of the real suite against the reference service with the difference applied. */
export async function runSuite(difference: Difference, plan: Plan): Promise<SuiteRun> {
  const service = await openTestService(difference);
  try {
    return await runAgainst(service, plan);
  } finally {
    await service.close();
  }
}

/** The same against a service that is open and stays open. */
export async function runAgainst(service: TestService, plan: Plan): Promise<SuiteRun> {
  const startedAt = new Date();
  const settings = readSettings({ ...SETTINGS, ...service.variables, ...plan.variables });
  const files = await suiteScenarios();
  const outcomes: TestOutcome[] = [];
  const noVerdictReason = await withLimits(settings, async (limits) => {
    const reason = await obstacle(settings, limits);
    if (reason === null) await runParts(files, { ...plan, limits }, settings, outcomes);
    return reason;
  });
  const durationMs = Date.now() - startedAt.getTime();
  const facts = { seed: settings.run.seed, baseUrl: settings.baseUrl ?? '', embedded: true, settings: [] };
  const result = assemble({ tests: outcomes, facts, startedAt, durationMs, interrupted: false, noVerdictReason });
  return {
    result,
    failed: failuresIn(outcomes),
    changes: service.changes(),
    mistakes: [...service.mistakes, ...suiteErrorsIn(outcomes)],
    scenariosRun: outcomes.length,
    durationMs,
  };
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

async function obstacle(settings: Settings, limits: Limits): Promise<string | null> {
  const session = new Session(settings, 'mutation-preflight', { ...nothingShared(), ...limits });
  try {
    return (await preflight(session.implementation)).obstacle;
  } finally {
    await session.close();
  }
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
