import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { prepareEnvironment } from './src/target/run-environment.ts';

const { run } = prepareEnvironment();

export default defineConfig({
  testDir: 'tests/conformance',
  globalSetup: './tests/conformance/global-setup.ts',
  // A ceiling on requests binds the whole run: one worker keeps it exactly, and the ceiling, not the machine, sets the pace.
  workers: run.maxRps === null ? Math.min(4, Math.max(2, availableParallelism())) : 1,
  // Checks bound their own work; this only ends one that the suite itself has lost.
  timeout: 5 * 60_000,
  outputDir: join(run.reportDir, 'playwright-output'),
  preserveOutput: 'never',
  reporter: [['./src/report/reporter.ts'], ['html', { outputFolder: join(run.reportDir, 'playwright'), open: 'never' }]],
});
