import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { PlaywrightTestConfig } from '@playwright/test';
import { beginEmbeddedService } from './src/engine/embedded.ts';
import { declareOwnRun } from './src/engine/playwright/own-run.ts';
import { adoptedParallelism } from './src/engine/playwright/parallelism.ts';
import { partMetadata, shardOf } from './src/engine/playwright/parts.ts';
import { ownRunnerArguments } from './src/engine/playwright/runner-arguments.ts';
import { prepareEnvironment } from './src/engine/run-environment.ts';
import { moduleFile } from './src/installation/files.ts';

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
  // A ceiling on requests binds the whole run: one worker keeps it exactly, and the ceiling, not the machine, sets the pace.
  // Each worker needs a connection of its own.
  workers:
    adoptedParallelism()?.workers ?? (run.maxRps === null ? Math.min(4, Math.max(2, availableParallelism()), run.maxConnections ?? 4) : 1),
  // Checks bound their own work; this only ends one that the suite itself has lost.
  timeout: 5 * 60_000,
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
