import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** The tests of the suite itself; the suite's own configuration is `playwright.config.ts`. */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  // Ends what hangs; says nothing of speed. A run as a process takes many times as long on a busy machine.
  timeout: 120_000,
  // One more than the two cores they are meant for: many tests wait for servers and processes.
  workers: Math.max(3, Math.floor(availableParallelism() / 2)),
  // Golden files: what is printed is the same on each platform.
  snapshotPathTemplate: '{testDir}/report/golden/{arg}{ext}',
  outputDir: '../test-results',
  reporter: process.env.CI ? [['dot']] : [['line']],
});
