import { Store } from '../../reference/store/store.ts';
import { onRecords } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { counting, countingResolved, resolved, tracked, unmatched } from './event-answers.ts';

const RESOLVED = 'event.match-is-resolved';
const MATCH = 'event.customer-is-the-match';
const STAYS = 'event.stays-resolved';
const NULL = 'event.unmatched-stays-null';
const OWN = 'event.own-fields-never-change';
const TRACKED = [1, 18];

function within(name: string, breaks: string | string[], description: string, store: () => Store, further: Partial<Fault> = {}): Fault {
  return { name, endpoints: [1], breaks: [breaks].flat(), description, store, ...further };
}

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

/** How events find their customer, and what must not change meanwhile. */
export const EVENT_RESOLUTION_FAULTS: readonly Fault[] = [
  fault(
    'event-time-of-reading',
    TRACKED,
    OWN,
    '`created_at` is the time of reading',
    tracked((event) => ({ ...event, created_at: new Date().toISOString() })),
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
    'event-customer-absent-until-resolved',
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
];
