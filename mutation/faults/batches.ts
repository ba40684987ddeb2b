import { IDS } from '../../reference/seed/ids.ts';
import { type Customer, Store } from '../../reference/store/store.ts';
import { answerOf, CRASH, type JsonObject, jsonOf, NOT_FOUND, pause, succeeded, textOf, withJson } from '../answers.ts';
import { type Fault, fault, faults, ONLY, within } from '../fault.ts';
import type { Interposition } from '../interposition.ts';
import { answersKeeping, cachedFor, hereKeeping, keeping, list, records, SHARED_MS, type Spoil, sending } from '../rows.ts';
import { customersKeeping, customersOf, idsIn, itemOf, items, names, updates, withCustomers } from './customers.ts';
import { AT_WORK_MS } from './remembered.ts';

const NAME = 'customer.full-name-comes-back';
const METADATA = 'customer.metadata-comes-back';
const READ = 'event.can-be-read';
const KEPT = 'customer.update-is-kept';
const SUCCESS = 'http.success-is-200';
const ANSWERED = 'customer.answered-are-asked';
const LEAVES_OTHERS = 'customer.update-leaves-other-customers';
const BATCH = 'batchUpdateCustomers';
const UNDONE = 'An event stores its customer as he was when it came';
const MEMBERS_OF_THE_FIRST = 'Of later items in a batch, only the members of the first are stored';

/** The customer whom events match may be updated too. */
const WITH_MATCHED = [...IDS.customers, IDS.matchingCustomer].map(encodeURIComponent).join(',');
const MATCHED_IS_UPDATED = { ...ONLY, variables: { CES_CUSTOMER_IDS: WITH_MATCHED } };

/** What was refused waits for the next batch that is accepted, and is stored behind it. */
const stagedByRefused = answersKeeping({ staged: [] as JsonObject[], late: new Map<unknown, unknown>() }, (answer, memory, request) => {
  const { staged, late } = memory;
  if (answer.status === 400) staged.push(...items(request).filter((item) => names(item, 'full_name')));
  if (!succeeded(answer)) return answer;
  for (const item of items(request)) if (names(item, 'full_name')) late.delete(item.id);
  const shown = (customer: JsonObject) => (late.has(customer.id) ? { ...customer, full_name: late.get(customer.id) } : customer);
  const changed = withCustomers(answer, shown);
  for (const { id, full_name: name } of staged.splice(0)) late.set(id, name);
  return changed;
});

const forgottenByRefused = answersKeeping(new Set<unknown>(), (answer, forgotten, request) => {
  const named = idsIn(request);
  if (answer.status === 400 && named.length > 1) for (const id of named) forgotten.add(id);
  return succeeded(answer) && named.some((id) => forgotten.has(id)) ? NOT_FOUND : answer;
});

/** Of a customer who is named again, the last of these items counts. */
const lastOfTwo = sending('customers', (all) => (Array.isArray(all) ? [...new Map(all.map((item) => [item?.id, item])).values()] : all));

/** As where one statement is made for the whole batch, with the columns of its first item. */
const columnsOfTheFirst = updates(([first = {}, ...others]) => [first, ...others.map(keeping((member) => Object.hasOwn(first, member)))]);

const namesakesOnce = list('customers', (customers) => [...new Map(customers.map((customer) => [customer.full_name, customer])).values()]);

function undoneByEvent(endpoints: Parameters<Spoil>[0]): ReturnType<Spoil> {
  const [former, undone] = [new Map<unknown, unknown>(), new Map<unknown, unknown>()];
  let until = 0;
  return (request, forward) => {
    if (request.endpoint === 'trackEvent') until = Date.now() + AT_WORK_MS;
    const isProcessed = Date.now() >= until;
    return records((customer) => {
      const { id, full_name: name } = customer;
      if (!names(itemOf(request, customer), 'full_name'))
        return isProcessed && undone.has(id) ? { ...customer, full_name: undone.get(id) } : customer;
      if (isProcessed) undone.delete(id);
      else undone.set(id, former.get(id) ?? 'As Before');
      former.set(id, name);
      return customer;
    })(endpoints)(request, forward);
  };
}

/** What a customer is called again was written before, and is not written twice. */
const notTwice = customersKeeping<{ readonly all: Set<unknown>; shown: unknown }>((customer, known, item, keep) => {
  const former = known ?? { all: new Set(), shown: customer.full_name };
  keep(former);
  if (names(item, 'full_name') && !former.all.has(customer.full_name)) former.shown = customer.full_name;
  if (names(item, 'full_name')) former.all.add(customer.full_name);
  return { ...customer, full_name: former.shown };
});

/** Each customer is locked as the batch comes to him; whoever meets a lock in the wrong order waits until the database picks one to give up. */
const crossing = (meetsLock: Interposition): Spoil =>
  hereKeeping([] as unknown[][], async (request, forward, underWay) => {
    const named = idsIn(request);
    const isCrossing = underWay.some((other) => other[0] !== named[0] && other.includes(named[0]) && named.includes(other[0]));
    underWay.push(named);
    if (named.length > 1) await pause(SHARED_MS);
    const answer = await (isCrossing ? meetsLock(request, forward) : forward(request));
    underWay.splice(underWay.indexOf(named), 1);
    return answer;
  });
const givenUp = crossing(async () => CRASH);
const skipping = crossing(updates((all) => all.slice(0, 1))([BATCH]));
/** As where what is known of the first one is kept in a variable that a long batch fills no more. */
const outsideIdOfTheFirst = list('customers', (all) =>
  all.length < 3 ? all : all.with(-1, { ...all.at(-1), external_id: all[0]?.external_id }),
);
/** What was shown of a customer is shown again to an update of nothing; a batch makes it forget its first customer only. */
const shownAsRemembered = answersKeeping(new Map<unknown, JsonObject>(), (answer, shown, request) => {
  const sent = items(request);
  if (!succeeded(answer)) return answer;
  const isLook = sent.every((item) => Object.keys(item).length === 1);
  if (!isLook) shown.delete(sent[0]?.id);
  const customers = customersOf(jsonOf(answer)).map((customer) => (isLook ? (shown.get(customer.id) ?? customer) : customer));
  if (isLook) for (const customer of customers) shown.set(customer.id, customer);
  return withJson(answer, { customers });
});

/** As where a unique index lets the batch pass, and no item that is in conflict with another one. */
const unswapped = updates((all) =>
  all.length === 2 && all.every((item) => names(item, 'email_address') && Object.keys(item).length === 2)
    ? all.map(({ id }) => ({ id }))
    : all,
);

/** As a guard against batches that are sent twice. */
const asAnEqualOne = cachedFor(60_000, (request) => `${request.headers.authorization} ${request.target} ${textOf(request)}`);
/** As a guard that compares what they say. */
const asOneThatSaysTheSame = cachedFor(20_000, (request) => `${request.headers.authorization} ${JSON.stringify(items(request))}`);
const withoutEmoji = list('customers', (all) => all.filter(({ full_name: name }) => !/[\u{10000}-\u{10FFFF}]/u.test(String(name))));

class KnownByAnything extends Store {
  override findCustomer(business: string, id: string): Customer | undefined {
    return super.findCustomer(business, id) ?? this.listOf('customer', business).find((customer) => customer.external_id === id);
  }
}

/** As where requests share a connection to the database: what is tracked while a batch is under way is taken back with it. */
const takenBack = hereKeeping({ batches: [] as Promise<boolean>[] }, async (request, forward, memory) => {
  if (request.endpoint === 'trackEvent') {
    const refused = await Promise.all(memory.batches);
    return refused.includes(true) ? answerOf(200, {}) : forward(request);
  }
  const answered = forward(request);
  const isRefused = answered.then(async ({ status }) => {
    await pause(SHARED_MS);
    return status !== 401 && status >= 400;
  });
  memory.batches.push(isRefused);
  await isRefused;
  memory.batches.splice(memory.batches.indexOf(isRefused), 1);
  return answered;
});

/** What one batch leaves behind, and another one meets; and what its size, its order and its repetitions do. */
export const BATCH_FAULTS: readonly Fault[] = [
  ...faults(BATCH, ANSWERED, [
    ['namesakes-are-listed-once', 'The answer holds one customer of each name', namesakesOnce],
    ['odd-name-is-left-out-of-the-answer', 'Who gets a name with an emoji is updated, and not listed', withoutEmoji],
  ]),
  fault('update-undone-by-an-event', BATCH, KEPT, UNDONE, undoneByEvent, MATCHED_IS_UPDATED),
  within(BATCH, ANSWERED, ['customers-known-by-anything', 'An id that is none is looked for elsewhere', () => new KnownByAnything()]),
  fault('former-name-is-not-written-again', BATCH, NAME, 'What a customer was called before is no change', notTwice),
  fault('refused-batch-is-stored-later', BATCH, LEAVES_OTHERS, 'A refused batch is stored behind the next one', stagedByRefused),
  fault('refused-batch-forgets-its-customers', BATCH, SUCCESS, 'A refused batch takes its customers along', forgottenByRefused),
  fault('locks-in-the-order-of-the-batch', BATCH, 'robustness.every-request', 'Of two batches in opposite orders one is given up', givenUp),
  fault('refused-batch-takes-events-along', ['trackEvent', BATCH], READ, 'A batch takes back what came beside it', takenBack),
  fault('locked-customers-are-skipped', BATCH, ANSWERED, 'A batch leaves out whom another batch has locked', skipping),
  fault('first-item-names-the-members', BATCH, NAME, MEMBERS_OF_THE_FIRST, columnsOfTheFirst),
  ...faults(BATCH, 'customer.update-leaves-other-fields', [
    ['last-of-three-is-answered-as-the-first', 'The last of three or more has the outside id of the first', outsideIdOfTheFirst],
  ]),
  fault('batch-is-answered-as-an-equal-one', BATCH, KEPT, 'An equal batch within a minute gets the same answer', asAnEqualOne),
  fault(
    'batch-forgets-its-first-customer-only',
    BATCH,
    KEPT,
    'Whom an update of nothing showed is remembered behind a batch',
    shownAsRemembered,
  ),
  fault(
    'swapped-addresses-stay',
    BATCH,
    'customer.email-address-comes-back',
    'An address that another customer of the batch had is not stored',
    unswapped,
  ),
  fault('batch-is-answered-as-one-that-says-the-same', BATCH, KEPT, 'A batch is known by its items for 20 s', asOneThatSaysTheSame),
  fault('last-item-of-a-customer-counts', BATCH, METADATA, 'Of two items for a customer, the first is lost', lastOfTwo),
];
