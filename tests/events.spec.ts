import { TRACKED_BEFORE } from '../src/checks/run-history.ts';
import { type EventStory, follow } from '../src/client/tracked-event.ts';
import { EDGE_VALUES, LESS_DEEP, meansOneThing } from '../src/generation/hostile.ts';
import { MARKER_MEMBER } from '../src/settings/parsing/json.ts';
import { counted } from '../src/specification/words.ts';
import { distinctRecordDeviations, foundIn, jsonDeviations, show } from './judging.ts';
import { isObject, isSuccess, outcome } from './library.ts';
import { eventIsTheSameAtEveryAge } from './scenarios/ages.ts';
import { freeObjectOfEventComesBack } from './scenarios/creations.ts';
import {
  changesIn,
  exchangesOf,
  lastRead,
  packedStories,
  storyOf,
  trackAndRead,
  trackText,
  unreadable,
  unreadableAtOnce,
} from './scenarios/events.ts';
import { eventTakesNothingOver } from './scenarios/members-taken-over.ts';
import { nulDeviations } from './scenarios/robustness/odd-texts.ts';
import { firstBrokenAtOnce } from './scenarios/under-load.ts';
import { usualOf } from './scenarios/usual.ts';
import { firstBroken, ifAssessed, NotAssessed, type ScenarioContext, scenario, test } from './suite.ts';

for (const name of ['getEvent', 'trackEvent'] as const) for (const [claim, covered] of usualOf(name)) test(`${name}: ${claim}`, covered);

test(
  'a tracked event can be read, with its name and data',
  scenario(
    'trackEvent',
    ['event.can-be-read', 'event.name-is-tracked-name', 'event.extra-is-tracked-data', 'record.ids-are-distinct'],
    async ({ implementation, check }) => {
      const { unmatchedData } = implementation.settings.tracking;
      const data = { ...unmatchedData, amount: 12.5, items: ['one', 'two'], nested: { yes: true, none: null } };
      const stories = await Promise.all([data, {}].map((one) => trackAndRead(implementation, one, 'judged')));
      const exchanges = stories.flatMap(exchangesOf);
      check({ 'event.can-be-read': await unreadableAtOnce(implementation, stories) }, ...exchanges);
      const read = stories.flatMap((story) => lastRead(story) ?? []);
      if (read.length < stories.length) throw new NotAssessed('The event that was tracked could not be read');
      check(
        {
          'event.name-is-tracked-name': stories.flatMap((one) => changesIn(one, 'name') ?? []),
          'event.extra-is-tracked-data': stories.flatMap((story) => changesIn(story, 'extra') ?? []),
          'record.ids-are-distinct': distinctRecordDeviations(read),
        },
        ...exchanges,
      );
    },
  ),
);

test('lists tracked twice, and values whose kind changes, come back as sent', freeObjectOfEventComesBack);

test('a tracked event takes over no member that only the service writes', eventTakesNothingOver);

/** Which names an implementation takes is not shown; each that it takes is the event's. */
const NAMES = ['2nd Order Placed', 'cart:item_added', 'ORDER.PLACED', "o'neil & <b>sons</b>", 'a/b%20c?d=e#f', 'größe.日本語.😀'];
// A pattern that matches in many ways tries them all before it gives up at the last character.
const ALONE_NAMES = [`long.${'n'.repeat(120)}`, '  spaced  ', `${'n'.repeat(48)}!`];
const BEYOND_ASCII = /[^ -~]/;
const PACKED_NAMES = { packs: [{ parts: NAMES, together: NAMES.join('-') }], alone: ALONE_NAMES };

test(
  'whatever name is accepted is the name of the event, before and after its processing',
  scenario('trackEvent', 'event.name-is-tracked-name', { optional: true }, async (context) => {
    const { implementation } = context;
    const { matchingData } = implementation.settings.tracking;
    // Those beyond ASCII match a customer, so that one is processed.
    const dataOf = (name: string) => JSON.stringify(BEYOND_ASCII.test(name) && matchingData ? matchingData : { origin: 'conformance' });
    const track = (name: string) => trackText(implementation, dataOf(name), name);
    const changesOf = (story: EventStory) => changesIn(story, 'name') ?? [];
    const stories = await packedStories(context, PACKED_NAMES, track, (story) => changesOf(story).length > 0);
    if (stories.length === 0) throw new NotAssessed('No other name is accepted');
    const read = stories.filter((story) => lastRead(story) !== null);
    if (read.length === 0) throw new NotAssessed('None of the events could be read');
    const [odd] = read.filter(({ tracked }) => BEYOND_ASCII.test(tracked.body.event));
    const known = odd && lastRead(odd);
    // Read again at the end of the run: what kept the name as it came has forgotten it by then.
    if (known && odd.id !== null)
      context.session.run.stored.keep({ id: odd.id, madeBy: 'trackEvent', value: known.record, read: known.exchange });
    const matched = matchingData === null ? undefined : read.find(({ tracked }) => BEYOND_ASCII.test(tracked.body.event));
    const processed = matched && (await ifAssessed(follow(implementation, matched.tracked, true, 0)));
    const all = processed ? [...read, processed] : read;
    const attempts = all.map((story) => ({ story, exchange: story.tracked.exchange }));
    const again = async ({ story: { tracked } }: (typeof attempts)[number]) => {
      const alone = await trackText(implementation, dataOf(tracked.body.event), tracked.body.event, { alone: true });
      return { story: await storyOf(implementation, alone), exchange: alone.exchange };
    };
    const shown = { most: 3, alsoSeen: ({ story }: (typeof attempts)[number]) => exchangesOf(story) };
    const judged = await firstBrokenAtOnce(attempts, shown, again, ({ story }) => changesOf(story), 'tracked at once');
    context.check({ 'event.name-is-tracked-name': judged });
  }),
);

const inOtherCase = (name: string): string =>
  name.replace(/[a-z]+|[A-Z]+/g, (letters) => (/[a-z]/.test(letters) ? letters.toUpperCase() : letters.toLowerCase()));

test(
  'an event has the letter case of its own name, and not that of an earlier one',
  scenario('trackEvent', 'event.name-is-tracked-name', { optional: true }, async ({ implementation, check }) => {
    const name = `${implementation.unique()}.Happened`;
    const stories: EventStory[] = [];
    // A service that keeps each name once may find it by its letters alone.
    for (const each of [name, inOtherCase(name)]) {
      const tracked = await trackText(implementation, '{"origin":"conformance"}', each);
      if (!isSuccess(tracked.exchange)) throw new NotAssessed(`Another name is refused: ${outcome(tracked.exchange)}`);
      stories.push(await storyOf(implementation, tracked));
    }
    if (stories.some((story) => lastRead(story) === null)) throw new NotAssessed('The events could not be read');
    const beside = () => `the other letter case ${TRACKED_BEFORE}`;
    const alsoSeen = () => stories.flatMap(exchangesOf);
    check({
      'event.name-is-tracked-name': firstBroken(stories.toReversed(), { most: 1, alsoSeen, beside }, (one) => changesIn(one, 'name') ?? []),
    });
  }),
);

const lastAnswers = ({ reads }: EventStory) => [reads.at(-1)?.exchange].filter((one) => one !== undefined).filter(isSuccess);

/** Events whose data is at the edge of JSON, of those that were accepted; and the data of each. */
function storiesAtTheEdge({ implementation, all }: ScenarioContext) {
  return implementation.once('events at the edge of JSON', async () => {
    const isWrong = (story: EventStory) => lastAnswers(story).some((exchange) => jsonDeviations(exchange).length > 0);
    const dataOf = new Map<string, string>();
    const track = async (data: string) => {
      const tracked = await trackText(implementation, data);
      dataOf.set(tracked.marker, data);
      return tracked;
    };
    const stories = await packedStories({ implementation, all }, EDGE_VALUES, track, isWrong);
    const wasDeep = stories.some(({ tracked }) => dataOf.get(tracked.marker)?.startsWith('{"deep"'));
    for (const data of wasDeep ? [] : LESS_DEEP) {
      const tracked = await track(data);
      if (!isSuccess(tracked.exchange)) continue;
      stories.push(await storyOf(implementation, tracked));
      break;
    }
    if (stories.length === 0) throw new NotAssessed('No data at the edge of JSON was accepted');
    return stories.map((story) => ({ story, data: dataOf.get(story.tracked.marker) ?? '' }));
  });
}

test(
  'odd data that was accepted can be read',
  scenario('trackEvent', ['event.can-be-read', 'event.extra-is-tracked-data'], { optional: true }, async (context) => {
    const { implementation, check } = context;
    const all = await storiesAtTheEdge(context);
    checkOddValues(context, all);
    const stories = all.filter(({ data }) => meansOneThing(data));
    const areRead = stories.filter(({ story }) => lastRead(story) !== null);
    if (areRead.length === 0) throw new NotAssessed('None of the events could be read');
    const [lost] = stories.filter(({ story }) => story.id === null);
    const again = lost && (await storyOf(implementation, await trackText(implementation, lost.data, undefined, { alone: true }), 'judged'));
    const isAccepted = again !== undefined && isSuccess(again.tracked.exchange);
    const deviations = isAccepted ? unreadable(again) : [];
    if (lost === undefined || again === undefined || deviations.length === 0)
      return check({ 'event.can-be-read': [] }, ...areRead.flatMap(({ story }) => exchangesOf(story)));
    const contrast = `the data are ${lost.data}, alone as well; ${counted(areRead.length, 'event')} of other odd data can be read`;
    check({ 'event.can-be-read': { deviations, contrast, exchanges: exchangesOf(again) } });
  }),
);

/** A number may lose digits that a double does not hold (RFC 8259 §6), and is a number all the same. A text does not end at a NUL. */
function checkOddValues({ check, notAssessed }: ScenarioContext, stories: readonly { readonly story: EventStory }[]): void {
  const read = stories.flatMap(({ story }) => lastRead(story) ?? []);
  const numbers = read.flatMap(({ record: { extra }, exchange }) =>
    isObject(extra) && Object.hasOwn(extra, 'number') ? [{ number: extra.number, exchange }] : [],
  );
  const texts = numbers.flatMap(({ number, exchange }) =>
    typeof number === 'string' ? foundIn(exchange, [{ pointer: '/extra/number', expected: 'a number', actual: show(number) }]) : [],
  );
  const nuls = read.flatMap(({ record: { extra }, exchange }) => {
    const deviations = nulDeviations(extra, '/extra');
    return deviations === null ? [] : [{ exchange, cut: foundIn(exchange, deviations) }];
  });
  const odd = [...numbers, ...nuls].map(({ exchange }) => exchange);
  const deviations = [...texts, ...nuls.flatMap(({ cut }) => cut)].slice(0, 1);
  if (odd.length === 0) notAssessed('event.extra-is-tracked-data', 'No event with an odd number, or a NUL, could be read');
  else check({ 'event.extra-is-tracked-data': deviations }, ...odd);
}

test(
  'whatever was accepted as data is JSON when it is read',
  scenario('getEvent', 'http.json-body', { optional: true }, async (context) => {
    const read = (await storiesAtTheEdge(context)).flatMap(({ story }) => lastAnswers(story));
    if (read.length === 0) throw new NotAssessed('None of the events could be read');
    const broken = firstBroken(read, { most: 3 }, (exchange) => foundIn(exchange, jsonDeviations(exchange)));
    context.check({ 'http.json-body': broken });
  }),
);

test(
  'an event of another name, and one without data, is answered',
  scenario('trackEvent', ['events.other-name', 'events.without-data'], async ({ implementation, observe }) => {
    const id = await implementation.businessId();
    const marker = implementation.unique();
    const named = { event: `${marker}.happened`, data: { [MARKER_MEMBER]: marker } };
    observe({ 'events.other-name': outcome(await implementation.client.send('trackEvent', { id, body: named })) });
    const bare = { event: implementation.settings.tracking.event };
    observe({ 'events.without-data': outcome(await implementation.client.send('trackEvent', { id, body: bare })) });
  }),
);

test('an event with data of many kinds is the same at every age', eventIsTheSameAtEveryAge);
