import { MARKER_MEMBER } from '../../src/settings/parsing/event-data.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { isObject, type JsonObject, jsonOf, NOT_FOUND, sentJson, withJson } from '../answers.ts';
import { fault, faults, ONLY } from '../fault.ts';
import type { Fault, Interposition } from '../interposition.ts';
import { changeAt } from '../places.ts';
import { answers, at, byFirst, of, recordsKeeping, requests, sending, set } from '../rows.ts';

type Change = (event: JsonObject) => JsonObject;

export const isTracked = ({ name }: JsonObject): boolean => name === 'conformance.tracked';
/** Changes events that the run tracked, not those that were there. */
export const tracked = (change: Change) => of('event')(set((event) => (isTracked(event) ? change(event) : {})));
/** A member of each tracked event is that of the first one. */
const firstOfTracked = (name: string) => byFirst((event, first) => ({ ...event, [name]: first[name] }), isTracked);
export const extra = (change: (extra: JsonObject) => unknown) => tracked(({ extra: data }) => ({ extra: change(data as JsonObject) }));
/** Once they hold a customer. */
export const resolved = (change: Change) => tracked((event) => (event.customer === null ? event : change(event)));
/** Changes events by the number of the read among those that count, from 1. */
const countingReads = (counts: (event: JsonObject) => boolean, change: (event: JsonObject, read: number) => JsonObject) =>
  recordsKeeping(
    () => new Map<unknown, number>(),
    (event, reads) => {
      if (!counts(event)) return event;
      const read = (reads.get(event.id) ?? 0) + 1;
      reads.set(event.id, read);
      return { ...event, ...change(event, read) };
    },
  );
export const counting = (change: (event: JsonObject, read: number) => JsonObject) => countingReads(isTracked, change);
/** The same, counted from the first read with a customer. */
export const countingResolved = (change: (event: JsonObject, read: number) => JsonObject) =>
  countingReads((event) => isTracked(event) && event.customer !== null, change);

const READ = 'event.can-be-read';
const NAME = 'event.name-is-tracked-name';
const EXTRA = 'event.extra-is-tracked-data';
const TIME = 'event.created-at-is-tracking-time';

/** Times of two events can be compared only when the suite waits long enough between them. */
const LONG_WINDOW = { variables: { CES_UNMATCHED_WINDOW_MS: '1900' } };
const LONGER_WINDOW = { variables: { CES_UNMATCHED_WINDOW_MS: '2600' } };
/** The suite waits in vain for what is lost, so it should not wait long. */
const IMPATIENT = { variables: { CES_RESOLUTION_TIMEOUT_MS: '1200' } };
export const TRACKED: readonly EndpointName[] = ['getEvent', 'trackEvent'];

/** An event that the project defines comes back under another name. */
const defined = (name: string) => of('event')(set((event) => (event.name === 'order.paid' ? { name } : {})));

const timed = (change: (ms: number) => number) =>
  tracked(({ created_at: at }) => ({ created_at: new Date(change(Date.parse(String(at)))).toISOString() }));
const withOneId = tracked(() => ({ id: 'evt-tracked' }));
const underscored = at('trackEvent')(sending('event', (name) => String(name).replaceAll('.', '_')));
const unknownById = at('getEvent')(answers((answer) => (answer.status === 200 && isTracked(jsonOf(answer)) ? NOT_FOUND : answer)));
const isAny = () => true;
const hasMarkerAlone = (data: JsonObject) => Object.keys(data).length === 1;
const holdsList = (data: JsonObject) => Object.values(data).some(Array.isArray);

/** What was tracked does not come back, or not as it was. */
export const EVENT_CONTENT_FAULTS: readonly Fault[] = [
  fault('event-lost', TRACKED, READ, 'Acknowledged and forgotten', lostWhere(isAny), IMPATIENT),
  ...faults('trackEvent', READ, [
    ['event-with-list-lost', 'Events whose data holds a list are lost', lostWhere(holdsList), { ...ONLY, ...IMPATIENT }],
    ['event-with-many-members-lost', 'Events of over 50 members are lost', lostWhere((data) => Object.keys(data).length > 50)],
  ]),
  fault('event-not-found-by-id', TRACKED, READ, 'Known to the look-up, unknown to endpoint 1', unknownById, IMPATIENT),
  fault('event-without-data-lost', 'trackEvent', READ, 'Events without data of their own are lost', lostWhere(hasMarkerAlone)),
  ...faults(TRACKED, NAME, [
    ['event-name-of-the-project-as-id', 'A defined event is known by its id', defined('pde_order?paid')],
    ['event-name-of-the-project-without-resource', 'A defined event is stored by its verb', defined('paid')],
    ['event-name-upper', 'The name is in capitals', tracked(({ name }) => ({ name: String(name).toUpperCase() })), ONLY],
    ['event-name-prefixed', 'The name gets the business', tracked((event) => ({ name: `biz.${event.name}` }))],
    ['event-name-underscored', 'Dots become underscores on the way in', underscored],
  ]),
  ...faults(TRACKED, EXTRA, [
    ['event-extra-added', 'The service adds a member', extra((data) => ({ ...data, source: 'api' }))],
    ['event-extra-without-marker', 'The marker is taken out', extra(({ [MARKER_MEMBER]: _gone, ...data }) => data)],
    ['event-extra-flattened', 'Nested objects are flattened', extra(flattened)],
    ['event-extra-merged', 'Data of the event before is mixed in', merged],
    ['event-extra-of-another', 'Data of the first event is shown for all', of('event')(firstOfTracked('extra'))],
    ['alone-event-extra', 'Truth values become 0 and 1', extra((data) => changeAt(data, ['nested', 'yes'], Number)), ONLY],
  ]),
  ...faults(TRACKED, TIME, [
    ['event-time-constant', 'All events are of the same time', timed(() => Date.UTC(2024)), { ...ONLY, ...LONG_WINDOW }],
    ['event-time-twice-as-fast', 'Seconds run twice as fast', timed((ms) => ms * 2 - 1.7e12), LONGER_WINDOW],
  ]),
  fault('event-ids-duplicate', TRACKED, 'record.ids-are-distinct', 'Two events show one id', withOneId),
];

/** Acknowledges without storing. */
function lostWhere(isLost: (data: JsonObject) => boolean): () => Interposition {
  return () => async (request, forward) => {
    const data = request.endpoint === 'trackEvent' ? sentJson(request)?.data : undefined;
    if (!isObject(data) || !isLost(data)) return forward(request);
    // Data that nobody looks for shows whether the service would have accepted the event at all.
    return forward(withJson(request, { ...sentJson(request), data: {} }));
  };
}

function flattened(data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) =>
      isObject(value) ? Object.entries(value).map(([inner, item]) => [`${key}.${inner}`, item]) : [[key, value]],
    ),
  );
}

function merged(): Interposition {
  let before: unknown = {};
  return at('trackEvent')(
    requests((request) => {
      const earlier = before;
      const sent = sentJson(request);
      before = sent?.data;
      if (!sent || !Object.hasOwn(sent, 'data')) return request;
      return withJson(request, { ...sent, data: { ...(earlier as object), ...(sent.data as object) } });
    }),
  )();
}
