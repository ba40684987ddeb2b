import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject, succeeded } from '../answers.ts';
import type { Interposition, PassingRequest, Variant } from '../interposition.ts';
import { answerOf, answersThrough, bytesOf, editing, editingJson, jsonIn, listed, permits, records, textOf } from './answers.ts';

const METADATA = 'Endpoint 3 does not say whether metadata is merged or replaced (reading rule 7)';
const UNKNOWN = 'Errors: the answer to unknown ids is not shown';
const RESPONSE = 'Endpoint 3: the response lists the updated customers; their fields may be absent, their order is not shown';

/** What becomes of a customer's metadata when an update brings some. */
type Merge = (before: JsonObject, sent: JsonObject) => JsonObject;

/** What was sent, each object in it merged with what was there. */
const deepened = (before: JsonObject, sent: JsonObject, merge: Merge) =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const own = Object.hasOwn(before, name) ? before[name] : undefined;
      return [name, isObject(value) ? merge(isObject(own) ? own : {}, value) : value];
    }),
  );

const deep: Merge = (before, sent) => ({ ...before, ...deepened(before, sent, deep) });

const notNull = (merged: JsonObject) => Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));

/** RFC 7396. */
const patch: Merge = (before, sent) => notNull({ ...before, ...deepened(before, sent, patch) });

const withoutNulls: Merge = (before, sent) => notNull({ ...before, ...sent });

function itemsOf(request: PassingRequest): JsonObject[] {
  const body = request.endpoint === 'batchUpdateCustomers' ? jsonIn(request.body) : undefined;
  return isObject(body) && Array.isArray(body.customers) ? body.customers.filter(isObject) : [];
}

/** Keeps each customer's metadata itself, since the service behind merges the uppermost members only. */
function merging(merge: Merge): () => Interposition {
  return () => {
    const kept = new Map<unknown, JsonObject>();
    return async (request, forward) => {
      const answer = await forward(request);
      if (!succeeded(answer)) return answer;
      for (const { id, metadata } of itemsOf(request)) if (isObject(metadata)) kept.set(id, merge(kept.get(id) ?? {}, metadata));
      return editing('customer', (customer) => (kept.has(customer.id) ? { ...customer, metadata: kept.get(customer.id) } : customer))(
        answer,
        request,
      );
    };
  };
}

/** Leaves the items out that the service behind would refuse for their id. */
function skipping(isSkipped: (item: JsonObject) => boolean): () => Interposition {
  return () => (request, forward) => {
    const items = itemsOf(request);
    if (!items.some(isSkipped)) return forward(request);
    return forward({ ...request, body: bytesOf(JSON.stringify({ customers: items.filter((item) => !isSkipped(item)) })) });
  };
}

const isUnknown = ({ id }: JsonObject) => typeof id === 'string' && id.endsWith('-unknown');
const isNameless = ({ id }: JsonObject) => id === undefined;

function refusing(isRefused: (item: JsonObject) => boolean, status: number): () => Interposition {
  return answersThrough((answer, request) =>
    answer.status === 400 && itemsOf(request).some(isRefused) ? answerOf(status, { errors: [{ index: 0 }] }) : answer,
  );
}

/** Unknown customers are made, as an upsert does. */
function creating(): Interposition {
  return async (request, forward) => {
    const made = itemsOf(request).filter(isUnknown);
    const answer = await skipping(isUnknown)()(request, forward);
    if ('misbehaviour' in answer || made.length === 0 || !succeeded(answer)) return answer;
    return editingJson((value) =>
      isObject(value) && Array.isArray(value.customers) ? { customers: [...value.customers, ...made] } : value,
    )(answer, request);
  };
}

const names = ({ full_name }: JsonObject) => {
  const [first_name = '', ...rest] = String(full_name).split(' ');
  return { first_name, last_name: rest.join(' ') };
};

const sentOf = (customer: JsonObject, request: PassingRequest) => itemsOf(request).find(({ id }) => id === customer.id);

const onlySent =
  (...always: readonly string[]) =>
  (customer: JsonObject, request: PassingRequest) => {
    const sent = sentOf(customer, request);
    const isShown = ([name]: [string, unknown]) => sent === undefined || Object.hasOwn(sent, name) || always.includes(name);
    return Object.fromEntries(Object.entries(customer).filter(isShown));
  };

const withoutEmpty = (customer: JsonObject) => Object.fromEntries(Object.entries(customer).filter(([, value]) => value !== ''));

/** Who only looks at a customer sees how he was a while ago. */
function seenLate(milliseconds: number): Interposition {
  const shown = new Map<unknown, { readonly at: number; readonly customer: JsonObject }[]>();
  return records('customer', (customer, request) => {
    const sent = sentOf(customer, request);
    const states = [...(shown.get(customer.id) ?? []), { at: Date.now(), customer }];
    shown.set(customer.id, states);
    if (sent === undefined || Object.keys(sent).length > 1) return customer;
    const old = states.findLast(({ at }) => at < Date.now() - milliseconds) ?? states[0];
    return old?.customer ?? customer;
  })();
}

/** Each new address or number leaves another value in `unsubscribed`. */
function confirming(): Interposition {
  const renewals = new Map<unknown, number>();
  return records('customer', (customer, request) => {
    const sent = sentOf(customer, request) ?? {};
    const isNew = Object.hasOwn(sent, 'email_address') || Object.hasOwn(sent, 'phone_number');
    if (isNew) renewals.set(customer.id, (renewals.get(customer.id) ?? 0) + 1);
    return renewals.has(customer.id) ? { unsubscribed: `unconfirmed ${renewals.get(customer.id)}` } : {};
  })();
}

/** Customers who were like that already are not updated, and so not listed. */
function listingChanged(): Interposition {
  const known = new Map<unknown, JsonObject>();
  return async (request, forward) => {
    const answer = await forward(request);
    if (!succeeded(answer)) return answer;
    const isUpdated = ({ id }: JsonObject) => {
      const { id: _id, ...sent } = Object.assign({}, ...itemsOf(request).filter((item) => item.id === id)) as JsonObject;
      const before = known.get(id);
      known.set(id, { ...before, ...sent });
      return before === undefined || Object.entries(sent).some(([name, value]) => !isDeepStrictEqual(before[name], value));
    };
    return editingJson((value) =>
      isObject(value) && Array.isArray(value.customers)
        ? { ...value, customers: value.customers.filter((customer) => !isObject(customer) || isUpdated(customer)) }
        : value,
    )(answer, request);
  };
}

const updated = (edit: (customers: unknown[]) => unknown[]) => listed('batchUpdateCustomers', 'customers', edit);

export const BATCH_UPDATE_VARIANTS: readonly Variant[] = [
  ...permits('Endpoint 3: the response lists the updated customers', [
    ['batch update: customers who were like that already are not listed', listingChanged],
  ]),
  ...permits(METADATA, [
    ['batch update: metadata is replaced', merging((_before, sent) => sent)],
    ['batch update: metadata is merged in depth', merging(deep)],
    ['batch update: null takes a member of metadata away', merging(withoutNulls)],
    ['batch update: metadata as a merge patch (RFC 7396)', merging(patch)],
  ]),
  ...permits(UNKNOWN, [
    ['batch update: unknown customers are skipped', skipping(isUnknown)],
    ['batch update: unknown customers are made', creating],
    ['batch update: 404 for an unknown customer', refusing(isUnknown, 404)],
    ['batch update: 403 for an unknown customer', refusing(isUnknown, 403)],
  ]),
  ...permits('Errors: not shown', [
    ['batch update: items without an id are skipped', skipping(isNameless)],
    ['batch update: 422 for an item without an id', refusing(isNameless, 422)],
  ]),
  ...permits(RESPONSE, [
    ['batch update: customers in the order of their ids, backwards', updated((customers) => customers.toReversed())],
    ['batch update: customers hold only what was sent', answersThrough(editing('customer', onlySent()))],
    ['batch update: customers hold their two ids and what was sent', answersThrough(editing('customer', onlySent('external_id')))],
  ]),
  ...permits('Endpoint 3 does not promise that what was updated is seen at once', [
    ['batch update: a look at a customer shows how he was half a second ago', () => seenLate(500)],
  ]),
  ...permits('What ties the three names together is not shown', [
    ['batch update: first and last name follow the full name', records('customer', names)],
  ]),
  ...permits('Reading rule 7: what was sent empty may be left out', [
    ['batch update: empty members are left out of the answer', answersThrough(editing('customer', withoutEmpty))],
  ]),
  ...permits('Customer: the values of unsubscribed, and what changes them, are not shown', [
    ['batch update: a new address or number has to be confirmed', confirming],
  ]),
  ...permits(
    'Customer: the allowed values of unsubscribed are not shown',
    ['', 'never', '2024-01-01T00:00:00Z', 'email'].map((unsubscribed) => [
      `batch update: unsubscribed is ${JSON.stringify(unsubscribed)}`,
      records('customer', () => ({ unsubscribed })),
    ]),
  ),
];

const asJson = (request: PassingRequest) => ({ ...request, headers: { ...request.headers, 'content-type': 'application/json' } });
const asEmpty = (request: PassingRequest) => ({ ...asJson(request), body: bytesOf('{}') });

const isOtherPost = ({ method, headers }: PassingRequest) => method === 'POST' && headers['content-type'] !== 'application/json';
const isOtherCopy = ({ endpoint, body }: PassingRequest) => endpoint === 'copyEmailTemplate' && textOf(body) !== '{}';
const reading =
  (isConcerned: (request: PassingRequest) => boolean, read: (request: PassingRequest) => PassingRequest) =>
  (): Interposition =>
  (request, forward) =>
    forward(isConcerned(request) ? read(request) : request);

export const BODY_READING_VARIANTS: readonly Variant[] = [
  ...permits('Errors: the answer to another media type is not shown', [
    ['a body is read as JSON whatever its media type', reading(isOtherPost, asJson)],
  ]),
  ...permits('Endpoint 6 takes an object without fields', [['the body of endpoint 6 is not looked at', reading(isOtherCopy, asEmpty)]]),
];
