import { distinctRecordFindings } from '../../../src/checks/identity.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import { type EventStory, track } from '../../../src/client/tracked-event.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { changesIn, exchangesOf, lastRead, storyOf, unreadable } from '../event-story.ts';
import { firstBroken } from '../first-broken.ts';
import { isBroken, mostInFlight, reportUnderLoad } from '../under-load.ts';

/** Events tracked at once. */
const BURST = 12;

/** Each event of the burst has a number of its own in its data. */
export const burstIsReadBack = scenario(
  covers('trackEvent', ['event.can-be-read', 'event.extra-is-tracked-data', 'record.ids-are-distinct'], { category: 'properties' }),
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
    const lost = firstBroken(3, answered, unreadable, { alsoSeen: exchangesOf, beside });
    check({ 'event.can-be-read': lost });

    const read = stories.filter((story) => lastRead(story) !== null);
    if (read.length === 0) throw new NotAssessed('None of the events could be read');
    const mixed = firstBroken(2, read, (story) => changesIn(story, 'extra') ?? [], { alsoSeen: exchangesOf, beside });
    check({ 'event.extra-is-tracked-data': mixed });
    const repeated = distinctRecordFindings(read.flatMap((story) => lastRead(story) ?? []));
    const contrast = beside(repeated.length);
    check({ 'record.ids-are-distinct': { findings: repeated.slice(0, 3), exchanges: read.slice(0, 1).flatMap(exchangesOf), contrast } });
  },
);

function readAgain({ client }: Implementation, stories: readonly EventStory[], broken: Exchange): Promise<Exchange> {
  const story = stories.find(({ reads }) => reads.at(-1)?.exchange === broken);
  return client.send('getEvent', { id: story?.id ?? '' });
}
