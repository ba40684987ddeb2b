import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** As many as cores: bundles of variants reckon and hardly wait, and faults are played side by side within a worker. */
const workers = availableParallelism();

/** The mutation run: one test a fault, and one a bundle or pair of variants. */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2 * workers,
  timeout: 300_000,
  // Only ends a run that hangs: a busy machine needs twice the usual time.
  globalTimeout: 30 * 60_000,
  projects: [
    { name: 'faults and variants', testMatch: ['**/faults.mutation.ts', '**/variants.mutation.ts'], workers },
    // They wait for most of their time.
    { name: 'environments', testMatch: '**/environments.mutation.ts', workers },
  ],
  outputDir: '../test-results/mutation',
  preserveOutput: 'never',
  reporter: [['./report/reporter.ts']],
});
