import { preflight } from '../src/client/preflight.ts';
import { Presence } from '../src/client/presence.ts';
import type { CheckEvidence } from '../src/engine/evidence/evidence.ts';
import { perform, type Scene } from '../src/engine/scenario.ts';
import { Session } from '../src/engine/session.ts';
import { type Limits, nothingShared } from '../src/engine/shared.ts';
import { assemble, type TestOutcome } from '../src/result/assemble.ts';
import type { ConformanceResult } from '../src/result/result.ts';
import { readSettings, type Settings } from '../src/settings/settings.ts';
import { requirement } from '../src/specification/register.ts';
import type { Difference } from './interposition.ts';
import { type SceneFile, suiteScenes } from './suite-scenarios.ts';
import { openStand, type Stand } from './test-service.ts';
import { withLimits } from './with-limits.ts';

/**
 * Small times, since the service behind the proxy is quick; not smaller, or a busy machine would look like a service that hangs.
 * The seed is fixed, so that a run can be had again.
 */
const BENCH_SETTINGS: Readonly<Record<string, string>> = {
  CES_SEED: '20240131',
  CES_PROPERTY_RUNS: '20',
  CES_TIMEOUT_MS: '2500',
  CES_RESOLUTION_TIMEOUT_MS: '3000',
  CES_UNMATCHED_WINDOW_MS: '600',
};

/** Files of scenes that are played side by side, as the suite's own workers do. */
const LANES = 4;

export interface Plan {
  /** Which scenes are played first, which next, and so on. A part begins only when nothing failed in those before it. */
  readonly parts: readonly ((scene: Scene) => boolean)[];
  /** Whether this failed check settles the matter, so that nothing further is played. */
  readonly settles: (check: CheckEvidence) => boolean;
  /** Files of scenes that are played side by side; 4 where absent. With 1 the order of requests is the same every time. */
  readonly lanes?: number;
  /** Variables of the suite that differ from the bench's own. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Part of every name that is made up, so that two runs against one implementation make up different ones; `bench` where absent. */
  readonly label?: string;
  /** Shared by all that is played; none where absent. */
  readonly limits?: Limits;
}

/** What the suite said of a service that differs. */
export interface SuiteRun {
  readonly result: ConformanceResult;
  /** Failed checks that count against an implementation: of the levels requirement and robustness. */
  readonly failed: readonly CheckEvidence[];
  /** How often the difference made itself felt; 0: it never came into play. */
  readonly changes: number;
  /** Mistakes of the bench itself, or of the suite. */
  readonly mistakes: readonly string[];
  readonly scenesPlayed: number;
  readonly durationMs: number;
}

/** Plays the scenes of the real suite against the reference service with the difference applied. */
export async function runSuite(difference: Difference, plan: Plan): Promise<SuiteRun> {
  const stand = await openStand(difference);
  try {
    return await question(stand, plan);
  } finally {
    await stand.close();
  }
}

async function question(stand: Stand, plan: Plan): Promise<SuiteRun> {
  const startedAt = new Date();
  const settings = readSettings({ ...BENCH_SETTINGS, ...stand.variables, ...plan.variables });
  const files = await suiteScenes();
  const outcomes: TestOutcome[] = [];
  const noVerdictReason = await withLimits(settings, async (limits) => {
    const reason = await obstacle(settings, limits);
    if (reason === null) await playParts(files, { ...plan, limits }, settings, outcomes);
    return reason;
  });
  const durationMs = Date.now() - startedAt.getTime();
  const facts = { seed: settings.run.seed, baseUrl: settings.baseUrl ?? '', embedded: true, settings: [] };
  const result = assemble({ tests: outcomes, facts, startedAt, durationMs, interrupted: false, noVerdictReason });
  const failed = outcomes.flatMap(({ evidence }) => evidence?.checks ?? []).filter(counts);
  const suiteErrors = outcomes.flatMap(({ title, evidence }) => (evidence?.suiteError ? [`${title}: ${evidence.suiteError}`] : []));
  return {
    result,
    failed,
    changes: stand.changes(),
    mistakes: [...stand.mistakes, ...suiteErrors],
    scenesPlayed: outcomes.length,
    durationMs,
  };
}

/** Whether a check failed in a way that counts against an implementation: completeness tells only what was never seen. */
export function counts({ status, requirement: id }: CheckEvidence): boolean {
  return status === 'failed' && requirement(id).level !== 'completeness';
}

async function obstacle(settings: Settings, limits: Limits): Promise<string | null> {
  const session = new Session(settings, 'bench-preflight', { ...nothingShared(), ...limits });
  try {
    return await preflight(session.implementation);
  } finally {
    await session.close();
  }
}

/** Plays the scenes against the implementation that the settings name, and adds the outcome of each as it ends. */
export async function playParts(
  files: readonly SceneFile[],
  { parts, settles, lanes = LANES, label = 'bench', limits }: Plan,
  settings: Settings,
  outcomes: TestOutcome[],
): Promise<void> {
  const state = { settled: false, failed: false };
  const note = (outcome: TestOutcome) => {
    outcomes.push(outcome);
    const failed = outcome.evidence?.checks.filter(counts) ?? [];
    state.failed ||= failed.length > 0;
    state.settled ||= failed.some(settles);
  };
  const presence = new Presence(null);
  const played = new Set<Scene>();
  for (const [index, belongs] of parts.entries()) {
    if (state.failed) return;
    const part = files
      .map(({ scenes }) => scenes.filter((scene) => !played.has(scene) && belongs(scene)))
      .filter((scenes) => scenes.length > 0);
    for (const scene of part.flat()) played.add(scene);
    await playLanes(
      lanes,
      part,
      (lane) => new Session(settings, `${label}-${index}-${lane}`, { ...nothingShared(), presence, ...limits }),
      note,
      () => state.settled,
    );
  }
}

/** Each lane is like a worker of the suite: it has its own session and takes one file after another. */
async function playLanes(
  most: number,
  part: Scene[][],
  open: (lane: number) => Session,
  note: (outcome: TestOutcome) => void,
  isSettled: () => boolean,
): Promise<void> {
  const waiting = [...part];
  const working = Array.from({ length: Math.min(most, waiting.length) }, async (_, lane) => {
    const session = open(lane);
    try {
      for (let scenes = waiting.shift(); scenes && !isSettled(); scenes = waiting.shift())
        for (const scene of scenes) if (!isSettled()) note(await outcomeOf(scene, session));
    } finally {
      await session.close();
    }
  });
  await Promise.all(working);
}

async function outcomeOf(scene: Scene, session: Session): Promise<TestOutcome> {
  const { title, covers } = scene;
  const { evidence } = await perform(scene, session);
  return { title, endpoint: covers.endpoint, requirements: covers.requirements, evidence, missing: '' };
}
