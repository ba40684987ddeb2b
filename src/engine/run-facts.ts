import { noticesOfSettings } from '../settings/notices.ts';
import type { Settings } from '../settings/settings.ts';
import type { RunFacts } from './evidence/evidence.ts';
import { whoTellsOfPath } from './path-doubt.ts';
import { settingsAsUsed, sharedFacts } from './run-environment.ts';

/** What the report shows of the run itself, redacted. */
export function factsOf(settings: Settings): RunFacts {
  const { embedded, doubt } = sharedFacts();
  return {
    seed: settings.run.seed,
    baseUrl: settings.baseUrl ?? '',
    embedded,
    settings: settingsAsUsed(settings),
    notices: [
      ...(doubt === undefined ? [] : [`${doubt} ${whoTellsOfPath()}`]),
      ...(embedded ? [] : noticesOfSettings(settings, process.env)),
    ],
  };
}
