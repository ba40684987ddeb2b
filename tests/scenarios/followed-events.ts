import { firstCustomer } from '../../src/checks/resolution.ts';
import { type EventStory, follow, track } from '../../src/client/tracked-event.ts';
import type { Timeline } from '../../src/engine/evidence/evidence.ts';
import type { ScenarioContext } from '../../src/engine/scenario.ts';
import { NotAssessed } from '../../src/settings/not-assessed.ts';
import { unreadable } from './event-story.ts';

interface FollowedEvents {
  /** Matches a customer; null where the settings do not say how. */
  readonly matched: EventStory | null;
  /** Matches nobody. */
  readonly unmatched: EventStory;
}

/** Two events that are tracked at the same time and followed side by side. Every test looks at the same two. */
export function followedEvents({ implementation, session }: ScenarioContext): Promise<FollowedEvents> {
  return implementation.once('followed events', async () => {
    const { fixtures, tracking } = implementation.settings;
    const matchingData = fixtures.businessId === null ? null : tracking.matchingData;
    const followOne = async (data: Readonly<Record<string, unknown>>, expectsCustomer: boolean) => {
      const story = await follow(implementation, await track(implementation, data), expectsCustomer);
      session.measurements.timelines.push(timeline(expectsCustomer ? 'matches a customer' : 'matches nobody', story));
      return story;
    };
    const [unmatched, matched] = await Promise.all([
      followOne(tracking.unmatchedData, false),
      matchingData && followOne(matchingData, true),
    ]);
    return { matched, unmatched };
  });
}

/**
 * The story of an event that could be read.
 * @throws NotAssessed where it could not
 */
export function readable(story: EventStory | null): EventStory {
  if (story === null) throw new NotAssessed('No event was tracked');
  const [reason] = unreadable(story);
  if (reason) throw new NotAssessed(`The event could not be read: ${reason.actual}`);
  return story;
}

function timeline(title: string, { id, reads }: EventStory): Timeline {
  const resolved = firstCustomer(reads);
  return {
    title,
    outcome: id === null ? 'not-found' : resolved ? 'resolved' : 'stayed-null',
    visibleAfterMs: reads[0]?.atMs ?? null,
    resolvedAfterMs: resolved?.atMs ?? null,
    polls: reads.map(({ atMs, exchange, event }) => ({
      atMs,
      status: exchange.answer?.status ?? null,
      customer: typeof event?.customer === 'string' ? event.customer : null,
    })),
  };
}
