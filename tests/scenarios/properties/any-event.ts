import type { Implementation } from '../../../src/client/implementation.ts';
import { type EventStory, track } from '../../../src/client/tracked-event.ts';
import type { Judge } from '../../../src/engine/judged-property.ts';
import type { Members } from '../../../src/generation/bodies.ts';
import { jsonObjects, objectBoundaries } from '../../../src/generation/json-objects.ts';
import { mergeObjects } from '../../../src/generation/merge.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed, need } from '../../../src/settings/not-assessed.ts';
import { changesIn, exchangesOf, storyOf, unreadable } from '../event-story.ts';
import { CONCURRENCY, generalJudges, generalStatements, propertyHolds } from '../property.ts';

const JUDGES: readonly Judge<Members, EventStory>[] = [
  { requirement: 'event.can-be-read', findings: (_input, story) => (isSuccess(story.tracked.exchange) ? unreadable(story) : null) },
  { requirement: 'event.name-is-tracked-name', findings: (_input, story) => changesWhereAccepted(story, 'name') },
  { requirement: 'event.extra-is-tracked-data', findings: (_input, story) => changesWhereAccepted(story, 'extra') },
];

export function anyTrackedDataComesBack() {
  const statements = [...generalStatements('trackEvent'), ...JUDGES.map(({ requirement }) => requirement)];
  return propertyHolds<Members, EventStory>('trackEvent', statements, async ({ implementation }) => ({
    attempt: await finder(implementation),
    arbitrary: jsonObjects(),
    boundaries: objectBoundaries().map(({ value, ...boundary }) => ({ ...boundary, input: value })),
    isAccepted: ({ tracked }) => isSuccess(tracked.exchange),
    exchanges: exchangesOf,
    judges: [
      ...generalJudges<Members, EventStory>('trackEvent', implementation.settings.fixtures.designerKind, ({ tracked }) => tracked.exchange),
      ...JUDGES,
    ],
    merge: mergeObjects,
    concurrency: CONCURRENCY,
  }));
}

/** Null where the event was not accepted or could not be read. */
function changesWhereAccepted(story: EventStory, member: 'name' | 'extra') {
  return isSuccess(story.tracked.exchange) ? changesIn(story, member) : null;
}

/** Tracks an event and reads it. */
async function finder(implementation: Implementation): Promise<(data: Members) => Promise<EventStory>> {
  const { lookupUrl, lookupCommand, eventIsDefault } = implementation.settings.tracking;
  const probe = await track(implementation, {});
  if (!isSuccess(probe.exchange))
    throw new NotAssessed(`The event was not accepted: ${outcome(probe.exchange)}`, eventIsDefault ? ['CES_TRACK_EVENT'] : []);
  if (lookupUrl === null && lookupCommand === null) need(probe.exchange.answer.headers.location, 'CES_EVENT_LOOKUP_URL');
  return async (data) => {
    const tracked = await track(implementation, data);
    return isSuccess(tracked.exchange) ? storyOf(implementation, tracked, 'judged') : { tracked, id: null, reads: [] };
  };
}
