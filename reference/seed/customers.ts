import type { Customer } from '../store/resources.ts';
import type { Store } from '../store/store.ts';
import { IDS, MATCHING_CUSTOMER } from './ids.ts';

const PEOPLE = [
  ['Ada', 'Byron'],
  ['Grace', 'Murray'],
  ['Łukasz', 'Żak'],
  ['Eva', "O'Brien"],
  ['Joan', 'Clarke'],
  ['Alan', 'Mathison'],
  ['Mary', 'Somerville'],
] as const;

function customer(id: string, number: number, first: string, last: string): Customer {
  return {
    id,
    external_id: `crm-${1000 + number}`,
    email_address: `customer.${number}@customers.example`,
    phone_number: `+4420794600${String(number).padStart(2, '0')}`,
    full_name: `${first} ${last}`,
    first_name: first,
    last_name: last,
    metadata: { visits: number, preferences: { newsletter: number % 2 === 0, languages: ['en', 'de'] } },
    unsubscribed: number % 3 === 0 ? 'true' : 'false',
  };
}

export function seedCustomers(store: Store): void {
  for (const [index, id] of IDS.customers.entries()) {
    const [first, last] = PEOPLE[index] ?? ['Guest', String(index)];
    store.insert('customer', customer(id, index + 1, first, last), IDS.business);
  }
  const matching = customer(IDS.matchingCustomer, 8, 'Katherine', 'Coleman');
  const keys = { external_id: MATCHING_CUSTOMER.externalId, email_address: MATCHING_CUSTOMER.emailAddress };
  store.insert('customer', { ...matching, ...keys }, IDS.business);
  store.insert('customer', customer(IDS.foreignCustomer, 9, 'Foreign', 'Guest'), IDS.secondBusiness);
}
