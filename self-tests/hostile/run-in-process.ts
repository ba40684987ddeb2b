import { runAgainst } from '../../mutation/run-suite.ts';
import type { Scenario } from '../../src/engine/scenario.ts';
import type { ConformanceResult } from '../../src/result/result.ts';

/** Times that suit a service in the same process. */
const QUICK = { CES_PROPERTY_RUNS: '5', CES_RESOLUTION_TIMEOUT_MS: '5000', CES_UNMATCHED_WINDOW_MS: '300' };

/** What the suite says of the target to which the variables point: preflight, then the scenarios that belong, one after another. */
export async function runInProcess(
  variables: Readonly<Record<string, string>>,
  belongs: (scenario: Scenario) => boolean,
): Promise<ConformanceResult> {
  const target = { variables: { ...QUICK, ...variables }, changes: () => 0, mistakes: [] };
  return (await runAgainst(target, { parts: [belongs], lanes: 1 })).result;
}

/** Ids of the statements that failed, completeness left out: only some scenarios ran. */
export function failedIn({ requirements }: ConformanceResult): string[] {
  return requirements.filter(({ status, level }) => status === 'failed' && level !== 'completeness').map(({ id }) => id);
}
