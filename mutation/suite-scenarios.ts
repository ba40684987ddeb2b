import { scenariosIn } from '../src/engine/playwright/test.ts';
import type { Scenario } from '../src/engine/scenario.ts';

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
