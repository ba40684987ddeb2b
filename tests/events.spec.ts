import { jsonFindings } from '../src/checks/answers.ts';
import { distinctIdFindings } from '../src/checks/identity.ts';
import { differences } from '../src/checks/json-equality.ts';
import type { Implementation } from '../src/client/implementation.ts';
import { endOf, firstRead, type TrackedEvent } from '../src/client/tracked-event.ts';
import { conformance } from '../src/engine/playwright/test.ts';
import { EDGE_VALUES } from '../src/generation/hostile.ts';
import { isSuccess, outcome } from '../src/http/outcome.ts';
import { NotAssessed } from '../src/settings/not-assessed.ts';
import { MARKER_MEMBER } from '../src/settings/parsing/event-data.ts';
import { answersAsDocumented, identifiesItself, isSafeToRead } from './scenarios/answers.ts';
import { exchangesOf, trackAndRead, unreadable } from './scenarios/event-story.ts';

answersAsDocumented(1);
identifiesItself(1);
isSafeToRead(1);
answersAsDocumented(18);

const story = {
  endpoint: 18,
  requirements: ['event.can-be-read', 'event.name-is-tracked-name', 'event.extra-is-tracked-data', 'record.ids-are-distinct'],
};

conformance('what was tracked can be read', story, async ({ implementation, check }) => {
  const data = {
    ...implementation.settings.tracking.unmatchedData,
    amount: 12.5,
    items: ['one', 'two'],
    nested: { yes: true, none: null },
  };
  const stories = await Promise.all([trackAndRead(implementation, data), trackAndRead(implementation, {})]);
  check('event.can-be-read', stories.flatMap(unreadable), ...stories.flatMap(exchangesOf));
  const read = stories.flatMap(({ tracked, reads }) => {
    const event = reads.at(-1)?.event;
    return event ? [{ tracked, event }] : [];
  });
  if (read.length < stories.length) throw new NotAssessed('The event that was tracked could not be read');
  check(
    'event.name-is-tracked-name',
    read.flatMap(({ tracked, event }) => differences(tracked.body.event, event.name, '/name')),
    ...stories.flatMap(exchangesOf),
  );
  check(
    'event.extra-is-tracked-data',
    read.flatMap(({ tracked, event }) => differences(tracked.body.data, event.extra, '/extra')),
    ...stories.flatMap(exchangesOf),
  );
  check('record.ids-are-distinct', distinctIdFindings(read.map(({ event }) => event)), ...stories.flatMap(exchangesOf));
});

/** Which names an implementation takes is not shown; each that it takes is the event's. */
const NAMES = [
  'Order Placed',
  'ORDER.PLACED',
  "o'neil & <b>sons</b>",
  'a/b%20c?d=e#f',
  'größe.日本語.😀',
  `long.${'n'.repeat(120)}`,
  '  spaced  ',
];

conformance(
  'whatever name is accepted is the name of the event',
  { endpoint: 18, requirements: ['event.name-is-tracked-name'], further: true },
  async ({ implementation, check, all }) => {
    const data = '{"origin":"conformance"}';
    const tracked = await all(NAMES.map((name) => trackText(implementation, data, name)));
    const accepted = tracked.filter(({ exchange }) => isSuccess(exchange));
    if (accepted.length === 0) throw new NotAssessed('No other name is accepted');
    const { resolutionTimeoutMs } = implementation.settings.tracking;
    const stories = await all(accepted.map((one) => firstRead(implementation, one, endOf(one.exchange) + resolutionTimeoutMs)));
    const read = stories.flatMap((story) => {
      const event = story.reads.at(-1)?.event;
      return event ? [{ story, findings: differences(story.tracked.body.event, event.name, '/name') }] : [];
    });
    if (read.length === 0) throw new NotAssessed('None of the events could be read');
    const renamed = read.filter(({ findings }) => findings.length > 0).slice(0, 3);
    check(
      'event.name-is-tracked-name',
      renamed.flatMap(({ findings }) => findings),
      ...(renamed.length > 0 ? renamed : read.slice(0, 1)).flatMap(({ story }) => exchangesOf(story)),
    );
  },
);

conformance(
  'whatever was accepted as data is JSON when it is read',
  { endpoint: 1, requirements: ['http.json-body'], further: true },
  async ({ implementation, check, all }) => {
    const tracked = await all(EDGE_VALUES.map((value) => trackText(implementation, value)));
    const accepted = tracked.filter(({ exchange }) => isSuccess(exchange));
    if (accepted.length === 0) throw new NotAssessed('No data at the edge of JSON was accepted');
    const { resolutionTimeoutMs } = implementation.settings.tracking;
    const stories = await all(accepted.map((one) => firstRead(implementation, one, endOf(one.exchange) + resolutionTimeoutMs)));
    const read = stories.flatMap(({ reads }) => reads.slice(-1).map(({ exchange }) => exchange)).filter(isSuccess);
    if (read.length === 0) throw new NotAssessed('None of the events could be read');
    const broken = read.filter((exchange) => jsonFindings(exchange).length > 0).slice(0, 3);
    check('http.json-body', broken.flatMap(jsonFindings), ...(broken.length > 0 ? broken : read.slice(0, 1)));
  },
);

/** Tracks an event whose data is this JSON text, with the marker added. */
async function trackText(implementation: Implementation, data: string, name?: string): Promise<TrackedEvent> {
  const business = await implementation.businessId();
  const marker = implementation.unique();
  const event = name ?? implementation.settings.tracking.event;
  const marked = data.replace('{', `{"${MARKER_MEMBER}":${JSON.stringify(marker)},`);
  const exchange = await implementation.client.send(18, { id: business, rawBody: `{"event":${JSON.stringify(event)},"data":${marked}}` });
  return { business, marker, body: { event, data: {} }, exchange };
}

const questions = { endpoint: 18, requirements: [], observes: ['events.other-name', 'events.without-data'] };

conformance('what an event needs', questions, async ({ implementation, observe }) => {
  const id = await implementation.businessId();
  const marker = { conformance_marker: implementation.unique() };
  const other = await implementation.client.send(18, { id, body: { event: `${marker.conformance_marker}.happened`, data: marker } });
  observe('events.other-name', outcome(other));
  const bare = await implementation.client.send(18, { id, body: { event: implementation.settings.tracking.event } });
  observe('events.without-data', outcome(bare));
});
