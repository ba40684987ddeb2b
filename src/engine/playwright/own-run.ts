import * as playwright from '@playwright/test';
import type { TestCase, TestResult } from '@playwright/test/reporter';

/** Whether this is a run whose result our reporter makes, and no window, list or editor of Playwright's. */
const VARIABLE = 'CONFORMANCE_OWN_RUN';

/** Called where the run is configured. Workers inherit it. */
export function declareOwnRun(isOurReporterFirst: boolean): void {
  if (isOurReporterFirst) process.env[VARIABLE] = '1';
}

export const isOwnRun = (): boolean => process.env[VARIABLE] === '1';

type Test = typeof playwright.test;

/** Playwright's `test` without its fixtures for browsers, which cost a fifth of a run's processor time. An export without a type: an update may drop it. */
export const BARE_TEST = (playwright as unknown as { readonly _baseTest?: Test })._baseTest;

/** What the suite's `test` extends. UI mode and editors show what a test does by a trace, and the trace is one of those fixtures. */
export const baseTest = (): Test => (isOwnRun() ? BARE_TEST : undefined) ?? playwright.test;

/** Makes a failure that was declared as expected a failure again, before other reporters see it: after any other failing test, Playwright starts a new worker (0.6 s and a new connection). */
export function restoreFailure(test: TestCase, result: TestResult): void {
  if (!isOwnRun() || result.status !== 'failed' || test.expectedStatus !== 'failed') return;
  test.expectedStatus = 'passed';
  for (const annotations of [test.annotations, result.annotations]) {
    const declared = annotations.findIndex(({ type }) => type === 'fail');
    if (declared >= 0) annotations.splice(declared, 1);
  }
}
