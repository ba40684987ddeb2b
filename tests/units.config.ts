import { defineConfig } from '@playwright/test';

/** The tests of the suite itself; the suite's own configuration is `playwright.config.ts`. */
export default defineConfig({
  testDir: '.',
  testIgnore: '**/conformance/**',
  fullyParallel: true,
  outputDir: '../test-results',
  reporter: process.env.CI ? [['dot']] : [['line']],
});
