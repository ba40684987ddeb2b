import { pauseBefore, pollUntil, WaitPolicy } from '../../../src/client/time.ts';
import { type EventStory, type EventTracker, firstRead, track } from '../../../src/client/tracked-event.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';

/** Tracks events at a target that shows each after so many milliseconds, and answers as if it did not know it for so long from the first time its id is asked. */
function trackerOf(showsAfterMs: number, readableAfterMs = 0, unknown = 404): EventTracker {
  let firstAskedAt: number | null = null;
  const tracked = new Map<string, number>();
  let names = 0;
  const send = async (endpoint: string) => {
    const now = Date.now();
    if (endpoint === 'getEvent') firstAskedAt ??= now;
    const status = now - (firstAskedAt ?? 0) < readableAfterMs ? unknown : 200;
    return { ...exchange({ status, body: { id: 'event' }, durationMs: 0 }), startedAt: now };
  };
  return {
    settings: readSettings({ CES_BASE_URL: 'http://127.0.0.1:9', CES_USERNAME: 'user', CES_PASSWORD: 'secret' }),
    client: { send, environment: { isCached: false, absence: { backAt: Number.NEGATIVE_INFINITY } } } as unknown as EventTracker['client'],
    findEvent: async (marker) => {
      const shown = tracked.get(marker) ?? Date.now() + showsAfterMs;
      tracked.set(marker, shown);
      return Date.now() >= shown ? 'event' : null;
    },
    unique: () => `marker-${names++}`,
    businessId: async () => 'business',
    patience: { judged: new WaitPolicy(), needed: new WaitPolicy(), resolved: new WaitPolicy(), late: null },
  };
}

test('pauses grow, move, and have bounds', () => {
  const pauses = Array.from({ length: 2000 }, (_, attempt) => pauseBefore(attempt));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(2000);
  expect(pauses[0]).toBeLessThanOrEqual(20);
  for (const pause of pauses.slice(12)) expect(pause >= 200).toBe(true);
  expect(new Set(pauses.slice(12, 40).map(Math.round)).size).toBeGreaterThan(20);
});

test('pauses are the same in every run', () => expect([0, 1, 2].map((attempt) => Math.round(pauseBefore(attempt)))).toEqual([20, 52, 63]));

for (const answer of [0, '', false])
  test(`${JSON.stringify(answer)} is an answer`, async () => {
    expect(await pollUntil<unknown>(Date.now() + 5000, async () => answer)).toBe(answer);
  });

for (const [title, until] of [
  ['asks once at least, and no more when the time is over', () => 0],
  ['does not begin a wait that ends beyond the deadline', () => Date.now() + pauseBefore(0) / 2],
] as const)
  test(title, async () => {
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return null;
    };
    expect(await pollUntil(until(), ask)).toBeNull();
    expect(asked).toBe(1);
  });

test('after two disappointments, what is waited for gets a second, and never more than its limit', () => {
  const patience = new WaitPolicy();
  expect(patience.wait(5000, 10_000).until).toBe(15_000);
  patience.disappointed();
  expect(patience.wait(5000, 10_000).until).toBe(15_000);
  patience.disappointed();
  expect(patience.wait(5000, 10_000).until).toBe(6000);
  expect(patience.wait(5000, 300).until).toBe(5300);
});

test('a slow target gets twice the time of the slowest that came', () => {
  const patience = new WaitPolicy();
  patience.came(3000);
  patience.came(200);
  patience.disappointed();
  patience.disappointed();
  expect(patience.wait(5000, 10_000)).toEqual({ until: 11_000, isGuess: false });
  expect(patience.wait(5000, 4000)).toEqual({ until: 9000, isGuess: false });
});

test('a wait that was cut short proves nothing while none ever came', () => {
  const patience = new WaitPolicy();
  patience.disappointed();
  expect(patience.wait(5000, 10_000).isGuess).toBe(false);
  patience.disappointed();
  expect(patience.wait(5000, 10_000).isGuess).toBe(true);
  expect(patience.wait(5000, 1000).isGuess).toBe(false);
  patience.came(40);
  expect(patience.wait(5000, 10_000).isGuess).toBe(false);
});

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

test('an event that an outage may have lost proves nothing', async () => {
  const tracker = trackerOf(NEVER);
  tracker.client.environment.absence.backAt = Date.now() + 60_000;
  await expect(follow(tracker, 'judged', 50)).rejects.toThrow('the target was away after it was tracked');
});

for (const unknown of [404, 302])
  test(`an event that was found late is read for as long as one that came early: ${unknown}`, async () => {
    const { id, reads } = await follow(trackerOf(400, 250, unknown), 'judged', 700);
    expect(id).toBe('event');
    expect(reads.at(0)?.exchange.answer?.status).toBe(unknown);
    expect(reads.at(-1)?.exchange.answer?.status).toBe(200);
  });

/** Where no setting says how long to look, it takes this long, and once so much longer. */
const impatient = (tracker: EventTracker): EventTracker => {
  const { tracking, run, ...settings } = tracker.settings;
  const patient = { ...run, maxRequests: null };
  return { ...tracker, settings: { ...settings, run: patient, tracking: { ...tracking, findTimeoutMs: 50, resolutionTimeoutMs: 2000 } } };
};

test('where one event is found late, the others are looked for as long', async () => {
  const tracker = impatient(trackerOf(400));
  const stories = await Promise.all([1, 2, 3].map(() => follow(tracker, 'judged', 50)));
  expect(stories.map(({ id }) => id)).toEqual(['event', 'event', 'event']);
});

test('where one is not found late either, no other is looked for as long', async () => {
  const tracker = impatient(trackerOf(NEVER));
  tracker.patience.late = Promise.resolve(null);
  let asked = 0;
  const counting = async () => {
    asked += 1;
    return null;
  };
  expect((await follow({ ...tracker, findEvent: counting }, 'judged', 50)).id).toBeNull();
  expect(asked).toBeLessThan(4);
});

test('an event that is tracked again has a marker of its own', async () => {
  const markers = ['first', 'second'];
  const tracker = { ...trackerOf(0), unique: () => markers.shift() ?? '' };
  const { body } = await track(tracker, { a: 1 });
  expect((await track(tracker, body.data)).body.data).toEqual({ conformance_marker: 'second', a: 1 });
});
