import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** The mutation run: one test a fault, and one a bundle or pair of variants. */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  // A fault spends half of its time waiting for windows to pass.
  workers: 3 * availableParallelism(),
  timeout: 300_000,
  // Only ends a run that hangs: a busy machine needs twice the usual time.
  globalTimeout: 30 * 60_000,
  projects: [
    // As many as cores, since a bundle reckons and hardly waits: ten took 45 s of processor time with one worker, 69 s with five.
    { name: 'variants', testMatch: '**/variants.mutation.ts', workers: availableParallelism() },
    { name: 'faults', testMatch: ['**/environments.mutation.ts', '**/faults.mutation.ts'] },
  ],
  outputDir: '../test-results/mutation',
  preserveOutput: 'never',
  reporter: [['./report/reporter.ts']],
});
