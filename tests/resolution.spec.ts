import { timeFindings, type WrittenTime } from '../src/checks/clock.ts';
import { type Finding, foundIn, show } from '../src/checks/finding.ts';
import { differences } from '../src/checks/json-equality.ts';
import { firstCustomer, heldWords, lostCustomer } from '../src/checks/resolution.ts';
import { ownEventFields } from '../src/checks/stability.ts';
import type { EventStory } from '../src/client/tracked-event.ts';
import { covers, scenario, test } from '../src/engine/playwright/test.ts';
import { NotAssessed } from '../src/settings/not-assessed.ts';
import { exchangesOf, trackAndRead } from './scenarios/event-story.ts';
import { followedEvents, readable } from './scenarios/followed-events.ts';
import { matchingEvent } from './scenarios/matching-event.ts';
import { matchStaysInItsBusiness } from './scenarios/other-records/events-of-another-business.ts';
import { staleReads } from './scenarios/times/conditional-read.ts';
import { untilTelling } from './scenarios/times/until-telling.ts';

// First in this file, so that its event is followed beside those of the next tests.
test('an event resolves to no customer of another business', matchStaysInItsBusiness);

test(
  'an event that matches a customer is resolved to that customer, and stays so',
  scenario(
    covers('getEvent', ['event.match-is-resolved', 'event.customer-is-the-match', 'event.stays-resolved'], {
      observes: ['events.visible-after', 'events.resolved-after'],
    }),
    async (context) => {
      const { implementation, check, notAssessed, observe } = context;
      const { customer } = matchingEvent(implementation);
      const { matched } = await followedEvents(context);
      const story = readable(matched);
      const exchanges = exchangesOf(story);
      const first = firstCustomer(story.reads);
      observe({ 'events.visible-after': story.reads[0]?.atMs ?? null });
      if (first === null) {
        const expected = `${show(customer)} within ${implementation.settings.tracking.resolutionTimeoutMs} ms (CES_RESOLUTION_TIMEOUT_MS)`;
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
      const contrast = heldWords(story.reads);
      check({
        'event.stays-resolved': { findings: foundIn(lost.exchange, [finding]), exchanges: [first.exchange, lost.exchange], contrast },
      });
    },
  ),
);

function customerFindings(expected: string, actual: string): Finding[] {
  return actual === expected ? [] : [{ pointer: '/customer', expected: show(expected), actual: show(actual) }];
}

test(
  'an event that matches nobody stays without a customer',
  scenario(covers('getEvent', 'event.unmatched-stays-null'), async (context) => {
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
  scenario(covers('getEvent', 'event.own-fields-never-change'), async (context) => {
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
  const [first, ...later] = reads.flatMap(({ event, exchange }) => (event ? [{ fields: ownEventFields(event), exchange }] : []));
  const changed = later.map(({ fields, exchange }) => foundIn(exchange, differences(first?.fields, fields)));
  return changed.find((found) => found.length > 0) ?? [];
}

test(
  "an event's creation time is the time of tracking",
  scenario(covers('getEvent', 'event.created-at-is-tracking-time'), async (context) => {
    const { unmatched, matched } = await followedEvents(context);
    const earlier = trackingTime(readable(unmatched));
    await untilTelling(earlier);
    const later = trackingTime(readable(await trackAndRead(context.implementation, {})));
    const times = [earlier, ...(matched && matched.id !== null ? [trackingTime(readable(matched))] : []), later];
    const findings = timeFindings(times);
    if (findings === null) throw new NotAssessed('The answers hold no `Date`, and the times are too coarse to be compared');
    context.check({ 'event.created-at-is-tracking-time': findings }, ...times.flatMap(({ made, shown }) => [made, shown]));
  }),
);

/** The event's `created_at` at its first read. The clock is that of its tracking, since a cache may answer a read. */
function trackingTime({ tracked, reads }: EventStory): WrittenTime {
  const read = reads.find(({ event }) => event !== null);
  if (!read?.event) throw new NotAssessed('The event could not be read');
  const { id, created_at: text } = read.event;
  return { pointer: '/created_at', text, id, what: 'when the event was tracked', made: tracked.exchange, shown: read.exchange };
}

test(
  'a conditional read of an event that was resolved shows its customer',
  scenario(covers('getEvent', 'robustness.conditional-read-is-fresh'), async (context) => {
    matchingEvent(context.implementation);
    const { matched } = await followedEvents(context);
    const { findings, exchanges } = await staleReads(context.implementation, readable(matched));
    context.check({ 'robustness.conditional-read-is-fresh': findings }, ...exchanges);
  }),
);
