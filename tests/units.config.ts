import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** The tests of the suite itself; the suite's own configuration is `playwright.config.ts`. */
export default defineConfig({
  testDir: '.',
  testIgnore: '**/conformance/**',
  fullyParallel: true,
  // Half of two cores would be one; many tests wait for servers and processes anyway.
  workers: Math.max(2, Math.floor(availableParallelism() / 2)),
  outputDir: '../test-results',
  reporter: process.env.CI ? [['dot']] : [['line']],
});
