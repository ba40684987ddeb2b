import { elapsedFindings, tellingDistance } from '../src/checks/elapsed.ts';
import { show } from '../src/checks/finding.ts';
import { differences } from '../src/checks/json-equality.ts';
import { firstCustomer, lostCustomer } from '../src/checks/resolution.ts';
import { withInstants } from '../src/checks/stability.ts';
import type { Implementation } from '../src/client/implementation.ts';
import { type EventStory, endOf, follow, track } from '../src/client/tracked-event.ts';
import { conformance } from '../src/engine/playwright/test.ts';
import type { Session } from '../src/engine/session.ts';
import type { Timeline } from '../src/result/result.ts';
import { NotAssessed } from '../src/settings/not-assessed.ts';
import { parseIso8601 } from '../src/specification/iso8601.ts';
import { exchangesOf, trackAndRead, unreadable } from './scenarios/event-story.ts';
import { matchingEvent } from './scenarios/matching-event.ts';

const matching = {
  endpoint: 1,
  requirements: ['event.match-is-resolved', 'event.customer-is-the-match', 'event.stays-resolved'],
  observes: ['events.visible-after', 'events.resolved-after'],
};

conformance('an event that matches a customer', matching, async ({ implementation, session, check, record, observe }) => {
  const { customer } = matchingEvent(implementation);
  const { matched } = await followed(implementation, session);
  const story = readable(matched);
  const exchanges = exchangesOf(story);
  const first = firstCustomer(story.reads);
  observe('events.visible-after', story.reads[0]?.atMs ?? null);
  if (first === null) {
    const limit = implementation.settings.tracking.resolutionTimeoutMs;
    check(
      'event.match-is-resolved',
      [
        {
          pointer: '/customer',
          expected: `${show(customer)} within ${limit} ms`,
          actual: `still ${show(story.reads.at(-1)?.event?.customer)} after ${story.reads.length} reads`,
        },
      ],
      ...exchanges,
    );
    throw new NotAssessed('The event was not resolved');
  }
  observe('events.resolved-after', first.atMs);
  check('event.match-is-resolved', [], ...exchanges);
  check(
    'event.customer-is-the-match',
    first.customer === customer ? [] : [{ pointer: '/customer', expected: show(customer), actual: show(first.customer) }],
    ...exchanges,
  );
  const lost = lostCustomer(story.reads);
  if (story.reads.filter(({ atMs }) => atMs > first.atMs).length === 0)
    record.notAssessed('event.stays-resolved', 'The window was too short for a further read', ['CES_UNMATCHED_WINDOW_MS']);
  else
    check(
      'event.stays-resolved',
      lost === null
        ? []
        : [
            {
              pointer: '/customer',
              expected: `still ${show(first.customer)}`,
              actual: `${show(lost.event?.customer)}, ${lost.atMs} ms after it was tracked`,
            },
          ],
      ...(lost ? [lost.exchange] : exchanges),
    );
});

conformance(
  'an event that matches nobody',
  { endpoint: 1, requirements: ['event.unmatched-stays-null'] },
  async ({ implementation, session, check }) => {
    const { unmatched } = await followed(implementation, session);
    const story = readable(unmatched);
    const first = firstCustomer(story.reads);
    check(
      'event.unmatched-stays-null',
      first === null
        ? []
        : [{ pointer: '/customer', expected: 'null', actual: `${show(first.customer)}, ${first.atMs} ms after it was tracked` }],
      ...exchangesOf(story),
    );
  },
);

conformance(
  'what never changes',
  { endpoint: 1, requirements: ['event.own-fields-never-change'] },
  async ({ implementation, session, check }) => {
    const { matched, unmatched } = await followed(implementation, session);
    const stories = [matched, unmatched].filter(
      (story) => story !== null && story.reads.filter(({ event }) => event !== null).length > 1,
    ) as EventStory[];
    if (stories.length === 0) throw new NotAssessed('No tracked event could be read twice');
    const findings = stories.flatMap(({ reads }) => {
      const [first, ...later] = reads.flatMap(({ event }) => (event ? [ownFields(event)] : []));
      return later.map((event) => differences(first, event)).find((difference) => difference.length > 0) ?? [];
    });
    check(
      'event.own-fields-never-change',
      findings,
      ...stories.flatMap(({ reads }) =>
        reads
          .slice(0, 1)
          .concat(reads.slice(-1))
          .map(({ exchange }) => exchange),
      ),
    );
  },
);

conformance(
  'the time of tracking',
  { endpoint: 1, requirements: ['event.created-at-is-tracking-time'] },
  async ({ implementation, session, check }) => {
    const { unmatched } = await followed(implementation, session);
    const earlier = readable(unmatched);
    await untilTelling(createdAt(earlier), endOf(earlier.tracked.exchange));
    const later = readable(await trackAndRead(implementation, {}));
    const findings = elapsedFindings(createdAt(earlier), createdAt(later), endOf(later.tracked.exchange) - endOf(earlier.tracked.exchange));
    check('event.created-at-is-tracking-time', findings, ...exchangesOf(earlier), ...exchangesOf(later));
  },
);

/** Times in whole seconds say something only of events some seconds apart; coarser ones are not worth the wait. */
const LONGEST_WAIT_MS = 4000;
/** Timers may fire a millisecond before their time. */
const EARLY_TIMER_MS = 5;

async function untilTelling(createdAtText: unknown, trackedAt: number): Promise<void> {
  const precision = typeof createdAtText === 'string' ? parseIso8601(createdAtText)?.precisionMs : undefined;
  const missing = precision === undefined ? 0 : trackedAt + tellingDistance(precision) + EARLY_TIMER_MS - Date.now();
  if (missing > 0 && missing <= LONGEST_WAIT_MS) await new Promise((resolve) => setTimeout(resolve, missing));
}

interface Followed {
  readonly matched: EventStory | null;
  readonly unmatched: EventStory;
}

/** Two events, tracked at the same time and followed side by side: one that matches a customer, where the settings say how, and one that matches nobody. */
function followed(implementation: Implementation, session: Session): Promise<Followed> {
  return implementation.once('followed events', async () => {
    const { fixtures, tracking } = implementation.settings;
    const matchingData = fixtures.businessId === null ? null : tracking.matchingData;
    const followOne = async (data: Readonly<Record<string, unknown>>, expectsCustomer: boolean) => {
      const story = await follow(implementation, await track(implementation, data), expectsCustomer);
      session.keep(timeline(expectsCustomer ? 'matches a customer' : 'matches nobody', story));
      return story;
    };
    const [unmatched, matched] = await Promise.all([
      followOne(tracking.unmatchedData, false),
      matchingData && followOne(matchingData, true),
    ]);
    return { matched, unmatched };
  });
}

function readable(story: EventStory | null): EventStory {
  if (story === null) throw new NotAssessed('No event was tracked');
  const [reason] = unreadable(story);
  if (reason) throw new NotAssessed(`The event could not be read: ${reason.actual}`);
  return story;
}

function ownFields({ id, name, extra, created_at }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return withInstants('event', { id, name, extra, created_at });
}

function createdAt({ reads }: EventStory): unknown {
  return reads.find(({ event }) => event !== null)?.event?.created_at;
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
