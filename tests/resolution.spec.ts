import { elapsedFindings, tellingDistance } from '../src/checks/elapsed.ts';
import { type Finding, foundIn, show } from '../src/checks/finding.ts';
import { differences } from '../src/checks/json-equality.ts';
import { firstCustomer, lostCustomer } from '../src/checks/resolution.ts';
import { withInstants } from '../src/checks/stability.ts';
import { type EventRead, type EventStory, endOf } from '../src/client/tracked-event.ts';
import { covers, scenario, test } from '../src/engine/playwright/test.ts';
import { NotAssessed } from '../src/settings/not-assessed.ts';
import { parseIso8601 } from '../src/specification/iso8601.ts';
import { exchangesOf, trackAndRead } from './scenarios/event-story.ts';
import { followedEvents, readable } from './scenarios/followed-events.ts';
import { matchingEvent } from './scenarios/matching-event.ts';
import { matchStaysInItsBusiness } from './scenarios/other-records/events-of-another-business.ts';

// First in this file, so that its event is followed beside those of the next tests.
test('an event resolves to no customer of another business', ...matchStaysInItsBusiness());

test(
  'an event that matches a customer is resolved to that customer, and stays so',
  covers('getEvent', ['event.match-is-resolved', 'event.customer-is-the-match', 'event.stays-resolved'], {
    observes: ['events.visible-after', 'events.resolved-after'],
  }),
  scenario(async (context) => {
    const { implementation, check, notAssessed, observe } = context;
    const { customer } = matchingEvent(implementation);
    const { matched } = await followedEvents(context);
    const story = readable(matched);
    const exchanges = exchangesOf(story);
    const first = firstCustomer(story.reads);
    observe({ 'events.visible-after': story.reads[0]?.atMs ?? null });
    if (first === null) {
      const expected = `${show(customer)} within ${implementation.settings.tracking.resolutionTimeoutMs} ms`;
      const last = story.reads.at(-1);
      const actual = `still ${show(last?.event?.customer)} after ${story.reads.length} reads`;
      const unresolved = foundIn(last?.exchange ?? story.tracked.exchange, [{ pointer: '/customer', expected, actual }]);
      check({ 'event.match-is-resolved': unresolved }, ...exchanges);
      throw new NotAssessed('The event was not resolved');
    }
    observe({ 'events.resolved-after': first.atMs });
    const mistaken = foundIn(first.exchange, customerFindings(customer, first.customer));
    check({ 'event.match-is-resolved': [], 'event.customer-is-the-match': mistaken }, ...exchanges);
    if (!story.reads.some(({ atMs }) => atMs > first.atMs))
      return notAssessed('event.stays-resolved', 'The window was too short for a further read', ['CES_UNMATCHED_WINDOW_MS']);
    const lost = lostCustomer(story.reads);
    if (lost === null) return check({ 'event.stays-resolved': [] }, ...exchanges);
    const actual = `${show(lost.event?.customer)}, ${lost.atMs} ms after it was tracked`;
    const finding = { pointer: '/customer', expected: `still ${show(first.customer)}`, actual };
    check({ 'event.stays-resolved': foundIn(lost.exchange, [finding]) }, first.exchange, lost.exchange);
  }),
);

function customerFindings(expected: string, actual: string): Finding[] {
  return actual === expected ? [] : [{ pointer: '/customer', expected: show(expected), actual: show(actual) }];
}

test(
  'an event that matches nobody stays without a customer',
  covers('getEvent', 'event.unmatched-stays-null'),
  scenario(async (context) => {
    const { unmatched } = await followedEvents(context);
    const story = readable(unmatched);
    const first = firstCustomer(story.reads);
    const actual = first && `${show(first.customer)}, ${first.atMs} ms after it was tracked`;
    const given = first && actual !== null ? foundIn(first.exchange, [{ pointer: '/customer', expected: 'null', actual }]) : [];
    context.check({ 'event.unmatched-stays-null': given }, ...exchangesOf(story));
  }),
);

test(
  "an event's own fields never change",
  covers('getEvent', 'event.own-fields-never-change'),
  scenario(async (context) => {
    const { matched, unmatched } = await followedEvents(context);
    const stories = [matched, unmatched].filter((story) => story !== null).filter(isReadTwice);
    if (stories.length === 0) throw new NotAssessed('No tracked event could be read twice');
    const firstAndLast = stories.flatMap(({ reads }) => [...reads.slice(0, 1), ...reads.slice(-1)]);
    context.check({ 'event.own-fields-never-change': stories.flatMap(changedFields) }, ...firstAndLast.map(({ exchange }) => exchange));
  }),
);

function isReadTwice({ reads }: EventStory): boolean {
  return reads.filter(({ event }) => event !== null).length > 1;
}

/** The differences of the first later read that differs from the first one. */
function changedFields({ reads }: EventStory): Finding[] {
  const [first, ...later] = reads.flatMap(({ event, exchange }) => (event ? [{ fields: ownFields(event), exchange }] : []));
  const changed = later.map(({ fields, exchange }) => foundIn(exchange, differences(first?.fields, fields)));
  return changed.find((found) => found.length > 0) ?? [];
}

function ownFields({ id, name, extra, created_at }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return withInstants('event', { id, name, extra, created_at });
}

test(
  "an event's creation time is the time of tracking",
  covers('getEvent', 'event.created-at-is-tracking-time'),
  scenario(async (context) => {
    const { unmatched } = await followedEvents(context);
    const earlier = readable(unmatched);
    await untilTelling(firstEvent(earlier)?.event?.created_at, endOf(earlier.tracked.exchange));
    const later = readable(await trackAndRead(context.implementation, {}));
    const elapsed = endOf(later.tracked.exchange) - endOf(earlier.tracked.exchange);
    const [first, second] = [firstEvent(earlier), firstEvent(later)];
    const findings = elapsedFindings(first?.event?.created_at, second?.event?.created_at, elapsed);
    const broken = second ? foundIn(second.exchange, findings) : findings;
    context.check({ 'event.created-at-is-tracking-time': broken }, ...exchangesOf(earlier), ...exchangesOf(later));
  }),
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

function firstEvent({ reads }: EventStory): EventRead | undefined {
  return reads.find(({ event }) => event !== null);
}
