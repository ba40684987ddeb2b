import type { Implementation } from '../../../src/client/implementation.ts';
import { type EventStory, endOf, firstRead, track } from '../../../src/client/tracked-event.ts';
import type { Judge } from '../../../src/engine/judged-property.ts';
import type { CoveredScenario } from '../../../src/engine/playwright/collected-scenarios.ts';
import type { Members } from '../../../src/generation/bodies.ts';
import { jsonObjects, objectBoundaries } from '../../../src/generation/json-objects.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed, need } from '../../../src/settings/not-assessed.ts';
import { changesIn, exchangesOf, unreadable } from '../event-story.ts';
import { CONCURRENCY, generalJudges, generalStatements, propertyHolds } from '../property.ts';

/** After two lost events the others are given little time: that events get lost is known by then. */
const ENOUGH_LOST = 2;
const LITTLE_TIME_MS = 1000;

const JUDGES: readonly Judge<Members, EventStory>[] = [
  { requirement: 'event.can-be-read', findings: (_input, story) => (isSuccess(story.tracked.exchange) ? unreadable(story) : null) },
  { requirement: 'event.name-is-tracked-name', findings: (_input, story) => changesWhereAccepted(story, 'name') },
  { requirement: 'event.extra-is-tracked-data', findings: (_input, story) => changesWhereAccepted(story, 'extra') },
];

export function anyTrackedDataComesBack(): CoveredScenario {
  const statements = [...generalStatements('trackEvent'), ...JUDGES.map(({ requirement }) => requirement)];
  return propertyHolds<Members, EventStory>('trackEvent', statements, async ({ implementation }) => ({
    attempt: await patientFinder(implementation),
    arbitrary: jsonObjects(),
    boundaries: objectBoundaries().map(({ label, value }) => ({ label, input: value })),
    isAccepted: ({ tracked }) => isSuccess(tracked.exchange),
    exchanges: exchangesOf,
    judges: [
      ...generalJudges<Members, EventStory>('trackEvent', implementation.settings.fixtures.designerKind, ({ tracked }) => tracked.exchange),
      ...JUDGES,
    ],
    concurrency: CONCURRENCY,
  }));
}

/** Null where the event was not accepted or could not be read. */
function changesWhereAccepted(story: EventStory, member: 'name' | 'extra') {
  return isSuccess(story.tracked.exchange) ? changesIn(story, member) : null;
}

/** Tracks and reads events; how long it looks for one depends on how many were lost before. */
async function patientFinder(implementation: Implementation): Promise<(data: Members) => Promise<EventStory>> {
  const { resolutionTimeoutMs, lookupUrl, lookupCommand, eventIsDefault } = implementation.settings.tracking;
  const probe = await track(implementation, {});
  if (!isSuccess(probe.exchange))
    throw new NotAssessed(`The event was not accepted: ${outcome(probe.exchange)}`, eventIsDefault ? ['CES_TRACK_EVENT'] : []);
  if (lookupUrl === null && lookupCommand === null) need(probe.exchange.answer.headers.location, 'CES_EVENT_LOOKUP_URL');
  let lost = 0;
  return async (data) => {
    const tracked = await track(implementation, data);
    if (!isSuccess(tracked.exchange)) return { tracked, id: null, reads: [] };
    const patience = lost < ENOUGH_LOST ? resolutionTimeoutMs : Math.min(LITTLE_TIME_MS, resolutionTimeoutMs);
    const story = await firstRead(implementation, tracked, endOf(tracked.exchange) + patience);
    if (unreadable(story).length > 0) lost += 1;
    return story;
  };
}
