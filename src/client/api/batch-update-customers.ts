import { need } from '../../settings/not-assessed.ts';
import type { Call } from '../call.ts';
import { canonicalEmailAddress, canonicalPhoneNumber } from '../canonical.ts';
import type { CallSources, Card } from './card.ts';

export const batchUpdateCustomers: Card = {
  typicalCalls: batchUpdateCalls,
  changes: { one: 'updated customer', many: 'updated customers' },
  namedIn: ({ customers }) => (Array.isArray(customers) ? customers.map((customer: { id?: unknown }) => String(customer.id)) : []),
  marked: (call, mark) => {
    const { customers } = call.body as { customers: { id: string }[] };
    return { ...call, body: { customers: customers.slice(0, 1).map(({ id }) => ({ id, full_name: mark })) } };
  },
};

let phoneNumbers = 0;

async function batchUpdateCalls({ settings, unique }: CallSources): Promise<Call[]> {
  const id = need(settings.fixtures.businessId, 'CES_BUSINESS_ID');
  const ids = need(settings.fixtures.customerIds.length > 0 ? settings.fixtures.customerIds : null, 'CES_CUSTOMER_IDS');
  const full = ids.slice(0, 3).map((customer) => {
    const name = unique();
    phoneNumbers += 1;
    return {
      id: customer,
      full_name: name,
      email_address: canonicalEmailAddress(name),
      phone_number: canonicalPhoneNumber(phoneNumbers),
      metadata: { origin: 'conformance', mark: name },
    };
  });
  const bodies = [
    full,
    full.slice(0, 1),
    full.slice(0, 1).map(({ id, full_name, metadata }) => ({ id, full_name, metadata })),
    full.slice(0, 1).map(({ id, full_name }) => ({ id, full_name })),
  ];
  return bodies.map((customers) => ({ id, body: { customers } }));
}
