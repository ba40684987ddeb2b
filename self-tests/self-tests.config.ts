import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** Start processes or browsers. */
const PROCESSES = /self-tests\/(browser|runs)\/[^/]+\.spec\.ts$/;

/** The tests of the suite itself; the suite's own configuration is `playwright.config.ts`. */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  // Ends what hangs; says nothing of speed. A run as a process takes many times as long on a busy machine.
  timeout: 120_000,
  // Many tests wait for servers and processes.
  workers: 2 * availableParallelism(),
  // Golden files: what is printed is the same on each platform.
  snapshotPathTemplate: '{testDir}/report/golden/{arg}{ext}',
  outputDir: '../test-results',
  projects: [
    // Start no process and no browser.
    { name: 'fast', testIgnore: PROCESSES },
    { name: 'quick', testMatch: PROCESSES, grep: /@quick/ },
    { name: 'rest', testMatch: PROCESSES, grepInvert: /@quick/ },
  ],
  reporter: process.env.CI ? [['dot']] : [['line']],
});
