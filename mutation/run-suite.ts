import { examine } from '../src/engine/play.ts';
import { factsOf } from '../src/engine/run-environment.ts';
import { RunState } from '../src/engine/run-state.ts';
import { assemble, type TestOutcome } from '../src/result/assemble.ts';
import type { ConformanceResult, Finding } from '../src/result/result.ts';
import { readSettings } from '../src/settings/settings.ts';
import type { Difference } from './interposition.ts';
import { failuresIn, type Plan, runParts, suiteErrorsIn, suiteScenarios } from './run-parts.ts';
import { openTestService, type TestService } from './test-service.ts';

/** As quick as the service behind the proxy, and no quicker, or a busy machine would look like one that hangs. The seed lets a run be repeated. */
const SETTINGS: Readonly<Record<string, string>> = {
  CES_SEED: '20240131',
  CES_PROPERTY_RUNS: '20',
  CES_TIMEOUT_MS: '5000',
  CES_PATIENCE_MS: '5000',
  CES_RESOLUTION_TIMEOUT_MS: '3000',
  CES_UNMATCHED_WINDOW_MS: '600',
};

/** The suite's result for a service that differs. */
export type SuiteRun = Awaited<ReturnType<typeof runAgainst>>;

/** What failed, one line each. */
export function failuresOf({ failed }: SuiteRun): string[] {
  return failed.map(({ requirement, endpoint, findings }) => `${requirement} at ${endpoint}: ${JSON.stringify(findings)}`);
}

/** Runs the scenarios of the real suite against the reference service with the difference applied. */
export async function runSuite(difference: Difference, plan: Plan) {
  const service = await openTestService(difference);
  try {
    return await runAgainst(service, plan);
  } finally {
    await service.close();
  }
}

/** The same against a service that is open and stays open. */
export async function runAgainst(service: Omit<TestService, 'close'>, plan: Plan) {
  const startedAt = new Date();
  const settings = readSettings({ ...SETTINGS, ...service.variables, ...plan.variables });
  const files = await suiteScenarios();
  const outcomes: TestOutcome[] = [];
  const state = new RunState(settings);
  const { obstacle: noVerdictReason } = await examine(state);
  if (noVerdictReason === null) await runParts(files, plan, state, outcomes);
  await state.close();
  const durationMs = Date.now() - startedAt.getTime();
  // Findings say how an event is looked up by the settings that people see, which are those of this process.
  const own = { name: 'CES_EVENT_LOOKUP_URL', value: settings.tracking.lookupUrl ?? '', source: 'environment' };
  const shown = factsOf(settings);
  const facts = { ...shown, settings: shown.settings.map((row) => (row.name === own.name && own.value !== '' ? own : row)) };
  const result = assemble({ tests: outcomes, facts, startedAt, durationMs, interrupted: false, noVerdictReason });
  return {
    result,
    failed: failuresIn(outcomes),
    /** How often the difference changed an answer or a request; 0: it never came into play. */
    changes: service.changes(),
    /** Of the mutation run itself, or of the suite. */
    mistakes: [...service.mistakes, ...suiteErrorsIn(outcomes), ...withoutFinding(result)],
  };
}

/** Failed checks that no finding shows: people would not hear of them. */
export function withoutFinding({ requirements, findings = [] }: Pick<ConformanceResult, 'requirements' | 'findings'>): string[] {
  const shows = (id: string, at: number | null) => (finding: Finding) =>
    finding.consequences.includes(id) || (finding.requirement === id && (at === null || finding.endpoints.includes(at)));
  return requirements.flatMap(({ id, checks }) =>
    checks
      .filter(({ status, endpoint }) => (status === 'failed' || status === 'waived') && !findings.some(shows(id, endpoint)))
      .map(({ endpoint, title }) => `${id} failed at endpoint ${endpoint} (${title}), and no finding shows it`),
  );
}
