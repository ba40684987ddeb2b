import type { TestDetails, TestInfo } from '@playwright/test';
import type { Scenario, ScenarioBody } from '../scenario.ts';
import { coversOf } from './covers-annotations.ts';
import type { Lanes } from './lanes.ts';

/** The body of a test as Playwright takes it, and the scenario's body in it. */
export type TestBody = ((fixtures: { lanes: Lanes }, testInfo: TestInfo) => Promise<void>) & { readonly body: ScenarioBody };

/** What a test covers and its body, made by a function that several spec files share: `test('title', ...memberComesBack(…))`. */
export type CoveredScenario = readonly [TestDetails, TestBody];

/** How a spec file declares a test. */
export type SuiteTest = (title: string, details: TestDetails, body: TestBody) => void;

let collected: Scenario[] | null = null;

/**
 * The scenarios that spec files declare, for running them without Playwright's tests: the mutation run has one test a fault. Nothing may
 * have loaded the spec files before.
 */
export async function collectScenarios(load: () => Promise<unknown>): Promise<readonly Scenario[]> {
  const scenarios: Scenario[] = [];
  collected = scenarios;
  await load();
  return scenarios;
}

/** Collects a test instead of declaring it; null where nobody collects. */
export function collector(): SuiteTest | null {
  if (collected === null) return null;
  return (title, { annotation = [] }, { body }) => collected?.push({ title, covers: coversOf([annotation].flat()), body });
}
