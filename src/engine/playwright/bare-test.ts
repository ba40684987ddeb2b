import * as playwright from '@playwright/test';
import { isOwnRun } from './own-run.ts';

type Test = typeof playwright.test;

/**
 * Playwright's `test` before its fixtures for browsers are added. These are set up and taken down around each test, wanted or not, and each
 * time Playwright takes and maps a stack: a fifth of a run's processor time. Playwright exports it for its own packages, without a type, so an
 * update may take it away.
 */
export const BARE_TEST = (playwright as unknown as { readonly _baseTest?: Test })._baseTest;

/** What the suite's `test` extends. UI mode and editors show what a test does by a trace, and the trace is one of those fixtures. */
export function baseTest(): Test {
  return (isOwnRun() ? BARE_TEST : undefined) ?? playwright.test;
}
