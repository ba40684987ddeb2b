import { defineConfig } from '@playwright/test';

/** The bench: one test a fault, and one a variant. Told apart from the tests of `self-tests.config.ts` by the end of their files' names. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.mutation.ts',
  fullyParallel: true,
  // One more than the two cores it is meant for: a fault spends much of its time waiting for windows to pass.
  workers: 3,
  timeout: 60_000,
  globalTimeout: 10 * 60_000,
  outputDir: '../test-results/mutation',
  preserveOutput: 'never',
  reporter: [['./report/reporter.ts']],
});
