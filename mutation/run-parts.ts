import type { CheckEvidence } from '../src/engine/evidence/evidence.ts';
import { inOrderOfWorth } from '../src/engine/plan.ts';
import { type Played, play } from '../src/engine/play.ts';
import { scenariosIn } from '../src/engine/playwright/test.ts';
import type { RunState } from '../src/engine/run-state.ts';
import type { Scenario } from '../src/engine/scenario.ts';
import { Session } from '../src/engine/session.ts';
import type { TestOutcome } from '../src/result/assemble.ts';
import { statementOf } from '../src/specification/register.ts';

/** A file of the suite. Its scenarios may share records (batchUpdateCustomers writes the customers given), so they run one after another. */
export interface ScenarioFile {
  readonly name: string;
  readonly scenarios: readonly Scenario[];
}

/** Names of the suite's files, in the order in which they run. The last one reads again what the others stored. */
export const SCENARIO_FILES: readonly string[] = [
  ...['events', 'resolution', 'campaigns', 'customers', 'businesses', 'email-templates', 'sms-templates', 'sent-emails'],
  ...['email-addresses', 'email-blasts', 'segments', 'feature-flags', 'project-defined-events', 'authentication'],
  ...['robustness-of-reads', 'robustness-of-writes', 'concurrency', 'service', 'properties', 'stored-records'],
];

let loaded: Promise<readonly ScenarioFile[]> | null = null;

/** All scenarios of the real suite. A module is loaded once a process, so what it declared is kept. */
export function suiteScenarios(): Promise<readonly ScenarioFile[]> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<ScenarioFile[]> {
  const files: ScenarioFile[] = [];
  // Imported only while their scenarios are collected: what is imported before declares tests of Playwright.
  for (const name of SCENARIO_FILES) files.push({ name, scenarios: await scenariosIn(() => import(`../tests/${name}.spec.ts`)) });
  return files;
}

export interface Plan {
  /** Which scenarios run first, which next, and so on; all at once where absent. A part begins only when nothing failed in those before it. */
  readonly parts?: readonly ((scenario: Scenario) => boolean)[];
  /** Whether this failed check settles the matter, so that no further scenario runs; none does where absent. */
  readonly settles?: (check: CheckEvidence) => boolean;
  /** Scenarios that run side by side; 4 where absent. With 1 the order of requests is the same every time. */
  readonly lanes?: number;
  /** In the order of worth, as a run of the suite plays them; false where absent: in the order of their files. */
  readonly inOrder?: boolean;
  /** Variables of the suite that differ from those of the mutation run. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Part of every name that is made up, so that two runs against one implementation make up different ones; `mutation` where absent. */
  readonly label?: string;
}

/** Checks that failed and count against an implementation: completeness only shows what was never seen. */
export function failuresIn(outcomes: readonly Pick<TestOutcome, 'evidence'>[]): CheckEvidence[] {
  const failed = outcomes.flatMap(({ evidence }) => evidence?.checks ?? []).filter(({ status }) => status === 'failed');
  return failed.filter(({ requirement }) => statementOf(requirement).level !== 'completeness');
}

/** Mistakes of the suite itself, one line each. */
export function suiteErrorsIn(outcomes: readonly TestOutcome[]): string[] {
  return outcomes.flatMap(({ title, evidence }) => (evidence?.suiteError ? [`${title}: ${evidence.suiteError}`] : []));
}

/** Runs the scenarios against the implementation of the run, and adds the outcome of each as it ends. */
export async function runParts(
  files: readonly ScenarioFile[],
  { parts = [() => true], settles = () => false, lanes = 4, label = 'mutation', inOrder = false }: Plan,
  run: RunState,
  outcomes: TestOutcome[],
): Promise<void> {
  const state = { settled: false, failed: false };
  const ended = ({ scenario: { title, covers }, evidence }: Played) => {
    // Cut off below.
    if (state.settled) return;
    const outcome = { title, covers, evidence, missing: '' };
    outcomes.push(outcome);
    const failed = failuresIn([outcome]);
    state.failed ||= failed.length > 0;
    state.settled = failed.some(settles);
    // What is still under way may hang for minutes.
    if (state.settled) void run.close();
  };
  const begun = new Set<Scenario>();
  for (const [index, belongs] of parts.entries()) {
    if (state.failed) return;
    const part = files.flatMap(({ scenarios }) => scenarios).filter((scenario) => !begun.has(scenario) && belongs(scenario));
    for (const scenario of part) begun.add(scenario);
    const open = (lane: number) => new Session(run, `${label}-${index}-${lane}`);
    await play(inOrder ? inOrderOfWorth(part, true) : part, { lanes, open, ended, isSettled: () => state.settled });
  }
}
