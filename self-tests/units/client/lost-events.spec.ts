import { WaitPolicy } from '../../../src/client/time.ts';
import { type EventStory, type EventTracker, firstRead, track } from '../../../src/client/tracked-event.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';

/** Tracks events at a target that shows each after so many milliseconds, and answers 404 for so long from the first time its id is asked. */
function trackerOf(showsAfterMs: number, readableAfterMs = 0): EventTracker {
  let firstAskedAt: number | null = null;
  const tracked = new Map<string, number>();
  let names = 0;
  const now = () => ({ ...exchange({ body: { id: 'event' }, durationMs: 0 }), startedAt: Date.now() });
  return {
    settings: readSettings({ CES_BASE_URL: 'http://127.0.0.1:9', CES_USERNAME: 'user', CES_PASSWORD: 'secret' }),
    client: {
      send: async (endpoint: string) => {
        if (endpoint !== 'getEvent') return now();
        firstAskedAt ??= Date.now();
        return Date.now() - firstAskedAt < readableAfterMs ? { ...exchange({ status: 404 }), startedAt: Date.now() } : now();
      },
    } as unknown as EventTracker['client'],
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

async function follow(tracker: EventTracker, purpose: 'judged' | 'needed', limitMs: number): Promise<EventStory> {
  const tracked = await track(tracker, {});
  return firstRead(tracker, tracked, tracked.exchange.startedAt + limitMs, purpose);
}

const NEVER = Number.POSITIVE_INFINITY;

test('where none ever came, an event that was waited for only a little is left open: the target may be slow', async () => {
  const tracker = trackerOf(NEVER);
  for (let lost = 0; lost < 2; lost += 1) expect((await follow(tracker, 'judged', 50)).id).toBeNull();
  await expect(follow(tracker, 'judged', 9000)).rejects.toThrow('No earlier event was found within 9000 ms');
});

test('losses that nobody reported take no time from an event whose loss is reported', async () => {
  const tracker = trackerOf(1300);
  for (let lost = 0; lost < 2; lost += 1) expect((await follow(tracker, 'needed', 50)).id).toBeNull();
  expect((await follow(tracker, 'judged', 20_000)).id).toBe('event');
});

test('once an event came, one that does not come in twice its time is lost', async () => {
  const tracker = trackerOf(NEVER);
  tracker.patience.judged.came(40);
  for (let lost = 0; lost < 2; lost += 1) expect((await follow(tracker, 'judged', 50)).id).toBeNull();
  expect((await follow(tracker, 'judged', 9000)).id).toBeNull();
});

test('an event that was found late is read for as long as one that came early', async () => {
  const { id, reads } = await follow(trackerOf(400, 250), 'judged', 700);
  expect(id).toBe('event');
  expect(reads.at(0)?.exchange.answer?.status).toBe(404);
  expect(reads.at(-1)?.exchange.answer?.status).toBe(200);
});
