import { Store } from '../../../reference/store/store.ts';
import { type JsonObject, jsonAnswer, jsonOf, onRecords, onRecordsKeeping, onRequest, sentJson, withJson } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, Interposition } from '../interposition.ts';
import { changeAt } from '../places.ts';

const READ = 'event.can-be-read';
const NAME = 'event.name-is-tracked-name';
const EXTRA = 'event.extra-is-tracked-data';
const TIME = 'event.created-at-is-tracking-time';
const RESOLVED = 'event.match-is-resolved';
const MATCH = 'event.customer-is-the-match';
const STAYS = 'event.stays-resolved';
const NULL = 'event.unmatched-stays-null';
const OWN = 'event.own-fields-never-change';

/** Times of two events tell something only when the suite waits long enough in between. */
const LONG_WINDOW = { CES_UNMATCHED_WINDOW_MS: '1900' };
const TRACKED = [1, 18];

const isTracked = ({ name }: JsonObject): boolean => name === 'conformance.tracked';
const tracked = (change: (event: JsonObject) => JsonObject) => onRecords([1], (event) => (isTracked(event) ? change(event) : event));
const extra = (change: (extra: JsonObject) => unknown) => tracked((event) => ({ ...event, extra: change(event.extra as JsonObject) }));
const resolved = (change: (event: JsonObject) => JsonObject) => tracked((event) => (event.customer === null ? event : change(event)));
const unmatched = (event: JsonObject): boolean => (event.extra as JsonObject).customer_external_id === 'crm-nobody';
/** The number of a read of one event, from 1. */
const counting = (change: (event: JsonObject, read: number) => JsonObject) =>
  onRecordsKeeping(
    [1],
    () => new Map<unknown, number>(),
    (event, reads) => {
      const read = (reads.get(event.id) ?? 0) + 1;
      reads.set(event.id, read);
      return isTracked(event) ? change(event, read) : event;
    },
  );
const countingResolved = (change: (event: JsonObject, read: number) => JsonObject) =>
  onRecordsKeeping(
    [1],
    () => new Map<unknown, number>(),
    (event, reads) => {
      if (!isTracked(event) || event.customer === null) return event;
      const read = (reads.get(event.id) ?? 0) + 1;
      reads.set(event.id, read);
      return change(event, read);
    },
  );
const inside = (store: () => Store): Pick<Fault, 'store'> => ({ store });

function within(name: string, breaks: string | string[], description: string, store: () => Store, further: Partial<Fault> = {}): Fault {
  return { name, endpoints: [1], breaks: [breaks].flat(), description, ...inside(store), ...further };
}

/** Overrides one method of the store. */
class NeverResolving extends Store {
  override dueEvents(): [] {
    return [];
  }
  override nextDue(): null {
    return null;
  }
}
class FirstCustomerMatches extends Store {
  override matchCustomer(): string {
    return 'cus_ada';
  }
}
class NobodyMatches extends Store {
  override matchCustomer(): null {
    return null;
  }
}
class MatchesWhereNobodyDoes extends Store {
  override matchCustomer(pending: Parameters<Store['matchCustomer']>[0]): string {
    return super.matchCustomer(pending) ?? 'cus_grace';
  }
}

export const EVENT_FAULTS: readonly Fault[] = [
  fault(
    'event-lost',
    TRACKED,
    READ,
    'Acknowledged and forgotten',
    lostWhere(() => true),
  ),
  fault(
    'event-with-list-lost',
    18,
    READ,
    'Events whose data holds a list are lost',
    lostWhere((data) => Object.values(data).some(Array.isArray)),
    ONLY,
  ),
  fault(
    'event-with-many-members-lost',
    18,
    READ,
    'Events of over 50 members are lost',
    lostWhere((data) => Object.keys(data).length > 50),
  ),
  fault('event-not-found-by-id', TRACKED, READ, 'Known to the look-up, unknown to endpoint 1', unknownAtEndpoint1()),
  fault(
    'event-without-data-lost',
    18,
    READ,
    'Events without data of their own are lost',
    lostWhere((data) => Object.keys(data).length === 1),
  ),

  fault(
    'event-name-upper',
    TRACKED,
    NAME,
    'The name is in capitals',
    onRecords([1], (event) => (isTracked(event) ? { ...event, name: String(event.name).toUpperCase() } : event)),
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
    onRequest([18], (request) => changed(request, 'event', (name) => String(name).replaceAll('.', '_'))),
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
    extra(({ conformance_marker: _gone, ...data }) => data),
  ),
  fault('event-extra-flattened', TRACKED, EXTRA, 'Nested objects are flattened', extra(flattened)),
  fault('event-extra-merged', TRACKED, EXTRA, 'Data of the event before is mixed in', merged()),
  fault(
    'event-extra-of-another',
    TRACKED,
    EXTRA,
    'Data of the first event is shown for all',
    onRecordsKeeping(
      [1],
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
    tracked((event) => ({ ...event, created_at: '2024-01-01T00:00:00Z' })),
    { ...ONLY, variables: LONG_WINDOW },
  ),
  fault(
    'event-time-of-reading',
    TRACKED,
    OWN,
    '`created_at` is the time of reading',
    tracked((event) => ({ ...event, created_at: new Date().toISOString() })),
  ),
  fault(
    'event-time-to-the-hour',
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

  within('event-never-resolved', RESOLVED, 'No event is ever processed', () => new NeverResolving(), { only: true }),
  within('event-matches-nobody', RESOLVED, 'Processed, and the customer is not found', () => new NobodyMatches()),
  fault(
    'event-resolved-too-late',
    1,
    RESOLVED,
    'The customer shows after an hour',
    resolved((event) => ({ ...event, customer: null })),
  ),
  within('event-first-customer-matches', [MATCH, NULL], 'The first customer matches everything', () => new FirstCustomerMatches()),
  fault(
    'event-wrong-customer',
    1,
    MATCH,
    'The customer beside it is taken',
    resolved((event) => ({ ...event, customer: 'cus_joan' })),
    ONLY,
  ),
  fault(
    'event-customer-by-external-id',
    1,
    MATCH,
    'The external id stands for the id',
    resolved((event) => ({ ...event, customer: 'crm-1008' })),
  ),
  fault(
    'event-customer-encoded',
    1,
    MATCH,
    'The id comes percent-encoded',
    resolved((event) => ({ ...event, customer: encodeURIComponent(String(event.customer)) })),
  ),
  fault(
    'event-customer-object',
    1,
    ['event.fields', RESOLVED],
    'The customer is an object',
    onRecords([1], (event) => (event.customer === null ? event : { ...event, customer: { id: event.customer } })),
  ),
  fault(
    'event-customer-empty-text',
    1,
    'event.fields',
    'An unresolved event has an absent customer',
    onRecords([1], ({ customer, ...event }) =>
      typeof customer === 'string' && event.id !== 'evt_seeded#1' ? { ...event, customer } : event,
    ),
  ),
  fault(
    'event-lost-again',
    1,
    STAYS,
    'The customer is lost again',
    countingResolved((event, read) => (read > 2 ? { ...event, customer: null } : event)),
    ONLY,
  ),
  fault(
    'event-resolved-anew',
    1,
    STAYS,
    'The customer changes to another',
    countingResolved((event, read) => (read > 2 ? { ...event, customer: 'cus_alan' } : event)),
  ),
  fault(
    'event-resolution-flickers',
    1,
    STAYS,
    'Every second read shows no customer',
    countingResolved((event, read) => (read % 2 === 0 ? { ...event, customer: null } : event)),
  ),
  within('event-unmatched-resolved', NULL, 'Nobody matches, so somebody is taken', () => new MatchesWhereNobodyDoes(), { only: true }),
  fault(
    'event-unmatched-resolved-late',
    1,
    NULL,
    'After some reads somebody is taken',
    counting((event, read) => (unmatched(event) && read > 3 ? { ...event, customer: 'cus_ada' } : event)),
  ),

  fault(
    'event-time-moves-on-resolution',
    1,
    OWN,
    '`created_at` becomes the time of resolution',
    resolved((event) => ({ ...event, created_at: new Date(Date.parse(String(event.created_at)) + 60).toISOString() })),
    ONLY,
  ),
  fault(
    'event-id-moves-on-resolution',
    1,
    OWN,
    'The id is a new one once resolved',
    resolved((event) => ({ ...event, id: `${event.id}-resolved` })),
  ),
  fault(
    'event-name-moves-on-resolution',
    1,
    OWN,
    'The name gets a suffix once resolved',
    resolved((event) => ({ ...event, name: `${event.name}.resolved` })),
  ),
  fault(
    'event-extra-enriched-on-resolution',
    1,
    OWN,
    'The customer is written into `extra`',
    resolved((event) => ({ ...event, extra: { ...(event.extra as object), customer: event.customer } })),
  ),
  fault(
    'event-extra-counts-reads',
    1,
    OWN,
    '`extra` counts the reads',
    counting((event, read) => ({ ...event, extra: { ...(event.extra as object), reads: read } })),
  ),
  fault(
    'event-time-jitters',
    1,
    OWN,
    '`created_at` has random milliseconds',
    counting((event, read) => ({ ...event, created_at: String(event.created_at).replace(/\.\d+/, `.${String(read % 10)}00`) })),
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
    const data = request.endpoint === 18 ? sentJson(request)?.data : undefined;
    const lost = typeof data === 'object' && data !== null && isLost(data as JsonObject);
    if (!lost) return forward(request);
    // Whether it would have been accepted at all is asked with data that nobody looks for.
    return forward(withJson(request, { ...sentJson(request), data: {} }));
  };
}

function unknownAtEndpoint1(): () => Interposition {
  return () => async (request, forward) => {
    const answer = await forward(request);
    return request.endpoint === 1 && answer.status === 200 && isTracked(jsonOf(answer))
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
    return onRequest([18], (request) => {
      const earlier = before;
      before = sentJson(request)?.data;
      return changed(request, 'data', (data) => ({ ...(earlier as object), ...(data as object) }));
    })();
  };
}
