import { WaitPolicy } from '../../../src/client/time.ts';
import type { EventTracker } from '../../../src/client/tracked-event.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { exchange } from '../checks/exchanges.ts';

/** Tracks events at a target that shows each after so many milliseconds, and answers 404 for so long from the first time its id is asked. */
export function trackerOf(showsAfterMs: number, readableAfterMs = 0): EventTracker {
  let firstAskedAt: number | null = null;
  const tracked = new Map<string, number>();
  let names = 0;
  const send = async (endpoint: string) => {
    const now = Date.now();
    if (endpoint === 'getEvent') firstAskedAt ??= now;
    const status = now - (firstAskedAt ?? 0) < readableAfterMs ? 404 : 200;
    return { ...exchange({ status, body: { id: 'event' }, durationMs: 0 }), startedAt: now };
  };
  return {
    settings: readSettings({ CES_BASE_URL: 'http://127.0.0.1:9', CES_USERNAME: 'user', CES_PASSWORD: 'secret' }),
    client: { send, environment: { isCached: false } } as unknown as EventTracker['client'],
    findEvent: async (marker) => {
      const shown = tracked.get(marker) ?? Date.now() + showsAfterMs;
      tracked.set(marker, shown);
      return Date.now() >= shown ? 'event' : null;
    },
    unique: () => `marker-${names++}`,
    businessId: async () => 'business',
    patience: { judged: new WaitPolicy(), needed: new WaitPolicy(), resolved: new WaitPolicy() },
  };
}
