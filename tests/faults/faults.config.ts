import { defineConfig } from '@playwright/test';

/** The bench: one test a fault, and one a variant. Told apart from the tests of `units.config.ts` by the end of their files' names. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.bench.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  globalTimeout: 10 * 60_000,
  outputDir: '../../test-results/faults',
  preserveOutput: 'never',
  reporter: [['./report/reporter.ts']],
});
