import { join, resolve } from 'node:path';
import type { PlaywrightTestConfig } from '@playwright/test';
import { beginEmbeddedService } from './src/engine/embedded.ts';
import { declareOwnRun } from './src/engine/playwright/own-run.ts';
import { partMetadata, shardOf } from './src/engine/playwright/parts.ts';
import { ownRunnerArguments } from './src/engine/playwright/runner-arguments.ts';
import { prepareEnvironment } from './src/engine/run-environment.ts';
import { moduleFile } from './src/installation/installation.ts';

const settings = prepareEnvironment();
const { run } = settings;
const runner = ownRunnerArguments();
const shard = shardOf(runner?.options.shard);
// Playwright takes relative paths from this file's folder, which is not the user's where this is an installed package.
const reportDir = resolve(run.reportDir);

const isRun = runner !== null && !['ui', 'uiHost', 'uiPort', 'list'].some((option) => option in runner.options);
if (isRun && settings.baseUrl === null) beginEmbeddedService();
// Another reporter, or a window, would take a failure that was declared as expected for a pass.
declareOwnRun(isRun && !('reporter' in runner.options));

export default {
  testDir: 'tests',
  globalSetup: moduleFile('src/engine/playwright/global-setup'),
  // All requests of a run leave one process, in which the scenarios play side by side: limits are plain values there.
  workers: 1,
  // A test waits for its scenario, which may come late in the run's own order. The run ends by CES_MAX_MINUTES.
  timeout: 0,
  outputDir: join(reportDir, 'playwright-output'),
  preserveOutput: 'never',
  metadata: partMetadata(settings, runner),
  reporter:
    'list' in (runner?.options ?? {})
      ? 'list'
      : [
          [moduleFile('src/report/reporter')],
          ['html', { outputFolder: join(reportDir, 'playwright'), open: 'never' }],
          // By file and not by folder, which Playwright would empty: shards may run one after the other on one machine.
          ...(shard === null
            ? []
            : [['blob', { outputFile: join(reportDir, 'blob', `shard-${shard.current}-of-${shard.total}.zip`) }] as [string, unknown]]),
        ],
} satisfies PlaywrightTestConfig;
