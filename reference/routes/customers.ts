import { existing, invalid } from '../http/errors.ts';
import { arrayOf, given, type JsonObject, object, required, text } from '../http/input.ts';
import type { Customer } from '../store/resources.ts';
import type { Store } from '../store/store.ts';
import type { ById, RouteContext } from './context.ts';

const UPDATABLE = { phone_number: text, email_address: text, full_name: text, metadata: object };

/** The customer with the sent members in place of its own; members of `metadata` that were not sent stay. */
function updated(customer: Customer, item: JsonObject, place: string): Customer {
  const sent = given(item, UPDATABLE, place);
  return { ...customer, ...sent, metadata: { ...customer.metadata, ...sent.metadata } };
}

/** Everything is checked before anything is written. */
function readBatch(store: Store, business: string, body: unknown): Customer[] {
  const items = required(object(body, 'body'), 'customers', arrayOf(object));
  const named = new Set<string>();
  return items.map((item, index) => {
    const place = `body.customers[${index}]`;
    const id = required(item, 'id', text, place);
    const customer = store.findCustomer(business, id);
    if (!customer) throw invalid(`${place}.id`, 'the id of a customer of this business', 'another string');
    if (named.has(id)) throw invalid(`${place}.id`, 'each customer once', 'one that an earlier item names');
    named.add(id);
    return updated(customer, item, place);
  });
}

/** The endpoint `batchUpdateCustomers`. */
export function customerRoutes({ app, store }: RouteContext): void {
  app.post<ById>('/businesses/:id/customers/batch_update', (request, reply) => {
    const business = existing(store.find('business', request.params.id), 'business');
    const customers = readBatch(store, business.id, request.body);
    for (const customer of customers) store.updateCustomer(customer);
    reply.send({ customers });
  });
}
