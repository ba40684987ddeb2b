import type { Call } from '../../../src/client/call.ts';
import { WaitPolicy } from '../../../src/client/time.ts';
import type { EventTracker } from '../../../src/client/tracked-event.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { exchange } from '../checks/exchanges.ts';

/** How a client reads events, and whether it goes past a cache. */
interface Reading {
  readonly isCached: boolean;
  foundCache(): void;
  read(call: Call): Exchange;
}

/** Tracks events at a target that shows each after so many milliseconds, and answers 404 for so long from the first time its id is asked. */
export function trackerOf(showsAfterMs: number, readableAfterMs = 0, client: Partial<Reading> = {}): EventTracker {
  let firstAskedAt: number | null = null;
  const tracked = new Map<string, number>();
  let names = 0;
  const now = () => ({ ...exchange({ body: { id: 'event' }, durationMs: 0 }), startedAt: Date.now() });
  return {
    settings: readSettings({ CES_BASE_URL: 'http://127.0.0.1:9', CES_USERNAME: 'user', CES_PASSWORD: 'secret' }),
    client: Object.defineProperties(
      {},
      {
        ...Object.getOwnPropertyDescriptors(client),
        send: {
          value: async (endpoint: string, call: Call) => {
            if (endpoint !== 'getEvent') return now();
            if (client.read) return { ...client.read(call), startedAt: Date.now() };
            firstAskedAt ??= Date.now();
            return Date.now() - firstAskedAt < readableAfterMs ? { ...exchange({ status: 404 }), startedAt: Date.now() } : now();
          },
        },
      },
    ) as unknown as EventTracker['client'],
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
