import { ALSO_ALONE, RIGHT_ALONE } from '../../src/checks/run-history.ts';
import { firstCustomer, LAG_MS } from '../../src/checks/stability.ts';
import { type EventStory, follow, readEvent, track } from '../../src/client/tracked-event.ts';
import { endOf } from '../../src/http/exchange.ts';
import { type Deviation, distinctRecordDeviations, foundIn, show } from '../judging.ts';
import { type Exchange, type Implementation, isSuccess, objectIn, sleep } from '../library.ts';
import { firstBroken, ifAssessed, NotAssessed, type ScenarioContext, scenario } from '../suite.ts';
import { ORIGIN, withCustomers } from './customers/owned-customers.ts';
import {
  changesIn,
  exchangesOf,
  followedEvents,
  lastRead,
  matchingEvent,
  storyOf,
  trackedAnew,
  unreadable,
  unreadableAtOnce,
} from './events.ts';
import { firstBrokenAtOnce, isBroken, mostInFlight } from './under-load.ts';

/** Events tracked at once: a worker that takes so many at a time may forget the others. Limits of requests or records leave fewer. */
const BURST = { limited: 10, full: 32, deep: 60 };
/** Batches that are refused beside them: whoever shares a connection to a database may take back what others have written. Each second one changes a customer so often before it comes to nobody. */
const [REFUSED, CHANGES] = [6, 12];

/** Tracks and reads events, each with a number. Three of four match a customer, where the settings say how. Each test of a burst looks at the same one. */
function burstOf({ implementation, all }: ScenarioContext) {
  return implementation.once('burst of events', async () => {
    const { fixtures, tracking, run } = implementation.settings;
    const matchingData = fixtures.businessId === null ? null : tracking.matchingData;
    const isLimited = run.writeBudget !== null || run.maxRequests !== null;
    const length = run.depth === 'deep' ? BURST.deep : isLimited ? BURST.limited : BURST.full;
    const id = await implementation.businessId();
    const nobody = { id: `${implementation.unique()}-unknown`, full_name: implementation.unique() };
    const refuse =
      ({ settings }: Implementation) =>
      (_: unknown, number: number) => {
        const [known] = settings.fixtures.customerIds;
        const changes = Array.from({ length: known === undefined ? 0 : number % 2 ? CHANGES : 1 }, () => ({ id: known, metadata: ORIGIN }));
        const body = { customers: [...changes, nobody] };
        return ifAssessed(implementation.client.send('batchUpdateCustomers', { id, body })).then(() => []);
      };
    const trackOne = async (_: unknown, number: number) => {
      const matches = matchingData !== null && number % 4 !== 0;
      return [{ matches, event: await track(implementation, { ...(matches ? matchingData : tracking.unmatchedData), number }) }];
    };
    const burst = (own: Implementation) =>
      all([...Array.from({ length }, trackOne), ...Array.from({ length: isLimited ? 0 : REFUSED }, refuse(own))]);
    const tracked = (await (isLimited ? burst(implementation) : withCustomers(implementation, 1, burst))).flat();
    const sent = tracked.map(({ event }) => event.exchange);
    const accepted = tracked.filter(({ event }) => isSuccess(event.exchange));
    const read = accepted.map(async ({ matches, event }) => ({ matches, story: await storyOf(implementation, event, 'judged') }));
    return { sent, events: await all(read) };
  });
}

/** An event that was read before it was resolved, and since: of the burst, where requests are not counted. Null where there is none. */
export async function readBeforeResolved(context: ScenarioContext): Promise<EventStory | null> {
  const { implementation } = context;
  const { maxRequests, writeBudget } = implementation.settings.run;
  if (maxRequests !== null || writeBudget !== null) return null;
  const { events } = await burstOf(context);
  const early = events.find(({ matches, story }) => matches && lastRead(story)?.record.customer === null)?.story;
  return early === undefined ? null : follow(implementation, early.tracked, true, 0, early);
}

export const burstIsReadBack = scenario(
  'trackEvent',
  ['event.can-be-read', 'event.extra-is-tracked-data', 'record.ids-are-distinct'],
  { category: 'properties' },
  async (context) => {
    const { check } = context;
    const { sent, events } = await burstOf(context);
    if (events.length === 0) throw new NotAssessed('None of the events of the burst was accepted');
    const stories = events.map(({ story }) => story);
    // What a lone event shows as well is no matter of the burst.
    const { matched, unmatched } = await followedEvents(context);
    const lone = [matched, unmatched].flatMap((story) => (story === null ? [] : [changesIn(story, 'extra')]));
    const isAlike = lone.some((changes) => changes !== null && changes.length > 0);
    const beside = (wrong: number) =>
      isAlike
        ? `a lone event shows it as well; of a burst of ${events.length}, ${wrong} are wrong`
        : `${mostInFlight(sent)} tracked at once: ${wrong} of ${events.length} wrong`;
    const besideLone = (wrong: number) => `${lone.every((changes) => changes?.length === 0) ? RIGHT_ALONE : ''}${beside(wrong)}`;
    // A read that broke shows nothing of its event.
    const answered = stories.filter(({ reads }) => reads.every(({ exchange }) => !isBroken(exchange)));
    if (answered.length === 0) throw new NotAssessed('No read of the burst was answered in order');
    const more = { alsoSeen: exchangesOf, beside: besideLone };
    check({ 'event.can-be-read': await unreadableAtOnce(context.implementation, answered, beside) });

    const read = stories.filter((story) => lastRead(story) !== null);
    if (read.length === 0) throw new NotAssessed('None of the events could be read');
    check({ 'event.extra-is-tracked-data': firstBroken(read, { most: 2, ...more }, (story) => changesIn(story, 'extra') ?? []) });
    const repeated = distinctRecordDeviations(read.flatMap((story) => lastRead(story) ?? []));
    const contrast = beside(repeated.length);
    check({ 'record.ids-are-distinct': { deviations: repeated.slice(0, 3), exchanges: read.slice(0, 1).flatMap(exchangesOf), contrast } });
  },
);

/** Those of the burst that match are followed until they are resolved. */
export const matchesOfBurstAreResolved = scenario(
  'getEvent',
  ['event.match-is-resolved', 'event.customer-is-the-match', 'event.unmatched-stays-null', 'event.stays-resolved'],
  { category: 'properties' },
  async (context) => {
    const { implementation, check, notAssessed, all } = context;
    const { customer } = matchingEvent(implementation);
    const { resolutionTimeoutMs } = implementation.settings.tracking;
    const { sent, events } = await burstOf(context);
    if (events.length < sent.length) throw new NotAssessed('Not all events of the burst were accepted');
    if (events.some(({ story }) => unreadable(story).length > 0)) throw new NotAssessed('Not all events of the burst could be read');
    const storiesThat = (match: boolean) => events.filter(({ matches }) => matches === match).map(({ story }) => story);
    const unmatched = storiesThat(false);
    const followOne = (story: EventStory) => follow(implementation, story.tracked, true, 0, story);
    const [newest, ...others] = storiesThat(true).reverse();
    // Once the newest is resolved, the others mostly are as well: one read of each shows it.
    const matched = newest === undefined ? [] : [await followOne(newest), ...(await all(others.map(followOne)))].reverse();
    const resolved = matched.filter(({ reads }) => firstCustomer(reads) !== null);
    const again = async (story: EventStory) => ({ story, exchange: (await readEvent(implementation, story.id ?? '', 0)).exchange });
    // A service that was deployed anew may have lost all of them.
    const isGone = (story: EventStory) => lastRead(story) === null;
    if (matched.some(isGone) && (await all(events.map(({ story }) => again(story)))).every(({ exchange }) => !isSuccess(exchange)))
      throw new NotAssessed('All events of the burst were read, and are gone since');
    // Where one is missing, another event may have its customer.
    const strangers = resolved.length < matched.length ? await all(unmatched.map(again)) : [];
    const held = strangers.filter(({ exchange }) => isSuccess(exchange) && objectIn(exchange)?.customer === customer).length;
    const within = `${show(customer)} within ${resolutionTimeoutMs} ms (CES_RESOLUTION_TIMEOUT_MS)`;
    const burst = `${sent.length} tracked at once, ${matched.length} of them with data that lead to ${show(customer)}`;
    const { matched: lone } = await followedEvents(context);
    // What followed a lone event may have been too much at the same time.
    const isLone = lone !== null && firstCustomer(lone.reads)?.customer === customer;
    const isLoneRight = isLone || (resolved.length < matched.length && (await trackedAnew(context)) === 'resolved');
    const beside = (wrong: number) =>
      `${isLoneRight ? RIGHT_ALONE : ''}${burst}: ${wrong} of these wrong${held > 0 ? `, while ${held} of the ${unmatched.length} others have that customer` : ''}`;
    const besideMatched = (wrong: number) => `${burst}: ${wrong} of the ${unmatched.length} others wrong${loneToo}`;
    const more = { most: 2, alsoSeen: exchangesOf, beside };
    const withOther = (story: EventStory) => [...unmatched.slice(0, 1).map(({ tracked }) => tracked.exchange), ...exchangesOf(story)];
    const unresolved = firstBroken(matched, { ...more, alsoSeen: withOther }, ({ tracked, reads }) => {
      const last = reads.at(-1);
      const isResolved = firstCustomer(reads) !== null;
      return isResolved ? [] : wrongCustomer(within, last?.event?.customer, last?.exchange ?? tracked.exchange);
    });
    const mistaken = firstBroken(matched, more, ({ reads }) => {
      const first = firstCustomer(reads);
      const isRight = first === null || first.customer === customer;
      return isRight ? [] : wrongCustomer(show(customer), first.customer, first.exchange);
    });
    check({ 'event.match-is-resolved': unresolved, 'event.customer-is-the-match': mistaken });

    // By now all events that match are resolved, so the service has looked at the others as well. All are read at once: what answers under load, a copy of
    // the data for instance, may be behind.
    const lookAtAll = () => all([...unmatched, ...resolved].map(again));
    let later = await lookAtAll();
    // A copy that is a moment behind shows some as they were.
    const isBehind = ({ story, exchange }: (typeof later)[number]) => resolved.includes(story) && objectIn(exchange)?.customer === null;
    if (later.some(isBehind)) later = await sleep(LAG_MS).then(lookAtAll);
    const read = later.filter(({ exchange }) => isSuccess(exchange) && objectIn(exchange) !== null);
    const areGiven = read.some(({ story, exchange }) => unmatched.includes(story) && objectIn(exchange)?.customer !== null);
    const loneToo = areGiven ? await loneAsWell(context) : '';
    // Those that match have to do with what becomes of the others.
    const tracksOf = (story: EventStory) =>
      (unmatched.includes(story) ? [...matched.slice(0, 1), story] : [story]).map(({ tracked }) => tracked.exchange);
    const holding = (stories: readonly EventStory[], expected: string, heldBy: (story: EventStory) => string | null) =>
      firstBrokenAtOnce(
        read.filter(({ story }) => stories.includes(story)),
        { ...more, ...(stories === unmatched && { beside: besideMatched }), alsoSeen: ({ story }) => tracksOf(story) },
        ({ story }) => again(story),
        ({ story, exchange }) => {
          const [held, found] = [heldBy(story), objectIn(exchange)?.customer];
          return found === held ? [] : wrongCustomer(`${expected} ${show(held)}`, found, exchange);
        },
      );
    check({ 'event.unmatched-stays-null': await holding(unmatched, 'always', () => null) });
    const first = ({ reads }: EventStory) => firstCustomer(reads)?.customer ?? null;
    if (resolved.length > 0) check({ 'event.stays-resolved': await holding(resolved, 'still', first) });
    else notAssessed('event.stays-resolved', 'No event of the burst was resolved');
  },
);

/** *; not only at once: a lone event was null 1.2 s after it was tracked, and has "cus_1" 6.3 s after*: then age counts, and not the load. */
async function loneAsWell(context: ScenarioContext): Promise<string> {
  const { unmatched } = await followedEvents(context);
  if (unmatched === null || unmatched.id === null) return '';
  const before = unmatched.reads.findLast(({ event }) => event?.customer === null);
  const { atMs, event } = await readEvent(context.implementation, unmatched.id, endOf(unmatched.tracked.exchange));
  if (before === undefined || typeof event?.customer !== 'string') return '';
  const [nullAt, heldAt] = [before.atMs, atMs].map((age) => `${(age / 1000).toFixed(1)} s after`);
  return `; ${ALSO_ALONE}: a lone event was null ${nullAt} it was tracked, and has ${show(event.customer)} ${heldAt}`;
}

function wrongCustomer(expected: string, actual: unknown, exchange: Exchange): Deviation[] {
  return foundIn(exchange, [{ pointer: '/customer', expected, actual: show(actual) }]);
}
