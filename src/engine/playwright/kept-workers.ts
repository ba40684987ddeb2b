import type { TestCase, TestResult } from '@playwright/test/reporter';
import { isOwnRun } from './own-run.ts';

/**
 * Makes a failure that was declared as expected a failure again. Has to come before any other reporter sees the test end.
 *
 * Playwright starts a new worker after each failing test (0.6 s and a new connection), and has no option against it. So a test declares its
 * failure as expected just before it fails, which keeps the worker, and the reporter takes the declaration back, so that every report shows
 * the failure. In UI mode and in editors a failure has to look like one by itself.
 */
export function restoreFailure(test: TestCase, result: TestResult): void {
  if (!isOwnRun() || result.status !== 'failed' || test.expectedStatus !== 'failed') return;
  test.expectedStatus = 'passed';
  for (const annotations of [test.annotations, result.annotations]) {
    const declared = annotations.findIndex(({ type }) => type === 'fail');
    if (declared >= 0) annotations.splice(declared, 1);
  }
}
