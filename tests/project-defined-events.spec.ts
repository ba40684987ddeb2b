import { isSuccess, outcome } from './library.ts';
import { changesIn, exchangesOf, lastRead, storyOf, trackText } from './scenarios/events.ts';
import { usualOf } from './scenarios/usual.ts';
import { exampleRecord, NotAssessed, scenario, test } from './suite.ts';

for (const [claim, covered] of usualOf('getProjectDefinedEvent')) test(`getProjectDefinedEvent: ${claim}`, covered);

test(
  'a project-defined event shows the form of its name',
  scenario('getProjectDefinedEvent', 'defined-events.form', async ({ implementation, observe }) => {
    const { event } = await exampleRecord(implementation, 'getProjectDefinedEvent');
    if (typeof event === 'string') observe({ 'defined-events.form': /^[^\s.]+(\.[^\s.]+)+$/.test(event) ? 'dotted' : 'not dotted' });
  }),
);

test(
  'an event that the project defines is tracked by its own name, and keeps it',
  scenario('trackEvent', 'event.name-is-tracked-name', { optional: true }, async ({ implementation, check }) => {
    const { event } = await exampleRecord(implementation, 'getProjectDefinedEvent');
    if (typeof event !== 'string' || event === '') throw new NotAssessed('The project-defined event does not hold `event`');
    const tracked = await trackText(implementation, JSON.stringify(implementation.settings.tracking.unmatchedData), event);
    if (!isSuccess(tracked.exchange)) throw new NotAssessed(`The event is refused: ${outcome(tracked.exchange)}`);
    const story = await storyOf(implementation, tracked);
    if (lastRead(story) === null) throw new NotAssessed('The event cannot be read');
    check({ 'event.name-is-tracked-name': changesIn(story, 'name') ?? [] }, ...exchangesOf(story));
  }),
);
