import { runParts } from '../../mutation/run-parts.ts';
import { suiteScenarios } from '../../mutation/suite-scenarios.ts';
import { factsOf } from '../../src/engine/run-environment.ts';
import { RunState } from '../../src/engine/run-state.ts';
import type { Scenario } from '../../src/engine/scenario.ts';
import { examine } from '../../src/engine/target-examination.ts';
import { assemble, type TestOutcome } from '../../src/result/assemble.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { readSettings } from '../../src/settings/settings.ts';

/** Times that suit a service in the same process. */
const QUICK = {
  CES_SEED: '20240131',
  CES_PROPERTY_RUNS: '5',
  CES_TIMEOUT_MS: '5000',
  CES_PATIENCE_MS: '5000',
  CES_RESOLUTION_TIMEOUT_MS: '5000',
  CES_UNMATCHED_WINDOW_MS: '300',
};

/** What the suite says of the target to which the variables point: preflight, then the scenarios that belong, one after another. */
export async function runInProcess(
  variables: Readonly<Record<string, string>>,
  belongs: (scenario: Scenario) => boolean,
): Promise<ConformanceResult> {
  const startedAt = new Date();
  const settings = readSettings({ ...QUICK, ...variables });
  const outcomes: TestOutcome[] = [];
  await using run = new RunState(settings);
  const { obstacle: noVerdictReason } = await examine(run);
  if (noVerdictReason === null) await runParts(await suiteScenarios(), { parts: [belongs], settles: () => false, lanes: 1 }, run, outcomes);
  const durationMs = Date.now() - startedAt.getTime();
  return assemble({ tests: outcomes, facts: factsOf(settings), startedAt, durationMs, interrupted: false, noVerdictReason });
}

/** Ids of the statements that failed, completeness left out: only some scenarios ran. */
export function failedIn({ requirements }: ConformanceResult): string[] {
  return requirements.filter(({ status, level }) => status === 'failed' && level !== 'completeness').map(({ id }) => id);
}
