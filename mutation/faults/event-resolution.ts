import { Store } from '../../reference/store/store.ts';
import type { JsonObject } from '../answers.ts';
import { fault, faults, ONLY, within } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { at, member, records } from '../rows.ts';
import { counting, countingResolved, resolved, TRACKED, tracked } from './event-content.ts';

const RESOLVED = 'event.match-is-resolved';
const MATCH = 'event.customer-is-the-match';
const STAYS = 'event.stays-resolved';
const NULL = 'event.unmatched-stays-null';
const OWN = 'event.own-fields-never-change';
const ABSENT = 'An unresolved event has an absent customer';

class NeverResolving extends Store {
  override resolve(): void {}
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
/** Its worker rests after three seconds without work, and what wakes it is lost. */
class AsleepWhenQuiet extends Store {
  #latest: number | null = null;
  override resolve(pending: Parameters<Store['resolve']>[0]): void {
    const isAsleep = this.#latest !== null && Date.now() - this.#latest > 3000;
    this.#latest = Date.now();
    if (!isAsleep) super.resolve(pending);
  }
}
class MatchesWhereNobodyDoes extends Store {
  override matchCustomer(pending: Parameters<Store['matchCustomer']>[0]): string {
    return super.matchCustomer(pending) ?? 'cus_grace';
  }
}

const isUnmatched = ({ extra }: JsonObject) => (extra as JsonObject).customer_external_id === 'crm-nobody';
const more = (extra: unknown, members: JsonObject) => ({ extra: { ...(extra as object), ...members } });
const withCustomerInside = ({ customer, extra }: JsonObject) => more(extra, { customer });
const withEncodedCustomer = ({ customer }: JsonObject) => ({ customer: encodeURIComponent(`${customer}`) });
const firstMatches = () => new FirstCustomerMatches();
const nameInAscii = records(({ name, ...event }) => ({
  ...event,
  name: event.customer === null ? name : String(name).replace(/[^ -~]/g, '?'),
}));
const IN_ASCII = 'The worker writes the name back in ASCII';
const unresolved = resolved(() => ({ customer: null }));
const createdNow = tracked(() => ({ created_at: new Date().toISOString() }));
const customerAsObject = member('customer', (id) => (id === null ? null : { id }));
const absentUntilResolved = records(({ customer, ...event }) =>
  typeof customer === 'string' && event.id !== 'evt_seeded#1' ? { ...event, customer } : event,
);
/** Resolved events show this customer at some of the reads. */
const whenRead = (isConcerned: (read: number) => boolean, customer: string | null) =>
  countingResolved((_event, read) => (isConcerned(read) ? { customer } : {}));
const somebodyAfterReads = counting((event, read) => (isUnmatched(event) && read > 1 ? { customer: 'cus_ada' } : {}));
/** The first read shows the event unresolved, however late it comes. */
const onResolution = (change: (event: JsonObject) => JsonObject) =>
  counting((event, read) => (event.customer === null ? {} : read === 1 ? { customer: null } : change(event)));
const suffixed = onResolution(({ name }) => ({ name: `${name}.resolved` }));
const laterOnResolution = onResolution(({ created_at: at }) => ({ created_at: new Date(Date.parse(String(at)) + 60).toISOString() }));
const jittering = counting(({ created_at: at }, read) => ({ created_at: String(at).replace(/\.\d+/, `.${read % 10}00`) }));

/** How events find their customer, and what must not change meanwhile. */
export const EVENT_RESOLUTION_FAULTS: readonly Fault[] = [
  fault('event-time-of-reading', TRACKED, OWN, '`created_at` is the time of reading', createdNow),
  within('getEvent', RESOLVED, ['event-never-resolved', 'No event is ever processed', () => new NeverResolving(), ONLY]),
  within('getEvent', RESOLVED, [
    'event-that-wakes-its-worker-is-lost',
    'What comes behind three quiet seconds is lost',
    () => new AsleepWhenQuiet(),
  ]),
  within('getEvent', RESOLVED, ['event-matches-nobody', 'Processed, and the customer is not found', () => new NobodyMatches()]),
  fault('event-resolved-too-late', 'getEvent', RESOLVED, 'The customer shows after an hour', unresolved),
  within('getEvent', [MATCH, NULL], ['event-first-customer-matches', 'The first customer matches everything', firstMatches]),
  ...faults('getEvent', MATCH, [
    ['event-wrong-customer', 'The customer beside it is taken', resolved(() => ({ customer: 'cus_joan' })), ONLY],
    ['event-customer-by-external-id', 'The external id stands for the id', resolved(() => ({ customer: 'crm-1008' }))],
    ['event-customer-encoded', 'The id comes percent-encoded', resolved(withEncodedCustomer)],
  ]),
  fault('event-customer-object', 'getEvent', ['event.fields', RESOLVED], 'The customer is an object', customerAsObject),
  fault('event-customer-absent-until-resolved', 'getEvent', 'event.fields', ABSENT, absentUntilResolved),
  ...faults('getEvent', STAYS, [
    ['event-lost-again', 'The customer is lost again', whenRead((read) => read > 2, null), ONLY],
    ['event-resolved-anew', 'The customer changes to another', whenRead((read) => read > 2, 'cus_alan')],
    ['event-resolution-flickers', 'Every second read shows no customer', whenRead((read) => read % 2 === 0, null)],
  ]),
  within('getEvent', NULL, ['event-unmatched-resolved', 'Nobody matches, so somebody is taken', () => new MatchesWhereNobodyDoes(), ONLY]),
  fault('event-unmatched-resolved-late', 'getEvent', NULL, 'After some reads somebody is taken', somebodyAfterReads),
  ...faults('getEvent', OWN, [
    ['event-time-moves-on-resolution', '`created_at` becomes the time of resolution', laterOnResolution, ONLY],
    ['event-id-moves-on-resolution', 'The id is a new one once resolved', onResolution((event) => ({ id: `${event.id}-resolved` }))],
    ['event-name-moves-on-resolution', 'The name gets a suffix once resolved', suffixed],
    ['event-extra-enriched-on-resolution', 'The customer is written into `extra`', resolved(withCustomerInside)],
    ['event-extra-counts-reads', '`extra` counts the reads', counting(({ extra }, reads) => more(extra, { reads }))],
    ['event-time-jitters', '`created_at` has random milliseconds', jittering],
  ]),
  fault('event-name-in-ascii-on-resolution', 'trackEvent', 'event.name-is-tracked-name', IN_ASCII, at('getEvent')(nameInAscii)),
];
