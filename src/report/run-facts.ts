import { noticesOfSettings } from '../target/notices.ts';
import { settingsAsUsed, sharedFacts } from '../target/run-environment.ts';
import type { Settings } from '../target/settings.ts';
import type { RunFacts } from './evidence.ts';

/** What the report says of the run itself, redacted. */
export function factsOf(settings: Settings): RunFacts {
  const { embedded } = sharedFacts();
  return {
    seed: settings.run.seed,
    baseUrl: settings.baseUrl ?? '',
    embedded,
    settings: settingsAsUsed(settings),
    notices: embedded ? [] : noticesOfSettings(settings, process.env),
  };
}
