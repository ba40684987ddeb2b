import { arrayOf, existing, given, invalid, type JsonObject, object, type Reader, required, text, webAddress } from '../http/input.ts';
import type { Customer, Store } from '../store/store.ts';
import type { ById, RouteContext } from './context.ts';

const disabledSteps: Reader<string[] | null> = (value, place) => {
  if (value === null) return null;
  return arrayOf((item, at) => {
    const step = text(item, at);
    if (step !== 'email' && step !== 'sms') throw invalid(at, '"email" or "sms"', 'another string');
    return step;
  })(value, place);
};

/** `disabled_steps` is not in the documented request. Without it, no business made through the API could have the list. */
const BUSINESS = { name: text, metadata: object, external_id: text, website: webAddress, disabled_steps: disabledSteps };
const CUSTOMER = { phone_number: text, email_address: text, full_name: text, metadata: object };

/** The customer with the sent members in place of its own; members of `metadata` that were not sent stay. */
function updated(customer: Customer, item: JsonObject, place: string): Customer {
  const sent = given(item, CUSTOMER, place);
  return { ...customer, ...sent, metadata: { ...customer.metadata, ...sent.metadata } };
}

/** Everything is checked before anything is written. */
function readBatch(store: Store, business: string, body: unknown): Customer[] {
  const named = new Set<string>();
  return required(object(body, 'body'), 'customers', arrayOf(object)).map((item, index) => {
    const place = `body.customers[${index}]`;
    const id = required(item, 'id', text, place);
    const customer = store.findCustomer(business, id);
    if (!customer) throw invalid(`${place}.id`, 'the id of a customer of this business', 'another string');
    if (named.has(id)) throw invalid(`${place}.id`, 'each customer once', 'one that an earlier item names');
    named.add(id);
    return updated(customer, item, place);
  });
}

/** A parameter given once is a string. A repeated one is an array. */
interface Statuses {
  Params: { business_id: string };
  Querystring: { names?: string | string[] };
}

/** The endpoints `createBusiness`, `batchUpdateCustomers` and `getFeatureFlagStatuses`. */
export function businessRoutes({ app, store }: RouteContext): void {
  app.post('/businesses', (request, reply) => {
    const sent = given(object(request.body, 'body'), BUSINESS);
    const business = { metadata: {}, disabled_steps: null, ...sent, id: store.newId('biz'), created_at: new Date().toISOString() };
    store.insert('business', business);
    reply.send(business);
  });

  app.post<ById>('/businesses/:id/customers/batch_update', (request, reply) => {
    const business = existing(store.find('business', request.params.id), 'business');
    const customers = readBatch(store, business.id, request.body);
    for (const customer of customers) store.insert('customer', customer, store.ownerOf('customer', customer.id));
    reply.send({ customers });
  });

  // The answer leaves out names that are no flag, and holds a repeated name once.
  app.get<Statuses>('/businesses/:business_id/feature_flags/statuses', (request, reply) => {
    const business = existing(store.find('business', request.params.business_id), 'business');
    const names = new Set([request.query.names ?? []].flat().filter((name) => name !== ''));
    if (names.size === 0) throw invalid('query.names', 'the name of a feature flag, repeated for several (names=a&names=b)', 'none');
    const flags = [...names].map((name) => store.findFlag(business.id, name));
    reply.send({ feature_flags: flags.filter((flag) => flag !== undefined) });
  });
}
