import { rmSync } from 'node:fs';
import type { FullConfig } from '@playwright/test';
import { preflight } from '../../client/preflight.ts';
import { readSettings } from '../../settings/settings.ts';
import { EMBEDDED_NOTICE, startEmbeddedService } from '../embedded.ts';
import { aboutToLeave } from '../expected-records.ts';
import { NoVerdict } from '../no-verdict.ts';
import { setUpProviderStates } from '../provider-states.ts';
import { adoptEmbedded, adoptPreflight, sharedDirectory } from '../run-environment.ts';
import { Session } from '../session.ts';
import { beginShared } from '../shared.ts';
import { unsoundAnswers } from '../unsound-answers.ts';
import { adoptParallelism, NEAR_LANES, parallelismFor } from './parallelism.ts';
import { isPartial, partsOf } from './parts.ts';
import { ownRunnerArguments, replacedReporter } from './runner-arguments.ts';

const NO_REPORTER =
  'This run gives no verdict, no report and no exit code of its own: --reporter takes the place of the suite’s reporter. --add-reporter leaves it in place.';

/** Runs once, before any worker: starts the embedded service if no other target is named, sets up fixtures, and runs the preflight. */
export default async function globalSetup(config: FullConfig): Promise<() => Promise<void>> {
  const { workers, metadata } = config;
  const isPart = isPartial(partsOf(metadata));
  const runner = ownRunnerArguments();
  if (runner !== null && replacedReporter(runner) !== null) process.stderr.write(`${NO_REPORTER}\n`);
  const { maxConnections, maxRps } = readSettings(process.env).run;
  if (maxConnections !== null && maxConnections < workers)
    throw new NoVerdict(
      `CES_MAX_CONNECTIONS is ${maxConnections}, too few for ${workers} workers: each needs one. Give --workers=${maxConnections}.`,
    );
  const embedded = readSettings(process.env).baseUrl === null ? await startEmbeddedService() : null;
  if (embedded) adoptEmbedded(embedded.variables);
  beginShared(readSettings(process.env));
  if (embedded) process.stdout.write(`${EMBEDDED_NOTICE}\n`);
  const tearDownStates = await setUpProviderStates();
  const cleanUp = async () => {
    await tearDownStates();
    rmSync(sharedDirectory(), { recursive: true, force: true });
    await embedded?.stop();
  };
  const session = Session.openForPreflight();
  try {
    const { obstacle, doubt, answers } = await preflight(session.implementation);
    if (obstacle !== null) throw new NoVerdict(session.redact(obstacle));
    adoptPreflight({
      unsound: unsoundAnswers(answers),
      doubt: doubt && session.redact(doubt),
      // Whether any test matches is known only when the reporter begins.
      leaving: embedded ? null : aboutToLeave(session.settings, { what: isPart ? 'This part of a run' : 'This run', isPart }),
    });
    const isFree = runner !== null && runner.options.workers === undefined && maxConnections === null && maxRps === null;
    if (isFree) {
      const near = { workers, lanes: NEAR_LANES };
      const chosen = embedded === null ? await parallelismFor(session.implementation, answers, workers) : near;
      // A shard has few files, and more workers would start for no more than one each.
      adoptParallelism(config, config.shard === null ? chosen : { ...chosen, workers });
    }
    session.handOver();
  } catch (error) {
    await cleanUp();
    throw error;
  } finally {
    await session.close();
  }
  return cleanUp;
}
