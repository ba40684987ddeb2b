import { scenariosIn } from '../src/engine/playwright/test.ts';
import type { Scenario } from '../src/engine/scenario.ts';

/** A file of the suite. Its scenarios may share records (batchUpdateCustomers writes the customers given), so they run one after another. */
export interface ScenarioFile {
  readonly name: string;
  readonly scenarios: readonly Scenario[];
}

/** Imported only while their scenarios are collected: what is imported before declares tests of Playwright. */
const FILES: readonly (readonly [name: string, load: () => Promise<unknown>])[] = [
  ['events', () => import('../tests/events.spec.ts')],
  ['resolution', () => import('../tests/resolution.spec.ts')],
  ['campaigns', () => import('../tests/campaigns.spec.ts')],
  ['customers', () => import('../tests/customers.spec.ts')],
  ['businesses', () => import('../tests/businesses.spec.ts')],
  ['email-templates', () => import('../tests/email-templates.spec.ts')],
  ['sms-templates', () => import('../tests/sms-templates.spec.ts')],
  ['sent-emails', () => import('../tests/sent-emails.spec.ts')],
  ['email-addresses', () => import('../tests/email-addresses.spec.ts')],
  ['email-blasts', () => import('../tests/email-blasts.spec.ts')],
  ['segments', () => import('../tests/segments.spec.ts')],
  ['feature-flags', () => import('../tests/feature-flags.spec.ts')],
  ['project-defined-events', () => import('../tests/project-defined-events.spec.ts')],
  ['authentication', () => import('../tests/authentication.spec.ts')],
  ['robustness-of-reads', () => import('../tests/robustness-of-reads.spec.ts')],
  ['robustness-of-writes', () => import('../tests/robustness-of-writes.spec.ts')],
  ['concurrency', () => import('../tests/concurrency.spec.ts')],
  ['service', () => import('../tests/service.spec.ts')],
  ['properties', () => import('../tests/properties.spec.ts')],
  // Reads again what the others stored.
  ['stored-records', () => import('../tests/stored-records.spec.ts')],
];

/** Names of the suite's files, in the order in which they run. */
export const SCENARIO_FILES: readonly string[] = FILES.map(([name]) => name);

let loaded: Promise<readonly ScenarioFile[]> | null = null;

/** All scenarios of the real suite. A module is loaded once a process, so what it declared is kept. */
export function suiteScenarios(): Promise<readonly ScenarioFile[]> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<ScenarioFile[]> {
  const files: ScenarioFile[] = [];
  for (const [name, read] of FILES) files.push({ name, scenarios: await scenariosIn(read) });
  return files;
}
