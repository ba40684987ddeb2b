import { Store } from '../../reference/store/store.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { onRecords } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { counting, countingResolved, resolved, tracked, unmatched } from './event-answers.ts';

const RESOLVED = 'event.match-is-resolved';
const MATCH = 'event.customer-is-the-match';
const STAYS = 'event.stays-resolved';
const NULL = 'event.unmatched-stays-null';
const OWN = 'event.own-fields-never-change';
const TRACKED: readonly EndpointName[] = ['getEvent', 'trackEvent'];

/** A fault in the service's state. */
function within(
  name: string,
  breaks: StatementId | readonly StatementId[],
  description: string,
  store: () => Store,
  more: Pick<Fault, 'only'> = {},
): Fault {
  return { name, endpoints: ['getEvent'], breaks: [breaks].flat(), description, store, ...more };
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
  within('event-never-resolved', RESOLVED, 'No event is ever processed', () => new NeverResolving(), ONLY),
  within('event-matches-nobody', RESOLVED, 'Processed, and the customer is not found', () => new NobodyMatches()),
  fault(
    'event-resolved-too-late',
    'getEvent',
    RESOLVED,
    'The customer shows after an hour',
    resolved((event) => ({ ...event, customer: null })),
  ),
  within('event-first-customer-matches', [MATCH, NULL], 'The first customer matches everything', () => new FirstCustomerMatches()),
  fault(
    'event-wrong-customer',
    'getEvent',
    MATCH,
    'The customer beside it is taken',
    resolved((event) => ({ ...event, customer: 'cus_joan' })),
    ONLY,
  ),
  fault(
    'event-customer-by-external-id',
    'getEvent',
    MATCH,
    'The external id stands for the id',
    resolved((event) => ({ ...event, customer: 'crm-1008' })),
  ),
  fault(
    'event-customer-encoded',
    'getEvent',
    MATCH,
    'The id comes percent-encoded',
    resolved((event) => ({ ...event, customer: encodeURIComponent(String(event.customer)) })),
  ),
  fault(
    'event-customer-object',
    'getEvent',
    ['event.fields', RESOLVED],
    'The customer is an object',
    onRecords(['getEvent'], (event) => (event.customer === null ? event : { ...event, customer: { id: event.customer } })),
  ),
  fault(
    'event-customer-absent-until-resolved',
    'getEvent',
    'event.fields',
    'An unresolved event has an absent customer',
    onRecords(['getEvent'], ({ customer, ...event }) =>
      typeof customer === 'string' && event.id !== 'evt_seeded#1' ? { ...event, customer } : event,
    ),
  ),
  fault(
    'event-lost-again',
    'getEvent',
    STAYS,
    'The customer is lost again',
    countingResolved((event, read) => (read > 2 ? { ...event, customer: null } : event)),
    ONLY,
  ),
  fault(
    'event-resolved-anew',
    'getEvent',
    STAYS,
    'The customer changes to another',
    countingResolved((event, read) => (read > 2 ? { ...event, customer: 'cus_alan' } : event)),
  ),
  fault(
    'event-resolution-flickers',
    'getEvent',
    STAYS,
    'Every second read shows no customer',
    countingResolved((event, read) => (read % 2 === 0 ? { ...event, customer: null } : event)),
  ),
  within('event-unmatched-resolved', NULL, 'Nobody matches, so somebody is taken', () => new MatchesWhereNobodyDoes(), ONLY),
  fault(
    'event-unmatched-resolved-late',
    'getEvent',
    NULL,
    'After some reads somebody is taken',
    counting((event, read) => (unmatched(event) && read > 3 ? { ...event, customer: 'cus_ada' } : event)),
  ),

  fault(
    'event-time-moves-on-resolution',
    'getEvent',
    OWN,
    '`created_at` becomes the time of resolution',
    resolved((event) => ({ ...event, created_at: new Date(Date.parse(String(event.created_at)) + 60).toISOString() })),
    ONLY,
  ),
  fault(
    'event-id-moves-on-resolution',
    'getEvent',
    OWN,
    'The id is a new one once resolved',
    resolved((event) => ({ ...event, id: `${event.id}-resolved` })),
  ),
  fault(
    'event-name-moves-on-resolution',
    'getEvent',
    OWN,
    'The name gets a suffix once resolved',
    resolved((event) => ({ ...event, name: `${event.name}.resolved` })),
  ),
  fault(
    'event-extra-enriched-on-resolution',
    'getEvent',
    OWN,
    'The customer is written into `extra`',
    resolved((event) => ({ ...event, extra: { ...(event.extra as object), customer: event.customer } })),
  ),
  fault(
    'event-extra-counts-reads',
    'getEvent',
    OWN,
    '`extra` counts the reads',
    counting((event, read) => ({ ...event, extra: { ...(event.extra as object), reads: read } })),
  ),
  fault(
    'event-time-jitters',
    'getEvent',
    OWN,
    '`created_at` has random milliseconds',
    counting((event, read) => ({ ...event, created_at: String(event.created_at).replace(/\.\d+/, `.${String(read % 10)}00`) })),
  ),
];
