import { isDeepStrictEqual } from 'node:util';
import { answerOf, asJson, isObject, type JsonObject, jsonOf, pause, succeeded, textOf, withJson } from '../answers.ts';
import { customersKeeping, customersOf, isUnknown, itemOf, items, names, withCustomers } from '../faults/customers.ts';
import type { PassingRequest, Variant } from '../interposition.ts';
import { answers, answersKeeping, at, here, keeping, list, permits, records, requests, SHARED_MS, sending, set } from '../rows.ts';

const BATCH = 'batchUpdateCustomers';
const SEEN_AT_ONCE = 'Endpoint 3 does not promise that what was updated is seen at once';
const EMPTY = 'Reading rule 7: what was sent empty may be left out';
const THREE_NAMES = 'What ties the three names together is not shown';
const UNSUBSCRIBED = 'Customer: the values of unsubscribed, and what changes them, are not shown';

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

const notNull = keeping((_name, value) => value !== null);

/** RFC 7396. */
const patch: Merge = (before, sent) => notNull({ ...before, ...deepened(before, sent, patch) });

/** Keeps each customer's metadata itself, since the service behind merges the uppermost members only. */
const merging = (merge: Merge) =>
  answersKeeping(new Map<unknown, JsonObject>(), (answer, kept, request) => {
    if (!succeeded(answer) || request.endpoint !== BATCH) return answer;
    for (const { id, metadata } of items(request)) if (isObject(metadata)) kept.set(id, merge(kept.get(id) ?? {}, metadata));
    const shown = (customer: JsonObject) => (kept.has(customer.id) ? { ...customer, metadata: kept.get(customer.id) } : customer);
    return withCustomers(answer, shown);
  });

const batch = at(BATCH);

/** Leaves the items out that the service behind would refuse for their id. */
const skipping = (isSkipped: (item: JsonObject) => boolean) =>
  sending('customers', (all) => (Array.isArray(all) ? all.filter((item) => !isObject(item) || !isSkipped(item)) : all));

const isNameless = ({ id }: JsonObject) => id === undefined;

const refusal = (status: number) => answerOf(status, { errors: [{ index: 0 }] });
const refusing = (isRefused: (item: JsonObject) => boolean, status: number) =>
  answers((answer, request) => (answer.status === 400 && items(request).some(isRefused) ? refusal(status) : answer));

/** Answers with the customers as they are once the answer is written, whatever else was updated meanwhile. */
const readBack = batch(
  here(() => async (request, forward) => {
    const answer = await forward(request);
    if (!succeeded(answer)) return answer;
    await pause(SHARED_MS);
    const customers = items(request).map(({ id }) => ({ id }));
    return forward(withJson(request, { customers }));
  }),
);

/** Unknown customers are made, as an upsert does. */
const creating = batch(
  here(() => async (request, forward) => {
    const made = items(request).filter(isUnknown);
    const answer = await skipping(isUnknown)([BATCH])(request, forward);
    if ('misbehaviour' in answer || made.length === 0 || !succeeded(answer)) return answer;
    return withJson(answer, { customers: [...customersOf(jsonOf(answer)), ...made] });
  }),
);

const bothNames = ({ full_name }: JsonObject) => {
  const [first_name = '', ...rest] = String(full_name).split(' ');
  return { first_name, last_name: rest.join(' ') };
};

const onlySent = records((customer, request) => {
  const sent = itemOf(request, customer);
  return keeping((name) => sent === undefined || Object.hasOwn(sent, name))(customer);
});

/** Who only looks at a customer sees how he was a while ago. */
const seenLate = (milliseconds: number) =>
  customersKeeping<readonly { readonly at: number; readonly customer: JsonObject }[]>((customer, shown = [], item, keep) => {
    const states = [...shown, { at: Date.now(), customer }];
    keep(states);
    if (Object.keys(item).length !== 1) return customer;
    const old = states.findLast(({ at }) => at < Date.now() - milliseconds) ?? states[0];
    return { ...customer, ...old?.customer };
  });

/** Each new address or number leaves another value in `unsubscribed`. */
const confirming = customersKeeping<number>((customer, renewals = 0, item, keep) => {
  const now = names(item, 'email_address') || names(item, 'phone_number') ? renewals + 1 : renewals;
  keep(now);
  return now > 0 ? { ...customer, unsubscribed: `unconfirmed ${now}` } : customer;
});

/** Customers who were like that already are not updated, and so not listed. */
const listingChanged = answersKeeping(new Map<unknown, JsonObject>(), (answer, known, request) => {
  if (!succeeded(answer)) return answer;
  const isChanged = ({ id }: JsonObject) => {
    const { id: _id, ...sent } = Object.assign({}, ...items(request).filter((item) => item.id === id)) as JsonObject;
    const before = known.get(id);
    known.set(id, { ...before, ...sent });
    return before === undefined || Object.entries(sent).some(([name, value]) => !isDeepStrictEqual(before[name], value));
  };
  return withJson(answer, { ...jsonOf(answer), customers: customersOf(jsonOf(answer)).filter(isChanged) });
});

export const BATCH_UPDATE_VARIANTS: readonly Variant[] = [
  ...permits('Endpoint 3: the response lists the updated customers', [
    ['batch update: answers with the customers as they are by then', readBack],
    ['batch update: customers who were like that already are not listed', batch(listingChanged)],
  ]),
  ...permits('Endpoint 3 does not say whether metadata is merged or replaced (reading rule 7)', [
    ['batch update: metadata is replaced', merging((_before, sent) => sent)],
    ['batch update: metadata is merged in depth', merging(deep)],
    ['batch update: null takes a member of metadata away', merging((before, sent) => notNull({ ...before, ...sent }))],
    ['batch update: metadata as a merge patch (RFC 7396)', merging(patch)],
  ]),
  ...permits('Errors: the answer to unknown ids is not shown', [
    ['batch update: unknown customers are skipped', batch(skipping(isUnknown))],
    ['batch update: unknown customers are made', creating],
    ['batch update: 404 for an unknown customer', batch(refusing(isUnknown, 404))],
    ['batch update: 403 for an unknown customer', batch(refusing(isUnknown, 403))],
  ]),
  ...permits('Errors: not shown', [
    ['batch update: items without an id are skipped', batch(skipping(isNameless))],
    ['batch update: 422 for an item without an id', batch(refusing(isNameless, 422))],
  ]),
  ...permits('Endpoint 3: the response lists the updated customers; their fields may be absent, their order is not shown', [
    ['batch update: customers in the order of their ids, backwards', batch(list('customers', (customers) => customers.toReversed()))],
    ['batch update: customers hold only what was sent', batch(onlySent)],
  ]),
  ...permits(SEEN_AT_ONCE, [['batch update: a look at a customer shows how he was half a second ago', batch(seenLate(500))]]),
  ...permits(THREE_NAMES, [['batch update: first and last name follow the full name', batch(set(bothNames))]]),
  ...permits(EMPTY, [['batch update: empty members are left out of the answer', batch(records(keeping((_name, value) => value !== '')))]]),
  ...permits(UNSUBSCRIBED, [['batch update: a new address or number has to be confirmed', batch(confirming)]]),
  ...permits(
    'Customer: the allowed values of unsubscribed are not shown',
    ['', 'never', '2024-01-01T00:00:00Z', 'email'].map((unsubscribed) => [
      `batch update: unsubscribed is ${JSON.stringify(unsubscribed)}`,
      batch(set({ unsubscribed })),
    ]),
  ),
];

const isOtherPost = ({ method, headers }: PassingRequest) => method === 'POST' && headers['content-type'] !== 'application/json';
const whateverType = requests((request) => (isOtherPost(request) ? asJson(request) : request));
const unread = at('copyEmailTemplate')(requests((request) => (textOf(request) === '{}' ? request : withJson(asJson(request), {}))));

export const BODY_READING_VARIANTS: readonly Variant[] = [
  ...permits('Errors: the answer to another media type is not shown', [['a body is read as JSON whatever its media type', whateverType]]),
  ...permits('Endpoint 6 takes an object without fields', [['the body of endpoint 6 is not looked at', unread]]),
];
