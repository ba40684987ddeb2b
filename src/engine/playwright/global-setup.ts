import type { FullConfig } from '@playwright/test';
import { readSettings } from '../../settings/settings.ts';
import { EMBEDDED_NOTICE, startEmbeddedService } from '../embedded.ts';
import { adoptEmbedded } from '../run-environment.ts';
import { ownRunnerArguments, replacedReporter } from './runner-arguments.ts';

const NO_REPORTER =
  'This run gives no verdict, no report and no exit code of its own: --reporter takes the place of the suite’s reporter. --add-reporter leaves it in place.';

/** Runs once, before the worker: starts the embedded service if no other target is named. */
export default async function globalSetup(config: FullConfig): Promise<() => Promise<void>> {
  // Whatever --workers says: each worker would play the whole run. Playwright reads the number when the tests begin.
  config.workers = 1;
  const runner = ownRunnerArguments();
  if (runner !== null && replacedReporter(runner) !== null) process.stderr.write(`${NO_REPORTER}\n`);
  const embedded = readSettings(process.env).baseUrl === null ? await startEmbeddedService() : null;
  if (embedded) {
    adoptEmbedded(embedded.variables);
    process.stdout.write(`${EMBEDDED_NOTICE}\n`);
  }
  return async () => embedded?.stop();
}
