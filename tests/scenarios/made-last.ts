import { markerOf, READ_AT } from '../../src/client/stored-sample.ts';
import type { TrackedEvent } from '../../src/client/tracked-event.ts';
import { jsonIn } from '../../src/settings/parsing/json.ts';
import { type Deviation, foundIn, type StatementId } from '../judging.ts';
import { type EndpointName, type Exchange, type Implementation, isSuccess, now, outcome } from '../library.ts';
import { ifAssessed, NotAssessed, recordOf, scenario } from '../suite.ts';
import { secondsBetween } from './changes-since.ts';
import { acceptedEvent, exchangesOf, storyOf, unreadable } from './events.ts';
import { readAgain, untilOld } from './rereads.ts';
import { isMissing, readLate } from './times.ts';

const KINDS = [
  ['createBusiness', 'business.is-kept'],
  ['copyEmailTemplate', 'email-template.copy-is-kept'],
  ['trackEvent', 'event.can-be-read'],
] as const satisfies readonly (readonly [EndpointName, StatementId])[];

type Kept = Exclude<(typeof KINDS)[number][0], 'trackEvent'>;

/** Looks for a new record. */
type Look = () => Promise<{ readonly deviations: Deviation[]; readonly exchanges: readonly Exchange[] }>;

/** What is made last is there with nothing written behind it: a buffer may be written only when the next record comes, which all other tests hide. */
export const lastIsThere = scenario(
  null,
  KINDS.map(([, statement]) => statement),
  { optional: true, last: 'of all' },
  async ({ implementation, check, notAssessed }) => {
    // One after the other, since each is to be the last one for a moment.
    for (const [name, statement] of KINDS) {
      const make = () => (name === 'trackEvent' ? madeEvent(implementation) : madeRecord(implementation, name));
      const look = await ifAssessed(make());
      const found = look && (await ifAssessed(look()));
      if (look === null || found === null) {
        notAssessed(statement, 'The last record was not made, or not read in order');
        continue;
      }
      const isThereNow = found.deviations.length > 0 && (await isThereBehind(look, make));
      check({ [statement]: { ...found, endpoint: name, contrast: isThereNow ? THERE_BEHIND : THE_LAST } });
    }
  },
);

const THE_LAST = 'it was the last record that was made, with no other behind it';
const THERE_BEHIND = `${THE_LAST}; when another was made, it was there`;

async function isThereBehind(look: Look, make: () => Promise<Look>): Promise<boolean> {
  return (await ifAssessed(make())) !== null && (await ifAssessed(look()))?.deviations.length === 0;
}

async function madeEvent(implementation: Implementation): Promise<Look> {
  const tracked = await acceptedEvent(implementation, implementation.settings.tracking.unmatchedData);
  return () => lookForEvent(implementation, tracked);
}

async function lookForEvent(implementation: Implementation, tracked: TrackedEvent): ReturnType<Look> {
  const story = await storyOf(implementation, tracked, 'judged');
  return { deviations: unreadable(story), exchanges: exchangesOf(story) };
}

async function madeRecord(implementation: Implementation, name: Kept): Promise<Look> {
  const exchange = await implementation.freshExample(name);
  return () => lookForRecord(implementation, name, exchange);
}

/** @param when it was made */
async function lookForRecord(implementation: Implementation, name: Kept, exchange: Exchange, when = 'just before'): ReturnType<Look> {
  const { id } = recordOf(exchange);
  const { [name]: readAt } = READ_AT;
  if (typeof id !== 'string' || readAt === undefined) throw new NotAssessed('The new record has no id');
  const { exchange: read } = await readLate(implementation, () => implementation.client.send(readAt, { id }));
  if (!isSuccess(read) && !isMissing(read)) throw new NotAssessed(`The new record cannot be read: ${outcome(read)}`);
  const expected = `${JSON.stringify(id)}, which was made ${when}`;
  const deviations = isMissing(read) ? foundIn(read, [{ expected, actual: outcome(read) }]) : [];
  return { deviations, exchanges: [exchange, read] };
}

/** So many of each kind; of events more, since some may have been lost. */
const MOST_LEFT_ALONE = { createBusiness: 2, copyEmailTemplate: 2, trackEvent: 6 };

/** What nobody has asked for in a while is there all the same: a cache may forget it, and a cleaning job remove it. Reads keep a record alive, so these had none. */
export const leftAloneIsThere = scenario(
  null,
  KINDS.map(([, statement]) => statement),
  { optional: true, last: 'of all' },
  async (context) => {
    const { implementation, session, check, notAssessed } = context;
    const { absence } = implementation.client.environment;
    for (const [name, statement] of KINDS) {
      // Where what was read before is gone as well, that is told by itself.
      const others = await ifAssessed(readAgain(context, name));
      const { made, inVain } = session.run.stored.leftAlone(name);
      const kept = made.filter(({ startedAt }) => startedAt > absence.backAt);
      const looks = kept.slice(0, MOST_LEFT_ALONE[name]).map(async (exchange) => {
        await untilOld(implementation, exchange);
        const when = `${Math.floor((now() - exchange.startedAt) / 1000)} s before`;
        const event = name === 'trackEvent' ? trackedIn(exchange) : null;
        return name === 'trackEvent' ? event && lookForEvent(implementation, event) : lookForRecord(implementation, name, exchange, when);
      });
      const found = (await Promise.all(looks.map(ifAssessed))).filter((look) => look !== null);
      const lost = found.filter(({ deviations }) => deviations.length > 0);
      const [first] = lost;
      if (others === null || others.some(({ exchange }) => !isSuccess(exchange)) || found.length === 0)
        notAssessed(statement, 'No record was left alone, or others are gone as well');
      else if (first === undefined)
        check({ [statement]: { deviations: [], endpoint: name } }, ...found.flatMap(({ exchanges }) => exchanges));
      else
        check({
          [statement]: {
            ...first,
            endpoint: name,
            contrast: `${inVain ? LOOKED_UP : LEFT_ALONE}: ${lost.length} of ${found.length} are gone${laterWords(first.exchanges)}`,
          },
        });
    }
  },
);

const LEFT_ALONE = 'nobody had asked for it since it was made, and those that were read in between are there';
const LOOKED_UP = 'it was looked up before, and no read showed it; others can be read';

/** How long the last of these requests came behind the first: a paste waits as long. */
function laterWords(exchanges: readonly Exchange[]): string {
  const [made, read] = [exchanges[0], exchanges.at(-1)];
  return made && read ? ` ${secondsBetween(made, read)} s later` : '';
}

/** The event that this request tracked. */
function trackedIn(exchange: Exchange): TrackedEvent | null {
  const marker = markerOf(exchange);
  const business = /businesses\/([^/?]+)/.exec(exchange.request.url)?.[1];
  const body = jsonIn(exchange.request.body ?? '') as TrackedEvent['body'];
  return typeof marker === 'string' && business !== undefined ? { business: decodeURIComponent(business), marker, body, exchange } : null;
}
