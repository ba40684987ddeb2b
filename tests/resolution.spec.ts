import { timeDeviations, type WrittenTime } from '../src/checks/clock.ts';
import { RIGHT_ALONE, TRACKED_BEHIND } from '../src/checks/run-history.ts';
import { firstCustomer, heldWords, LAG_MS, lostCustomer, ownEventFields } from '../src/checks/stability.ts';
import { pollUntil } from '../src/client/time.ts';
import { type EventStory, readEvent, type TrackedEvent, track } from '../src/client/tracked-event.ts';
import { endOf } from '../src/http/exchange.ts';
import { type Deviation, differences, foundIn, show } from './judging.ts';
import { type Exchange, type Implementation, isSuccess, now, objectIn, refusalOf, sleep } from './library.ts';
import { readBeforeResolved } from './scenarios/bursts.ts';
import {
  exchangesOf,
  followedEvents,
  matchingEvent,
  readable,
  SECOND,
  TOO_EARLY,
  trackAndRead,
  trackedAnew,
  trackText,
} from './scenarios/events.ts';
import { nearIds } from './scenarios/ids.ts';
import { checkIsKeptBehind, isOfNobody, NO_TEXTS, resolvedEvent, trackOffPath } from './scenarios/odd-events.ts';
import { CACHED, staleReads, wasReadEarly } from './scenarios/stale-reads.ts';
import { untilTelling } from './scenarios/times.ts';
import { anotherBusiness } from './scenarios/two-businesses.ts';
import { NotAssessed, scenario, test } from './suite.ts';

/** The event of the other business is left alone for as many times as long as the control event took. */
const TIMES_AS_LONG = 2;

// First in this file, so that its event is followed beside those of the next tests.
// Data that lead to a customer of one business, tracked for another business.
test(
  'an event resolves to no customer of another business',
  scenario('getEvent', 'event.match-stays-in-business', async (context) => {
    const { implementation, check, all } = context;
    const { data, customer } = matchingEvent(implementation);
    const { findEvent, settings } = implementation;
    const own = settings.fixtures.businessId ?? '';
    const { id: of } = await anotherBusiness(implementation);
    // A copy of the data that is behind knows the business a little later.
    const foreign = await pollUntil(now() + settings.tracking.findTimeoutMs, async () => {
      const tracked = await track(implementation, data, { of });
      return tracked.exchange.answer?.status === 404 ? null : tracked;
    });
    if (foreign === null || !isSuccess(foreign.exchange))
      throw new NotAssessed(`The event was not accepted: ${foreign === null ? 'status 404' : refusalOf(foreign.exchange)}`);
    // An id near that of the business names none. Which answer it gets is not shown.
    const near = await all(nearIds('trackEvent', own).map(({ id }) => track(implementation, data, { of: id })));
    // The business is that of the path, whatever the body says. A service may refuse what it has no place for.
    const named = await track(implementation, data, { of, beside: { business: own, business_id: own } });
    // The control events are followed meanwhile, where no test has done so yet.
    const control = firstCustomer(readable((await followedEvents(context)).matched).reads);
    if (control === null) throw new NotAssessed('The same data do not lead to a customer in the business that owns it');
    const missing = endOf(named.exchange) + TIMES_AS_LONG * control.atMs - now();
    if (missing > 0) await sleep(missing);

    for (const { business, marker, exchange: tracked } of [foreign, named, ...near].filter((one) => isSuccess(one.exchange))) {
      // Where the service took the event for one of its first business, it is found there.
      const id = (await findEvent(marker, business, tracked)) ?? (await findEvent(marker, own, tracked));
      if (id === null && marker !== foreign.marker) continue;
      if (id === null) throw new NotAssessed('The event was not found', ['CES_EVENT_LOOKUP_URL']);
      const read = await pollUntil(now() + settings.tracking.findTimeoutMs, async () => {
        const { exchange, event } = await readEvent(implementation, id, endOf(tracked));
        return event && { exchange, event };
      });
      if (read === null) throw new NotAssessed('The event was found, and could not be read in time', ['CES_RESOLUTION_TIMEOUT_MS']);
      const { exchange, event } = read;
      const expected = `null, or a customer of ${show(business)}, for which it was tracked`;
      const actual = `${show(customer)}, a customer of ${show(own)}`;
      const deviations = event.customer === customer ? foundIn(exchange, [{ pointer: '/customer', expected, actual }]) : [];
      check({ 'event.match-stays-in-business': deviations }, control.exchange, tracked, exchange);
    }
  }),
);

test(
  'an event that matches a customer is resolved to that customer, and stays so',
  scenario(
    'getEvent',
    ['event.match-is-resolved', 'event.customer-is-the-match', 'event.stays-resolved', 'events.visible-after', 'events.resolved-after'],
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
        const actual = `${show(last?.event?.customer)} in each of ${story.reads.length} reads`;
        const unresolved = foundIn(last?.exchange ?? story.tracked.exchange, [{ pointer: '/customer', expected, actual }]);
        const updated = context.session.run.stored.updates.get(customer)?.exchange;
        const contrast = `this run updated ${show(customer)} before, which is the first request: without it the event may be resolved`;
        const before = updated === undefined ? {} : { exchanges: [updated, ...exchanges], contrast };
        const again = await trackedAnew(context);
        const beside = `${RIGHT_ALONE}${story.tracked.exchange.inFlight ?? 1} in flight when it was tracked: unresolved`;
        const cause = again === 'read too early' ? { contrast: TOO_EARLY } : again === 'resolved' ? { contrast: beside } : before;
        check({ 'event.match-is-resolved': { deviations: unresolved, exchanges, ...cause } });
        throw new NotAssessed('The event was not resolved');
      }
      observe({ 'events.resolved-after': first.atMs });
      const another = [{ pointer: '/customer', expected: show(customer), actual: show(first.customer) }];
      const mistaken = first.customer === customer ? [] : foundIn(first.exchange, another);
      const contrast = 'expected is CES_TRACK_MATCHING_CUSTOMER_ID, whom CES_TRACK_MATCHING_DATA are to match';
      const told = { deviations: mistaken, exchanges, ...(mistaken.length > 0 && { contrast }) };
      check({ 'event.match-is-resolved': [], 'event.customer-is-the-match': told }, ...exchanges);
      if (!story.reads.some(({ atMs }) => atMs > first.atMs))
        return notAssessed('event.stays-resolved', 'The window was too short for a further read', ['CES_UNMATCHED_WINDOW_MS']);
      const lost = lostCustomer(story.reads);
      if (lost === null) return check({ 'event.stays-resolved': [] }, ...exchanges);
      if (lost.event?.customer === null && (await isHeldLater(implementation, story.id, first)))
        return notAssessed(
          'event.stays-resolved',
          'The event had its customer again some seconds later: a copy of the data may have been behind',
        );
      const deviation = { pointer: '/customer', expected: `still ${show(first.customer)}`, actual: show(lost.event?.customer) };
      const held = story.reads.findLast(({ atMs, event }) => atMs < lost.atMs && event?.customer === first.customer);
      const between = context.session.run.asked.changing.filter(
        (each) =>
          held &&
          each.startedAt > held.exchange.startedAt &&
          endOf(each) < lost.exchange.startedAt &&
          each.request.url.endsWith('/customers/batch_update') &&
          each.request.body?.includes(JSON.stringify(customer)),
      );
      const updated =
        between.length === 0 ? '' : `; between the last right read and the first wrong one, this run updated ${show(customer)}`;
      const shown = {
        exchanges: [story.tracked.exchange, first.exchange, ...between.slice(-1), lost.exchange],
        contrast: (await trackedAnew(context)) === 'read too early' ? TOO_EARLY : `${heldWords(story.reads)}${updated}`,
      };
      check({ 'event.stays-resolved': { deviations: foundIn(lost.exchange, [deviation]), ...shown } });
    },
  ),
);

/** A copy of the data is no farther behind, and each of several is met in so many reads. */
const [FARTHEST_BEHIND_MS, COPIES_MET] = [10_000, 8];

/** Whether every copy of the data shows the customer, once each has had the time to learn of him. */
async function isHeldLater(
  { client }: Implementation,
  id: string | null,
  { exchange, customer }: { exchange: Exchange; customer: unknown },
) {
  if (id === null) return false;
  await sleep(Math.max(0, endOf(exchange) + FARTHEST_BEHIND_MS - now()));
  const reads: Exchange[] = [];
  for (let turn = 0; turn < COPIES_MET; turn += 1) reads.push(await client.send('getEvent', { id, freshConnection: turn % 2 === 0 }));
  return reads.every((read) => isSuccess(read) && objectIn(read)?.customer === customer);
}

/** Longer than a worker that rests when there is nothing to do takes to fall asleep. */
const QUIET_MS = 4000;
/** JSON has it, and no decimal or integer type does. */
const BEYOND_DECIMALS = 1e300;
/** Longer than usual columns, and than the atoms of some runtimes (255 characters both). It may be refused. */
const LONG_NAME = `conformance.${'n'.repeat(288)}`;

test(
  'an event behind quiet seconds, behind odd events, or of a long name is resolved',
  scenario(
    'getEvent',
    ['event.match-is-resolved', 'event.stays-resolved', 'event.unmatched-stays-null'],
    { optional: true, last: true },
    async (context) => {
      const { implementation, notAssessed } = context;
      const { data, customer } = matchingEvent(implementation);
      const notLookedAt = () => notAssessed('event.unmatched-stays-null', 'No event of data without texts could be read');
      if (firstCustomer(readable((await followedEvents(context)).matched).reads) === null)
        throw new NotAssessed('No other event was resolved');
      await sleep(QUIET_MS);
      const quiet = await resolvedEvent(context, { contrast: `no event for ${QUIET_MS / SECOND} s before it; others are resolved` });
      if (quiet === null) {
        notAssessed('event.stays-resolved', 'The event was not resolved');
        return notLookedAt();
      }
      const odd = NO_TEXTS.map((value) => Object.fromEntries(Object.keys(data).map((name) => [name, value])));
      // The last one, so that the next event comes as close behind it as it can.
      Object.assign(odd.at(-1) ?? {}, { amount: BEYOND_DECIMALS });
      const tracked: TrackedEvent[] = [];
      for (const one of odd) tracked.push(await track(implementation, one));
      const resolvedBehind = (words: string, events: readonly TrackedEvent[]) => {
        const before = events.map(({ exchange }) => exchange);
        return resolvedEvent(context, { contrast: `${TRACKED_BEHIND}${words}; others are resolved`, before });
      };
      const behind = await resolvedBehind(odd.map(show).join(' and '), tracked);
      await checkIsKeptBehind(context, quiet, tracked);
      if (behind === null) return notLookedAt();
      const { events, words } = await trackOffPath(implementation);
      if (events.length > 0 && (await resolvedBehind(words, events)) === null) return notLookedAt();
      // Who is called `0` may well be found by 0.
      const known = [customer, ...implementation.settings.fixtures.customerIds].filter((id) => !NO_TEXTS.map(String).includes(id));
      // Somebody may have no such text.
      const judged = tracked.filter(({ exchange, body }) => isSuccess(exchange) && !Object.values(body.data).includes(null));
      const found: boolean[] = [];
      for (const one of judged) found.push(await isOfNobody(context, one, known));
      if (!found.includes(true)) notLookedAt();
      const long = await trackText(implementation, JSON.stringify(data), LONG_NAME);
      const contrast = `its name has ${LONG_NAME.length} characters; others are resolved`;
      if (isSuccess(long.exchange)) await resolvedEvent(context, { contrast, tracked: long });
    },
  ),
);

/** Over so many connections an event is read: each of several processes may keep what it has read by itself. */
const READERS = 8;
/** Copies of the data agree by then, in all. */
const MOST_LOOKS = 3;

test(
  'an event that was read before it was resolved is the same to all who read it later',
  scenario('getEvent', 'event.stays-resolved', { optional: true, last: true }, async (context) => {
    const { implementation, check, all } = context;
    const { data } = matchingEvent(implementation);
    const other = firstCustomer(readable((await followedEvents(context)).matched).reads);
    if (other === null) throw new NotAssessed('No other event was resolved');
    const { tracked, id, reads } = readable(await trackAndRead(implementation, data));
    const early = reads.at(-1);
    if (id === null || early === undefined || firstCustomer(reads) !== null)
      throw new NotAssessed('It was resolved when it was first read');
    const read = () => implementation.client.send('getEvent', { id, freshConnection: true });
    const isResolved = (exchange: Exchange) => typeof objectIn(exchange)?.customer === 'string';
    await sleep(Math.max(0, endOf(tracked.exchange) + other.atMs - now()));
    for (let look = 1; ; look += 1) {
      await sleep(LAG_MS);
      const answers = (await all(Array.from({ length: READERS }, read))).filter(isSuccess);
      if (answers.some(({ answer }) => answer?.headers.age !== undefined)) throw new NotAssessed(CACHED);
      const [resolved, others] = [answers.filter(isResolved), answers.filter((exchange) => !isResolved(exchange))];
      const [right] = resolved;
      const [wrong] = others;
      if (right === undefined) throw new NotAssessed('It was not resolved as soon as another event');
      if (wrong !== undefined && look < MOST_LOOKS) continue;
      const [held, found] = [right, wrong].map((exchange) => show(exchange && objectIn(exchange)?.customer));
      const deviations = wrong ? foundIn(wrong, [{ pointer: '/customer', expected: `still ${held}`, actual: found ?? '' }]) : [];
      const contrast = `of ${answers.length} reads over connections of their own, ${resolved.length} show ${held}, and ${others.length} do not; it was read before it was resolved`;
      const exchanges = [tracked.exchange, early.exchange, right, ...(wrong ? [wrong] : [])];
      return check({ 'event.stays-resolved': { deviations, exchanges, ...(wrong && { contrast }) } });
    }
  }),
);

test(
  'an event that matches nobody stays without a customer',
  scenario('getEvent', 'event.unmatched-stays-null', async (context) => {
    const { unmatched } = await followedEvents(context);
    const story = readable(unmatched);
    const first = firstCustomer(story.reads);
    const actual = first && `${show(first.customer)}, ${first.atMs} ms after it was tracked`;
    const given = first && actual !== null ? foundIn(first.exchange, [{ pointer: '/customer', expected: 'null', actual }]) : [];
    // A read may be what gives it one.
    const before = story.reads.filter(({ event, atMs }) => first !== null && event !== null && atMs < first.atMs).slice(0, 1);
    const shown = first === null ? exchangesOf(story) : [story.tracked.exchange, ...before.map(({ exchange }) => exchange), first.exchange];
    context.check({ 'event.unmatched-stays-null': given }, ...shown);
  }),
);

test(
  "an event's own fields never change",
  scenario('getEvent', 'event.own-fields-never-change', async (context) => {
    const { matched, unmatched } = await followedEvents(context);
    const isReadTwice = ({ reads }: EventStory) => reads.filter(({ event }) => event !== null).length > 1;
    const stories = [matched, unmatched].filter((story) => story !== null).filter(isReadTwice);
    if (stories.length === 0) throw new NotAssessed('No tracked event could be read twice');
    const changed = stories.find((story) => changedFields(story).length > 0);
    const shown = (changed ? [changed] : stories).flatMap(({ tracked, reads }) => [tracked, ...reads.slice(0, 1), ...reads.slice(-1)]);
    const deviations = changed ? changedFields(changed) : [];
    context.check({ 'event.own-fields-never-change': deviations }, ...shown.map(({ exchange }) => exchange));
  }),
);

/** The differences of the first later read that differs from the first one. */
function changedFields({ reads }: EventStory): Deviation[] {
  const [first, ...later] = reads.flatMap(({ event, exchange }) => (event ? [{ fields: ownEventFields(event), exchange }] : []));
  const changed = later.map(({ fields, exchange }) => foundIn(exchange, differences(first?.fields, fields)));
  return changed.find((found) => found.length > 0) ?? [];
}

test(
  "an event's creation time is the time of tracking",
  scenario('getEvent', 'event.created-at-is-tracking-time', async (context) => {
    const { unmatched, matched } = await followedEvents(context);
    const earlier = trackingTime(readable(unmatched));
    await untilTelling(earlier);
    const later = trackingTime(readable(await trackAndRead(context.implementation, OF_OTHER_TIME)));
    const times = [earlier, ...(matched && matched.id !== null ? [trackingTime(readable(matched))] : []), later];
    const deviations = timeDeviations(times);
    if (deviations === null) throw new NotAssessed('The answers hold no `Date`, and the times are too coarse to be compared');
    context.check({ 'event.created-at-is-tracking-time': deviations }, ...times.flatMap(({ made, shown }) => [made, shown]));
  }),
);

/** What is sent as data is no member of the event. */
const OF_OTHER_TIME = { created_at: '2001-02-03T04:05:06Z', timestamp: 981_173_106, time: '2001-02-03T04:05:06Z', id: 'conformance-data' };

/** The event's `created_at` at its first read. The clock is that of its tracking, since a cache may answer a read. */
function trackingTime({ tracked, reads }: EventStory): WrittenTime {
  const read = reads.find(({ event }) => event !== null);
  if (!read?.event) throw new NotAssessed('The event could not be read');
  const { id, created_at: text } = read.event;
  return { pointer: '/created_at', text, id, what: 'when the event was tracked', made: tracked.exchange, shown: read.exchange };
}

test(
  'a conditional read of an event that was resolved shows its customer',
  scenario('getEvent', 'robustness.conditional-read-is-fresh', async (context) => {
    matchingEvent(context.implementation);
    const { matched } = await followedEvents(context);
    const story = readable(matched);
    const early = wasReadEarly(story) ? story : await readBeforeResolved(context);
    const { deviations, exchanges } = await staleReads(context.implementation, early ?? story);
    context.check({ 'robustness.conditional-read-is-fresh': deviations }, ...exchanges);
  }),
);
