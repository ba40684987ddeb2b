import { firstCustomer } from '../../src/checks/resolution.ts';
import { type EventStory, endOf, firstRead, follow, track } from '../../src/client/tracked-event.ts';
import { distinctRecordFindings, type Exchange, type Finding, foundIn, type Implementation, isSuccess, show } from '../library.ts';
import { answeredRecords, firstBroken, NotAssessed, type ScenarioContext, scenario } from '../suite.ts';
import { changesIn, exchangesOf, lastRead, matchingEvent, storyOf, unreadable } from './events.ts';
import { isBroken, mostInFlight, reportUnderLoad } from './under-load.ts';

/** Events tracked at once. */
const BURST = 12;

/** Each event of the burst has a number of its own in its data. */
export const burstIsReadBack = scenario(
  'trackEvent',
  ['event.can-be-read', 'event.extra-is-tracked-data', 'record.ids-are-distinct'],
  { category: 'properties' },
  async ({ implementation, record, check, all }) => {
    const { unmatchedData } = implementation.settings.tracking;
    const tracked = await all(Array.from({ length: BURST }, (_, index) => track(implementation, { ...unmatchedData, number: index })));
    const sent = tracked.map(({ exchange }) => exchange);
    await reportUnderLoad(record, 'trackEvent', sent, async () => (await track(implementation, unmatchedData)).exchange);
    const accepted = tracked.filter(({ exchange }) => isSuccess(exchange));
    if (accepted.length === 0) throw new NotAssessed('None of the events of the burst was accepted');
    const stories = await all(accepted.map((event) => storyOf(implementation, event, 'judged')));
    const lastReads = stories.flatMap(({ reads }) => reads.at(-1)?.exchange ?? []);
    await reportUnderLoad(record, 'getEvent', lastReads, async (broken) => readAgain(implementation, stories, broken));
    const beside = (wrong: number) => `${mostInFlight(sent)} tracked at once: ${wrong} of ${accepted.length} wrong`;
    // A read that broke shows nothing of its event.
    const answered = stories.filter(({ reads }) => reads.every(({ exchange }) => !isBroken(exchange)));
    if (answered.length === 0) throw new NotAssessed('No read of the burst was answered in order');
    const more = { alsoSeen: exchangesOf, beside };
    check({ 'event.can-be-read': firstBroken(answered, { most: 3, ...more }, unreadable) });

    const read = stories.filter((story) => lastRead(story) !== null);
    if (read.length === 0) throw new NotAssessed('None of the events could be read');
    check({ 'event.extra-is-tracked-data': firstBroken(read, { most: 2, ...more }, (story) => changesIn(story, 'extra') ?? []) });
    const repeated = distinctRecordFindings(read.flatMap((story) => lastRead(story) ?? []));
    const contrast = beside(repeated.length);
    check({ 'record.ids-are-distinct': { findings: repeated.slice(0, 3), exchanges: read.slice(0, 1).flatMap(exchangesOf), contrast } });
  },
);

function readAgain({ client }: Implementation, stories: readonly EventStory[], broken: Exchange): Promise<Exchange> {
  const story = stories.find(({ reads }) => reads.at(-1)?.exchange === broken);
  return client.send('getEvent', { id: story?.id ?? '' });
}

/** Events tracked at once. */
const MATCHING_BURST = 10;

/** Every other event of the burst matches one customer; the rest match nobody. */
export const matchesOfBurstAreResolved = scenario(
  'getEvent',
  ['event.match-is-resolved', 'event.customer-is-the-match', 'event.unmatched-stays-null'],
  {
    category: 'properties',
  },
  async (context) => {
    const { implementation, check, all } = context;
    const { data, customer } = matchingEvent(implementation);
    const { resolutionTimeoutMs } = implementation.settings.tracking;
    const { matched, unmatched } = await trackBurst(context, data);
    const within = `${show(customer)} within ${resolutionTimeoutMs} ms`;
    const beside = (wrong: number) => `${MATCHING_BURST} tracked at once: ${wrong} of ${MATCHING_BURST / 2} wrong`;
    const more = { most: 2, alsoSeen: exchangesOf, beside };
    const unresolved = firstBroken(matched, more, ({ tracked, reads }) => {
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

    // By now all events that match are resolved, so the service has looked at the others as well.
    const later = await all(unmatched.map(({ id }) => implementation.client.send('getEvent', { id: id ?? '' })));
    const read = answeredRecords(later.filter(isSuccess));
    const given = firstBroken(read, { most: 2, beside }, ({ record: event, exchange }) =>
      event.customer === null ? [] : wrongCustomer('null', event.customer, exchange),
    );
    check({ 'event.unmatched-stays-null': given });
  },
);

/** Tracks the burst, follows the events that match until they are resolved, and reads the others. */
async function trackBurst({ implementation, record, all }: ScenarioContext, matchingData: Readonly<Record<string, unknown>>) {
  const { unmatchedData, findTimeoutMs } = implementation.settings.tracking;
  const tracked = await all(
    Array.from({ length: MATCHING_BURST }, async (_, index) => {
      const matches = index % 2 === 0;
      return { matches, event: await track(implementation, matches ? matchingData : unmatchedData) };
    }),
  );
  const sent = tracked.map(({ event }) => event.exchange);
  await reportUnderLoad(record, 'trackEvent', sent, async () => (await track(implementation, unmatchedData)).exchange);
  if (!tracked.every(({ event }) => isSuccess(event.exchange))) throw new NotAssessed('Not all events of the burst were accepted');
  const burst = await all(
    tracked.map(async ({ matches, event }) => ({
      matches,
      story: await (matches
        ? follow(implementation, event, true, 0)
        : firstRead(implementation, event, endOf(event.exchange) + findTimeoutMs)),
    })),
  );
  if (burst.some(({ story }) => unreadable(story).length > 0)) throw new NotAssessed('Not all events of the burst could be read');
  const storiesThat = (match: boolean) => burst.filter(({ matches }) => matches === match).map(({ story }) => story);
  return { matched: storiesThat(true), unmatched: storiesThat(false) };
}

function wrongCustomer(expected: string, actual: unknown, exchange: Exchange): Finding[] {
  return foundIn(exchange, [{ pointer: '/customer', expected, actual: show(actual) }]);
}
