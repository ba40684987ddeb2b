import { MARKER_MEMBER } from '../../src/settings/parsing/event-data.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { type JsonObject, jsonAnswer, jsonOf, onRecords, onRecordsKeeping, onRequest, sentJson, withJson } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, Interposition } from '../interposition.ts';
import { changeAt } from '../places.ts';
import { extra, isTracked, tracked } from './event-answers.ts';

const READ = 'event.can-be-read';
const NAME = 'event.name-is-tracked-name';
const EXTRA = 'event.extra-is-tracked-data';
const TIME = 'event.created-at-is-tracking-time';

/** Times of two events can be compared only when the suite waits long enough between them. */
const LONG_WINDOW = { CES_UNMATCHED_WINDOW_MS: '1900' };
/** The suite waits in vain for what is lost, so it should not wait long. */
const IMPATIENT = { CES_RESOLUTION_TIMEOUT_MS: '1200' };
const TRACKED: readonly EndpointName[] = ['getEvent', 'trackEvent'];

/** Names that the project defines, and no others, come back as something else. */
const PROJECT_DEFINED: readonly (readonly [name: string, description: string, shown: (name: string) => string])[] = [
  ['as-id', 'A defined event is known by its id', (name) => (name === 'order.paid' ? 'pde_order?paid' : name)],
  ['as-words', 'A defined event is shown by its text', (name) => (name === 'order.paid' ? 'an order is paid' : name)],
  ['without-resource', 'A defined event is stored by its verb', (name) => name.replace(/^order\./, '')],
];

/** What was tracked does not come back, or not as it was. */
export const EVENT_CONTENT_FAULTS: readonly Fault[] = [
  fault(
    'event-lost',
    TRACKED,
    READ,
    'Acknowledged and forgotten',
    lostWhere(() => true),
    { variables: IMPATIENT },
  ),
  fault(
    'event-with-list-lost',
    'trackEvent',
    READ,
    'Events whose data holds a list are lost',
    lostWhere((data) => Object.values(data).some(Array.isArray)),
    { ...ONLY, variables: IMPATIENT },
  ),
  fault(
    'event-with-many-members-lost',
    'trackEvent',
    READ,
    'Events of over 50 members are lost',
    lostWhere((data) => Object.keys(data).length > 50),
  ),
  fault('event-not-found-by-id', TRACKED, READ, 'Known to the look-up, unknown to endpoint 1', unknownById(), {
    variables: IMPATIENT,
  }),
  fault(
    'event-without-data-lost',
    'trackEvent',
    READ,
    'Events without data of their own are lost',
    lostWhere((data) => Object.keys(data).length === 1),
  ),

  ...PROJECT_DEFINED.map(([name, description, shown]) =>
    fault(
      `event-name-of-the-project-${name}`,
      TRACKED,
      NAME,
      description,
      onRecords(['getEvent'], (event) => ({ ...event, name: shown(String(event.name)) })),
    ),
  ),
  fault(
    'event-name-upper',
    TRACKED,
    NAME,
    'The name is in capitals',
    onRecords(['getEvent'], (event) => (isTracked(event) ? { ...event, name: String(event.name).toUpperCase() } : event)),
    ONLY,
  ),
  fault(
    'event-name-last-part',
    TRACKED,
    NAME,
    'Only the verb is kept',
    tracked((event) => ({ ...event, name: 'tracked' })),
  ),
  fault(
    'event-name-prefixed',
    TRACKED,
    NAME,
    'The name gets the business',
    tracked((event) => ({ ...event, name: `biz.${event.name}` })),
  ),
  fault(
    'event-name-underscored',
    TRACKED,
    NAME,
    'Dots become underscores on the way in',
    onRequest(['trackEvent'], (request) => changed(request, 'event', (name) => String(name).replaceAll('.', '_'))),
  ),

  fault(
    'event-extra-empty',
    TRACKED,
    EXTRA,
    '`extra` is empty',
    extra(() => ({})),
  ),
  fault(
    'event-extra-wrapped',
    TRACKED,
    EXTRA,
    '`extra` holds the data one level deeper',
    extra((data) => ({ data })),
  ),
  fault(
    'event-extra-added',
    TRACKED,
    EXTRA,
    'The service adds a member',
    extra((data) => ({ ...data, source: 'api' })),
  ),
  fault(
    'event-extra-without-marker',
    TRACKED,
    EXTRA,
    'The marker is taken out',
    extra(({ [MARKER_MEMBER]: _gone, ...data }) => data),
  ),
  fault('event-extra-flattened', TRACKED, EXTRA, 'Nested objects are flattened', extra(flattened)),
  fault('event-extra-merged', TRACKED, EXTRA, 'Data of the event before is mixed in', merged()),
  fault(
    'event-extra-of-another',
    TRACKED,
    EXTRA,
    'Data of the first event is shown for all',
    onRecordsKeeping(
      ['getEvent'],
      () => ({ first: null as unknown }),
      (event, memory) => {
        if (!isTracked(event)) return event;
        memory.first ??= event.extra;
        return { ...event, extra: memory.first };
      },
    ),
  ),
  fault(
    'alone-event-extra',
    TRACKED,
    EXTRA,
    'Truth values become 0 and 1',
    extra((data) => changeAt(data, ['nested', 'yes'], Number)),
    ONLY,
  ),

  fault(
    'event-time-constant',
    TRACKED,
    TIME,
    'All events are of the same time',
    tracked((event) => ({ ...event, created_at: '2024-01-01T00:00:00.000Z' })),
    { ...ONLY, variables: LONG_WINDOW },
  ),
  fault(
    'event-time-twice-as-fast',
    TRACKED,
    TIME,
    'Seconds run twice as fast',
    tracked((event) => ({ ...event, created_at: new Date(Date.parse(String(event.created_at)) * 2 - 1.7e12).toISOString() })),
    { variables: { CES_UNMATCHED_WINDOW_MS: '2600' } },
  ),
  fault(
    'event-time-descending',
    TRACKED,
    TIME,
    'Times run backwards',
    tracked((event) => ({ ...event, created_at: new Date(4e12 - Date.parse(String(event.created_at))).toISOString() })),
    { variables: LONG_WINDOW },
  ),

  fault(
    'event-ids-duplicate',
    TRACKED,
    'record.ids-are-distinct',
    'Two events show one id',
    tracked((event) => ({ ...event, id: 'evt-tracked' })),
  ),
];

function changed(request: Parameters<Interposition>[0], member: string, change: (value: unknown) => unknown) {
  const sent = sentJson(request);
  return sent && Object.hasOwn(sent, member) ? withJson(request, { ...sent, [member]: change(sent[member]) }) : request;
}

/** Acknowledges without storing. */
function lostWhere(isLost: (data: JsonObject) => boolean): () => Interposition {
  return () => async (request, forward) => {
    const data = request.endpoint === 'trackEvent' ? sentJson(request)?.data : undefined;
    const lost = typeof data === 'object' && data !== null && isLost(data as JsonObject);
    if (!lost) return forward(request);
    // Data that nobody looks for shows whether the service would have accepted the event at all.
    return forward(withJson(request, { ...sentJson(request), data: {} }));
  };
}

function unknownById(): () => Interposition {
  return () => async (request, forward) => {
    const answer = await forward(request);
    return request.endpoint === 'getEvent' && answer.status === 200 && isTracked(jsonOf(answer))
      ? jsonAnswer(404, { error: { code: 'not_found', message: 'no such event' } })
      : answer;
  };
}

function flattened(data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).map(([inner, item]) => [`${key}.${inner}`, item] as const)
        : [[key, value] as const],
    ),
  );
}

function merged(): () => Interposition {
  return () => {
    let before: unknown = {};
    return onRequest(['trackEvent'], (request) => {
      const earlier = before;
      before = sentJson(request)?.data;
      return changed(request, 'data', (data) => ({ ...(earlier as object), ...(data as object) }));
    })();
  };
}
