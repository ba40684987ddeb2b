import { type Finding, foundIn, show } from '../../../src/checks/finding.ts';
import { firstCustomer } from '../../../src/checks/resolution.ts';
import { type EventStory, endOf, firstRead, follow, track } from '../../../src/client/tracked-event.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import type { ScenarioContext } from '../../../src/engine/scenario.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { exchangesOf, unreadable } from '../event-story.ts';
import { firstBroken } from '../first-broken.ts';
import { matchingEvent } from '../matching-event.ts';
import { answeredRecords } from '../records.ts';
import { reportUnderLoad } from '../under-load.ts';

/** Events tracked at once. */
const BURST = 10;

/** Every other event of the burst matches one customer; the rest match nobody. */
export const matchesOfBurstAreResolved = scenario(
  covers('getEvent', ['event.match-is-resolved', 'event.customer-is-the-match', 'event.unmatched-stays-null'], {
    category: 'properties',
  }),
  async (context) => {
    const { implementation, check, all } = context;
    const { data, customer } = matchingEvent(implementation);
    const { resolutionTimeoutMs } = implementation.settings.tracking;
    const { matched, unmatched } = await trackBurst(context, data);
    const within = `${show(customer)} within ${resolutionTimeoutMs} ms`;
    const beside = (wrong: number) => `${BURST} tracked at once: ${wrong} of ${BURST / 2} wrong`;
    const more = { alsoSeen: exchangesOf, beside };
    const unresolved = firstBroken(
      2,
      matched,
      ({ tracked, reads }) => {
        const last = reads.at(-1);
        const isResolved = firstCustomer(reads) !== null;
        return isResolved ? [] : wrongCustomer(within, last?.event?.customer, last?.exchange ?? tracked.exchange);
      },
      more,
    );
    check({ 'event.match-is-resolved': unresolved });

    const mistaken = firstBroken(
      2,
      matched,
      ({ reads }) => {
        const first = firstCustomer(reads);
        const isRight = first === null || first.customer === customer;
        return isRight ? [] : wrongCustomer(show(customer), first.customer, first.exchange);
      },
      more,
    );
    check({ 'event.customer-is-the-match': mistaken });

    // By now all events that match are resolved, so the service has looked at the others as well.
    const later = await all(unmatched.map(({ id }) => implementation.client.send('getEvent', { id: id ?? '' })));
    const given = firstBroken(
      2,
      answeredRecords(later.filter(isSuccess)),
      ({ record: event, exchange }) => (event.customer === null ? [] : wrongCustomer('null', event.customer, exchange)),
      { beside },
    );
    check({ 'event.unmatched-stays-null': given });
  },
);

/** Tracks the burst, follows the events that match until they are resolved, and reads the others. */
async function trackBurst(
  { implementation, record, all }: ScenarioContext,
  matchingData: Readonly<Record<string, unknown>>,
): Promise<{ readonly matched: readonly EventStory[]; readonly unmatched: readonly EventStory[] }> {
  const { unmatchedData, findTimeoutMs } = implementation.settings.tracking;
  const tracked = await all(
    Array.from({ length: BURST }, async (_, index) => {
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
