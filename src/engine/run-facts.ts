import { noticesOfSettings } from '../settings/notices.ts';
import type { Settings } from '../settings/settings.ts';
import type { RunFacts } from './evidence/evidence.ts';
import { whoTellsOfPath } from './path-doubt.ts';
import { settingsAsUsed, sharedFacts } from './run-environment.ts';

/**
 * What the report shows of the run itself, redacted.
 * @param doubt why the path of the base URL may be wrong; null where nothing says so
 */
export function factsOf(settings: Settings, doubt: string | null = null): RunFacts {
  const { embedded } = sharedFacts();
  return {
    seed: settings.run.seed,
    baseUrl: settings.baseUrl ?? '',
    embedded,
    settings: settingsAsUsed(settings),
    notices: [...(doubt === null ? [] : [`${doubt} ${whoTellsOfPath()}`]), ...(embedded ? [] : noticesOfSettings(settings, process.env))],
  };
}
