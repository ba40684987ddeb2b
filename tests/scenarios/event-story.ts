import { UNKNOWN_MARKER } from '../../src/checks/doubted-settings.ts';
import { type Finding, foundIn, show } from '../../src/checks/finding.ts';
import type { AnsweredRecord } from '../../src/checks/identity.ts';
import { differences } from '../../src/checks/json-equality.ts';
import type { Implementation } from '../../src/client/implementation.ts';
import { type EventStory, endOf, firstRead, type TrackedEvent, track } from '../../src/client/tracked-event.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { isSuccess, outcome } from '../../src/http/outcome.ts';
import { NotAssessed } from '../../src/settings/not-assessed.ts';
import { MARKER_MEMBER } from '../../src/settings/parsing/event-data.ts';

/**
 * Tracks an event, and reads it once it can be found.
 * @throws NotAssessed where the event is not accepted
 */
export async function trackAndRead(
  implementation: Implementation,
  data: Readonly<Record<string, unknown>>,
  purpose?: 'judged',
): Promise<EventStory> {
  const tracked = await track(implementation, data);
  if (!isSuccess(tracked.exchange))
    throw new NotAssessed(
      `The event was not accepted: ${outcome(tracked.exchange)}`,
      implementation.settings.tracking.eventIsDefault ? ['CES_TRACK_EVENT'] : [],
    );
  return storyOf(implementation, tracked, purpose);
}

/** Tracks an event whose data is this JSON text with a marker added. */
export async function trackText(implementation: Implementation, data: string, name?: string): Promise<TrackedEvent> {
  const business = await implementation.businessId();
  const marker = implementation.unique();
  const event = name ?? implementation.settings.tracking.event;
  const marked = data.replace('{', `{"${MARKER_MEMBER}":${JSON.stringify(marker)},`);
  const rawBody = `{"event":${JSON.stringify(event)},"data":${marked}}`;
  const exchange = await implementation.client.send('trackEvent', { id: business, rawBody });
  return { business, marker, body: { event, data: {} }, exchange };
}

/** Reads a tracked event once it can be found within the resolution time. */
export function storyOf(implementation: Implementation, tracked: TrackedEvent, purpose?: 'judged'): Promise<EventStory> {
  return firstRead(implementation, tracked, endOf(tracked.exchange) + implementation.settings.tracking.findTimeoutMs, purpose);
}

/** What is wrong with an event that was acknowledged and cannot be read: at its last read, or at its tracking where nobody finds it. */
export function unreadable({ id, reads, tracked }: EventStory): Finding[] {
  const last = reads.at(-1);
  if (last?.event) return [];
  const actual =
    id === null ? `${UNKNOWN_MARKER} ${show(tracked.marker)}` : `${last ? outcome(last.exchange) : 'nothing'} under the id ${show(id)}`;
  return foundIn(last?.exchange ?? tracked.exchange, [{ expected: 'the event at endpoint 1', actual }]);
}

/** The event as the last read shows it, with that read; null where it shows none. */
export function lastRead({ reads }: EventStory): AnsweredRecord | null {
  const last = reads.at(-1);
  return last?.event ? { record: last.event, exchange: last.exchange } : null;
}

/** Where the last read shows something else in a member than was tracked; null where it shows no event. */
export function changesIn(story: EventStory, member: 'name' | 'extra'): Finding[] | null {
  const read = lastRead(story);
  const { event, data } = story.tracked.body;
  return read && foundIn(read.exchange, differences(member === 'name' ? event : data, read.record[member], `/${member}`));
}

/** The acknowledgement and the last read. */
export function exchangesOf({ tracked, reads }: EventStory): Exchange[] {
  return [tracked.exchange, ...reads.slice(-1).map(({ exchange }) => exchange)];
}
