import { track } from '../src/client/tracked-event.ts';
import { isSuccess, outcome } from './library.ts';
import { changesIn, exchangesOf, lastRead, storyOf } from './scenarios/events.ts';
import { usualOf } from './scenarios/usual.ts';
import { exampleRecord, firstBroken, NotAssessed, scenario, test } from './suite.ts';

for (const [claim, covered] of usualOf('getProjectDefinedEvent')) test(`getProjectDefinedEvent: ${claim}`, covered);

test(
  'a project-defined event shows the form of its name',
  scenario('getProjectDefinedEvent', 'defined-events.form', async ({ implementation, observe }) => {
    const { event } = await exampleRecord(implementation, 'getProjectDefinedEvent');
    if (typeof event === 'string') observe({ 'defined-events.form': /^[^\s.]+(\.[^\s.]+)+$/.test(event) ? 'dotted' : 'not dotted' });
  }),
);

/** What an amount of money in cents, or of a type of its own, would not hold. */
const AMOUNTS = [1234.5678, '0012.50'];

/** Data with the amount where the event has its purchase amount; undefined where the path is none of plain names. */
function purchaseOf(amount: unknown, path: unknown): object | undefined {
  const [, names] = (typeof path === 'string' && /^(?:\$\.)?(\w+(?:\.\w+)*)$/.exec(path)) || [];
  return names?.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), amount) as object | undefined;
}

test(
  'an event that the project defines is tracked by its own name, and keeps it',
  scenario(
    'trackEvent',
    ['event.name-is-tracked-name', 'event.extra-is-tracked-data'],
    { optional: true },
    async ({ implementation, check, all }) => {
      const { event, purchase_amount_path: path } = await exampleRecord(implementation, 'getProjectDefinedEvent');
      if (typeof event !== 'string' || event === '') throw new NotAssessed('The project-defined event does not hold `event`');
      const { unmatchedData } = implementation.settings.tracking;
      const purchases = AMOUNTS.flatMap((amount) => purchaseOf(amount, path) ?? []);
      const sent = purchases.length > 0 ? purchases : [{}];
      const tracked = await all(sent.map((purchase) => track(implementation, { ...unmatchedData, ...purchase }, { event })));
      const accepted = tracked.filter(({ exchange }) => isSuccess(exchange));
      if (accepted.length === 0) throw new NotAssessed(`The event is refused: ${tracked.map(({ exchange }) => outcome(exchange))[0]}`);
      const stories = await all(accepted.map((one) => storyOf(implementation, one)));
      const read = stories.filter((story) => lastRead(story) !== null);
      if (read.length === 0) throw new NotAssessed('The event cannot be read');
      for (const [statement, member] of [
        ['event.name-is-tracked-name', 'name'],
        ['event.extra-is-tracked-data', 'extra'],
      ] as const)
        check({ [statement]: firstBroken(read, { most: 1, alsoSeen: exchangesOf }, (story) => changesIn(story, member) ?? []) });
    },
  ),
);
