import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** Twice as many as cores: a bundle of variants waits for half of its time, for what comes some seconds later. */
const workers = 2 * availableParallelism();

/** The mutation run: one test a fault, and one a bundle of variants. */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 1.5 * workers,
  timeout: 300_000,
  // Times and loads differ on a busy machine. What comes right only when played again is named.
  retries: process.env.CI ? 2 : 1,
  // Only ends a run that hangs: a busy machine needs twice the usual time.
  globalTimeout: 30 * 60_000,
  projects: [
    { name: 'faults and variants', testMatch: ['**/faults.mutation.ts', '**/variants.mutation.ts'], workers },
    // They wait for most of their time.
    { name: 'environments', testMatch: '**/environments.mutation.ts', workers: workers / 2 },
  ],
  outputDir: '../test-results/mutation',
  preserveOutput: 'never',
  reporter: [['./report/reporter.ts']],
});
