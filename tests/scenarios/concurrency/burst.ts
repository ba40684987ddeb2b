import { distinctIdFindings } from '../../../src/checks/identity.ts';
import { differences } from '../../../src/checks/json-equality.ts';
import { endOf, firstRead, track } from '../../../src/client/tracked-event.ts';
import type { CoveredScenario } from '../../../src/engine/playwright/collected-scenarios.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { exchangesOf, unreadable } from '../event-story.ts';
import { firstBroken } from '../first-broken.ts';

/** Events tracked at once. */
export const BURST = 40;

/** Each event of the burst has a number of its own in its data. */
export function burstIsReadBack(): CoveredScenario {
  return [
    covers('trackEvent', ['event.can-be-read', 'event.extra-is-tracked-data', 'record.ids-are-distinct'], { category: 'properties' }),
    scenario(async ({ implementation, check, all }) => {
      const { unmatchedData, resolutionTimeoutMs } = implementation.settings.tracking;
      const tracked = await all(Array.from({ length: BURST }, (_, index) => track(implementation, { ...unmatchedData, number: index })));
      const accepted = tracked.filter(({ exchange }) => isSuccess(exchange));
      if (accepted.length === 0) throw new NotAssessed('None of the events of the burst was accepted');
      const stories = await all(accepted.map((event) => firstRead(implementation, event, endOf(event.exchange) + resolutionTimeoutMs)));
      const lost = firstBroken(3, stories, unreadable, exchangesOf);
      check({ 'event.can-be-read': lost.findings }, ...lost.exchanges);

      const read = stories.flatMap((story) => {
        const event = story.reads.at(-1)?.event;
        return event ? [{ event, data: story.tracked.body.data, exchanges: exchangesOf(story) }] : [];
      });
      if (read.length === 0) throw new NotAssessed('None of the events could be read');
      const mixed = firstBroken(
        2,
        read,
        ({ data, event }) => differences(data, event.extra, '/extra'),
        ({ exchanges }) => exchanges,
      );
      check({ 'event.extra-is-tracked-data': mixed.findings }, ...mixed.exchanges);
      const findings = distinctIdFindings(read.map(({ event }) => event)).slice(0, 3);
      check({ 'record.ids-are-distinct': findings }, ...read.slice(0, 2).flatMap(({ exchanges }) => exchanges));
    }),
  ];
}
