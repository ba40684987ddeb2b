import { type PendingEvent, Store } from '../../reference/store/store.ts';
import { MARKER_MEMBER } from '../../src/settings/parsing/json.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { answerOf, isObject, type JsonObject, jsonOf, NOT_FOUND, pause, sentJson, withJson } from '../answers.ts';
import { type Fault, fault, faults, ONLY, within } from '../fault.ts';
import { answers, at, changeAt, hereKeeping, of, records, recordsKeeping, SHARED_MS, type Spoil, sending, set, texts } from '../rows.ts';

type Change = (event: JsonObject) => JsonObject;

/** By which the suite knows an event again. */
export const markerIn = (data: unknown) => (isObject(data) ? data[MARKER_MEMBER] : undefined);
export const isTracked = ({ name }: JsonObject): boolean => name === 'conformance.tracked';
/** Changes events that the run tracked, not those that were there. */
const tracked = (change: Change) => of('event')(set((event) => (isTracked(event) ? change(event) : {})));
const extra = (change: (extra: JsonObject) => unknown) => tracked(({ extra: data }) => ({ extra: change(data as JsonObject) }));
/** Once they hold a customer. */
const resolved = (change: Change) => tracked((event) => (event.customer === null ? event : change(event)));
/** Changes events by the number of the read among those that count, from 1. */
const counting = (change: (event: JsonObject, read: number) => JsonObject, counts: (event: JsonObject) => boolean = isTracked) =>
  recordsKeeping(new Map<unknown, number>(), (event, reads) => {
    if (!counts(event)) return event;
    const read = (reads.get(event.id) ?? 0) + 1;
    reads.set(event.id, read);
    return { ...event, ...change(event, read) };
  });

/** Changes an event by the time since its customer, or itself, was first read. */
export const byAge = (change: (event: JsonObject, ages: { readonly readMs: number; readonly resolvedMs: number }) => JsonObject) =>
  recordsKeeping(new Map<unknown, number>(), (event, born) => {
    const now = Date.now();
    const since = (key: unknown) => now - (born.get(key) ?? born.set(key, now).get(key) ?? now);
    const ages = { readMs: since(event.id), resolvedMs: typeof event.customer === 'string' ? since(`${event.id} resolved`) : 0 };
    return change(event, ages);
  });

const READ = 'event.can-be-read';
const NAME = 'event.name-is-tracked-name';
const TIME = 'event.created-at-is-tracking-time';

/** Times of two events can be compared only when the suite waits long enough between them. */
const LONG_WINDOW = { variables: { CES_UNMATCHED_WINDOW_MS: '1900' } };
/** The suite waits in vain for what is lost, so it should not wait long. */
const IMPATIENT = { variables: { CES_RESOLUTION_TIMEOUT_MS: '1200' } };
export const TRACKED: readonly EndpointName[] = ['getEvent', 'trackEvent'];

/** An event that the project defines comes back under another name. */
const defined = (name: string) => of('event')(set((event) => (event.name === 'order.paid' ? { name } : {})));
const constant = tracked(() => ({ created_at: new Date(Date.UTC(2024)).toISOString() }));
const withOneId = tracked(() => ({ id: 'evt-tracked' }));
const fromLetter = (name: unknown) => String(name).replace(/^\d/, '-');
const untilNul = (text: string) => text.split('\0')[0];
const underscored = at('trackEvent')(sending('event', (name) => String(name).replaceAll('.', '_')));
const unknownById = at('getEvent')(answers((answer) => (answer.status === 200 && isTracked(jsonOf(answer)) ? NOT_FOUND : answer)));
/** What is sent waits in a variable until it is stored. */
const sharedData = hereKeeping({ data: null as unknown }, async (request, forward, memory) => {
  const sent = sentJson(request);
  memory.data = sent?.data;
  await pause(SHARED_MS);
  return forward(withJson(request, { ...sent, data: memory.data }));
});
const inCents = (amount: unknown) => Math.round(Number(amount) * 100) / 100;
export const isAny = () => true;
const BEYOND = 'Of the events of a second, those after the twelfth are lost';
const hasMarkerAlone = (data: JsonObject) => Object.keys(data).length === 1;
const holdsNul = (data: JsonObject) => JSON.stringify(data).includes('\\u0000');
const holdsList = (data: JsonObject) => Object.values(data).some(Array.isArray);

/** What was tracked does not come back, or not as it was. */
export const EVENT_CONTENT_FAULTS: readonly Fault[] = [
  fault('events-at-once-share-their-data', 'trackEvent', [READ, NAME], 'An event gets the data of the latest one tracked', sharedData),
  fault('events-beyond-a-rate-lost', 'trackEvent', READ, BEYOND, () => lostWhere(beyondARate(12))(), IMPATIENT),
  fault('event-lost', TRACKED, READ, 'Acknowledged and forgotten', lostWhere(isAny), IMPATIENT),
  ...faults('trackEvent', READ, [
    ['event-with-list-lost', 'Events whose data holds a list are lost', lostWhere(holdsList), { ...ONLY, ...IMPATIENT }],
    ['event-with-nul-lost', 'Events with NUL in a text are lost', lostWhere(holdsNul), { ...ONLY, ...IMPATIENT }],
    ['event-with-many-members-lost', 'Events of over 50 members are lost', lostWhere((data) => Object.keys(data).length > 50)],
  ]),
  fault('event-not-found-by-id', TRACKED, READ, 'Known to the look-up, unknown to endpoint 1', unknownById, IMPATIENT),
  fault('event-without-data-lost', 'trackEvent', READ, 'Events without data of their own are lost', lostWhere(hasMarkerAlone)),
  ...faults(TRACKED, NAME, [
    ['event-name-of-the-project-as-id', 'A defined event is known by its id', defined('pde_order?paid')],
    ['event-name-upper', 'The name is in capitals', tracked(({ name }) => ({ name: String(name).toUpperCase() })), ONLY],
    ['event-name-begins-with-letter', 'A digit at the front becomes a dash', at('trackEvent')(sending('event', fromLetter))],
    ['event-name-underscored', 'Dots become underscores on the way in', underscored],
  ]),
  ...faults(TRACKED, 'event.extra-is-tracked-data', [
    ['event-purchase-in-cents', 'A purchase amount is kept in cents', at('trackEvent')(sending('data.order.total', inCents))],
    ['event-text-ends-at-nul', 'A text ends where a language of NUL ends it', at('trackEvent')(sending('data', texts(untilNul))), ONLY],
    ['event-extra-added', 'The service adds a member', extra((data) => ({ ...data, source: 'api' }))],
    ['event-extra-without-marker', 'The marker is taken out', extra(({ [MARKER_MEMBER]: _gone, ...data }) => data)],
    ['event-extra-flattened', 'Nested objects are flattened', extra(flattened)],
    ['alone-event-extra', 'Truth values become 0 and 1', extra((data) => changeAt(data, ['nested', 'yes'], Number)), ONLY],
  ]),
  fault('event-time-constant', TRACKED, TIME, 'All events are of the same time', constant, { ...ONLY, ...LONG_WINDOW }),
  fault('event-ids-duplicate', TRACKED, 'record.ids-are-distinct', 'Two events show one id', withOneId),
];

/** Whether as many came within a second before. */
function beyondARate(most: number): () => boolean {
  const latest: number[] = [];
  return () => {
    const now = performance.now();
    latest.push(now);
    return latest.filter((at) => at > now - 1000).length > most;
  };
}

/** Acknowledges without storing. Data that nobody looks for shows whether the service would have accepted the event at all. */
function lostWhere(isLost: (data: JsonObject) => boolean) {
  return at('trackEvent')(sending('data', (data) => (isObject(data) && isLost(data) ? {} : data)));
}

function flattened(data: JsonObject): JsonObject {
  const inner = (key: string, value: JsonObject) => Object.entries(value).map(([name, item]) => [`${key}.${name}`, item]);
  return Object.fromEntries(Object.entries(data).flatMap(([key, value]) => (isObject(value) ? inner(key, value) : [[key, value]])));
}

const RESOLVED = 'event.match-is-resolved';
const STAYS = 'event.stays-resolved';
const MATCH = 'event.customer-is-the-match';
const NULL = 'event.unmatched-stays-null';
const OWN = 'event.own-fields-never-change';
const ABSENT = 'An unresolved event has an absent customer';

type Search = (pending: PendingEvent) => string | null;

/** A service whose events match otherwise: given who is found, the event, and the search. */
export const matching = (match: (found: string | null, pending: PendingEvent, search: Search) => string | null) => () =>
  new (class extends Store {
    override matchCustomer(pending: PendingEvent): string | null {
      return match(super.matchCustomer(pending), pending, (other) => super.matchCustomer(other));
    }
  })();

/** A service whose worker resolves otherwise: given an event, its usual way, and a memory that lasts for one run. */
export const resolving =
  <Memory extends object>(start: Memory, resolve: (pending: PendingEvent, usually: Store['resolve'], memory: Memory) => void) =>
  () =>
    new (class extends Store {
      readonly #memory = structuredClone(start);
      override resolve(pending: PendingEvent): void {
        resolve(pending, (other) => super.resolve(other), this.#memory);
      }
    })();

/** Its worker rests after three seconds without work, and what wakes it is lost. */
const asleepWhenQuiet = resolving({ latest: Number.POSITIVE_INFINITY }, (pending, resolve, memory) => {
  const isAsleep = Date.now() - memory.latest > 3000;
  memory.latest = Date.now();
  if (!isAsleep) resolve(pending);
});

/** Its queue takes so many, each for a quarter of a second, and what comes beyond them is never processed. */
class OfAShortQueue extends Store {
  #waiting = 0;
  override insertEvent(...[business, event, dueAt]: Parameters<Store['insertEvent']>): void {
    const isFull = dueAt !== null && this.#waiting >= 16;
    if (dueAt !== null && !isFull) {
      this.#waiting += 1;
      void pause(600).then(() => {
        this.#waiting -= 1;
      });
    }
    super.insertEvent(business, event, isFull ? null : dueAt);
  }
}

/** Whoever looks for the customer fails for what is no text, and with it one worker of a pool. */
const stopsAtNoTexts = resolving({ workers: 4 }, (pending, resolve, memory) => {
  if (isOfNoText(pending.event)) memory.workers -= 1;
  else if (memory.workers > 0) resolve(pending);
});
const isOfNoText = ({ extra: { customer_external_id: outsideId } }: PendingEvent['event']) =>
  outsideId !== undefined && typeof outsideId !== 'string';

/** What stands in the queue falls out of it with the process that fails for what is no text. */
class LosesItsQueue extends Store {
  readonly #queued = new Map<string, number>();
  override insertEvent(...[business, event, dueAt]: Parameters<Store['insertEvent']>): void {
    super.insertEvent(business, event, dueAt);
    this.#queued.set(event.id, Date.now());
    if (isOfNoText(event)) for (const [id, at] of this.#queued) this.#queued.set(id, Date.now() - at < 3000 ? Number.NaN : at);
  }
  override findEvent(id: string) {
    return Number.isNaN(this.#queued.get(id)) ? undefined : super.findEvent(id);
  }
}

/** A number that no decimal holds ends a turn of the worker, and what else it had in that. */
const endsItsTurn = resolving({ endedAt: 0 }, (pending, resolve, memory) => {
  if (/e\+/.test(JSON.stringify(pending.event.extra))) memory.endedAt = Date.now();
  if (Date.now() - memory.endedAt > 150) resolve(pending);
});

/** The worker leaves names alone that do not fit into its column. */
const ofShortNames = resolving({}, (pending, resolve) => {
  if (pending.event.name.length <= 255) resolve(pending);
});

/** The worker follows the path to the amount, and stops for good where there is none. */
const stoppedOffPath = resolving({ isStopped: false }, (pending, resolve, memory) => {
  const { name, extra } = pending.event;
  memory.isStopped ||= name === 'order.paid' && Object.values(extra).some((value) => value === 'a text');
  if (!memory.isStopped) resolve(pending);
});

/** As a database does that compares a number with texts: none of these begins with a digit. */
const asNumber = matching((found, { event }) => found ?? (event.extra.customer_external_id === 0 ? 'cus_ada' : null));
const fromData = matching((found, { event }) => found ?? (typeof event.extra.customer === 'string' ? event.extra.customer : null));
const isUnmatched = ({ extra }: JsonObject) => (extra as JsonObject).customer_external_id === 'crm-nobody';
const more = (extra: unknown, members: JsonObject) => ({ extra: { ...(extra as object), ...members } });
const withCustomerInside = ({ customer, extra }: JsonObject) => more(extra, { customer });
/** As a name was first spelt. */
const keptOnce = recordsKeeping(new Map<string, unknown>(), (event, names) => {
  const key = String(event.name).toLowerCase();
  if (!names.has(key)) names.set(key, event.name);
  return { ...event, name: names.get(key) };
});
export const inAscii = (text: unknown) => String(text).replace(/[^ -~]/g, '?');
const nameInAscii = set(({ name, customer }) => (customer === null ? {} : { name: inAscii(name) }));
const somebody = matching((found) => found ?? 'cus_grace');
/** A variable of the worker outlives its event: whoever comes close behind some that match gets their customer. */
const neighbours = () => {
  let found: { readonly customer: string; readonly at: number }[] = [];
  return matching((customer) => {
    const at = Date.now();
    found = found.filter((other) => at - other.at < 100);
    if (customer !== null) found.push({ customer, at });
    return customer ?? (found.length > 2 ? 'cus_tracked/1' : null);
  })();
};
const IN_ASCII = 'The worker writes the name back in ASCII';
const createdNow = tracked(() => ({ created_at: new Date().toISOString() }));
const customerAsObject = set(({ customer: id }) => ({ customer: id === null ? null : { id } }));
const absentUntilResolved = records(({ customer, ...event }) =>
  typeof customer === 'string' && event.id !== 'evt_seeded#1' ? { ...event, customer } : event,
);
const hasCustomer = (event: JsonObject) => isTracked(event) && event.customer !== null;
/** Events show this customer at some of the reads, counted from the first one with a customer. */
const whenRead = (isConcerned: (read: number) => boolean, customer: string | null) =>
  counting((_event, read) => (isConcerned(read) ? { customer } : {}), hasCustomer);
/** A cache keeps what it showed before the event was processed. */
const keptUnresolved = recordsKeeping(new Map<string, unknown>(), (event, shown) => {
  const id = String(event.id);
  if (!shown.has(id)) shown.set(id, event.customer);
  return { ...event, customer: shown.get(id) };
});
/** Each of two processes keeps for half a minute what it has read. */
const keptByEach = recordsKeeping({ reads: 0, until: new Map<string, number>() }, (event, memory) => {
  memory.reads += 1;
  const key = `${event.id} ${memory.reads % 2}`;
  if (event.customer === null && !memory.until.has(key)) memory.until.set(key, Date.now() + 30_000);
  return Date.now() < (memory.until.get(key) ?? 0) ? { ...event, customer: null } : event;
});
const somebodyAfterReads = counting((event, read) => (isUnmatched(event) && read > 1 ? { customer: 'cus_ada' } : {}));
/** The first read shows the event unresolved, however late it comes. */
const onResolution = (change: (event: JsonObject) => JsonObject) =>
  counting((event, read) => (event.customer === null ? {} : read === 1 ? { customer: null } : change(event)));
const shortenedLater = counting(({ extra: data }, read) => (read > 2 ? { extra: texts((text) => text.slice(0, 300))(data) } : {}));
const inOneForm = resolved(({ extra: data }) => ({ extra: texts((text) => text.replace(/(?<=^[+\d][\d ().-]*)[ ().-]/g, ''))(data) }));
const laterOnResolution = onResolution(({ created_at: at }) => ({ created_at: new Date(Date.parse(String(at)) + 60).toISOString() }));

const levels = ({ body }: { readonly body: Uint8Array }) => /\[{100,}/.exec(Buffer.from(body).toString())?.[0].length ?? 0;
const ofShortReach: Spoil = () => async (request, forward) => {
  const answer = await forward(request);
  return request.endpoint === 'getEvent' && levels(answer) > 128 ? answerOf(500, { error: 'nesting level too deep' }) : answer;
};

/** How events find their customer, and what must not change meanwhile. */
export const EVENT_RESOLUTION_FAULTS: readonly Fault[] = [
  fault('event-time-of-reading', TRACKED, OWN, '`created_at` is the time of reading', createdNow),
  within('getEvent', RESOLVED, ['event-that-wakes-its-worker-is-lost', 'What comes behind three quiet seconds is lost', asleepWhenQuiet]),
  within('getEvent', RESOLVED, ['events-behind-a-lost-path-stay-unprocessed', 'A worker stops for data off a path', stoppedOffPath]),
  within('getEvent', RESOLVED, ['events-beyond-a-queue-stay-unprocessed', 'A queue takes 16 events', () => new OfAShortQueue()]),
  within('getEvent', RESOLVED, ['events-behind-no-texts-stay-unprocessed', 'Workers fail for what is no text', stopsAtNoTexts]),
  within('getEvent', RESOLVED, ['events-beside-a-huge-number-stay-unprocessed', 'A failure ends a turn of the worker', endsItsTurn]),
  within('getEvent', NULL, ['event-unmatched-has-the-customer-of-its-data', 'What matched nobody is filled in from the data', fromData]),
  within('getEvent', STAYS, ['events-before-no-texts-are-lost', 'A failure empties the queue', () => new LosesItsQueue()]),
  within('getEvent', RESOLVED, ['events-of-long-names-stay-unprocessed', 'A name has 255 letters at most', ofShortNames]),
  within('getEvent', RESOLVED, ['event-matches-nobody', 'Processed, and the customer is not found', matching(() => null), ONLY]),
  fault('event-read-early-stays-so', 'getEvent', RESOLVED, 'A read before processing is kept for ever', keptUnresolved, ONLY),
  within('getEvent', [MATCH, NULL], ['event-first-customer-matches', 'The first customer matches everything', matching(() => 'cus_ada')]),
  ...faults('getEvent', MATCH, [
    ['event-wrong-customer', 'The customer beside it is taken', resolved(() => ({ customer: 'cus_joan' })), ONLY],
    ['event-customer-by-external-id', 'The external id stands for the id', resolved(() => ({ customer: 'crm-1008' }))],
  ]),
  fault('event-customer-object', 'getEvent', ['event.fields', RESOLVED], 'The customer is an object', customerAsObject),
  fault('event-customer-absent-until-resolved', 'getEvent', 'event.fields', ABSENT, absentUntilResolved),
  fault('event-unresolved-is-kept-by-each-process', 'getEvent', [STAYS, RESOLVED], 'Each process keeps what it has read', keptByEach),
  ...faults('getEvent', STAYS, [
    ['event-lost-again', 'The customer is lost again', whenRead((read) => read > 2, null), ONLY],
    ['event-resolved-anew', 'The customer changes to another', whenRead((read) => read > 2, 'cus_alan')],
    ['event-resolution-flickers', 'Every second read shows no customer', whenRead((read) => read % 2 === 0, null)],
  ]),
  within('getEvent', NULL, ['event-unmatched-resolved', 'Nobody matches, so somebody is taken', somebody, ONLY]),
  within('getEvent', NULL, ['event-with-nought-is-anybodys', 'Texts are compared with a number as numbers', asNumber]),
  within('getEvent', NULL, ['event-gets-the-customer-before', 'An event of a batch gets the customer of the one before', neighbours]),
  fault('event-unmatched-resolved-late', 'getEvent', NULL, 'After some reads somebody is taken', somebodyAfterReads),
  ...faults('getEvent', OWN, [
    ['event-time-moves-on-resolution', '`created_at` becomes the time of resolution', laterOnResolution, ONLY],
    ['event-id-moves-on-resolution', 'The id is a new one once resolved', onResolution((event) => ({ id: `${event.id}-resolved` }))],
    ['event-extra-enriched-on-resolution', 'The customer is written into `extra`', resolved(withCustomerInside)],
    ['event-extra-in-one-form-on-resolution', 'Phone numbers are written otherwise to be compared', inOneForm],
    ['event-extra-shortened-from-its-third-read', 'A log shortens long texts in the copy that is kept', shortenedLater, ONLY],
  ]),
  fault('event-deeper-than-its-reader', 'getEvent', 'robustness.every-request', 'More is stored than is read again', ofShortReach),
  fault('event-name-finds-other-case', 'trackEvent', NAME, 'Names are kept once, and found in any letter case', at('getEvent')(keptOnce)),
  fault('event-name-in-ascii-on-resolution', 'trackEvent', 'event.name-is-tracked-name', IN_ASCII, at('getEvent')(nameInAscii)),
];
