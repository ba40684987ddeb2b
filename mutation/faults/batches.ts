import { IDS } from '../../reference/seed/ids.ts';
import { type Customer, Store } from '../../reference/store/store.ts';
import { CRASH, type JsonObject, jsonOf, NOT_FOUND, pause, sentJson, succeeded, withJson } from '../answers.ts';
import { fault, faults, ONLY, within } from '../fault.ts';
import type { Fault, Interposition } from '../interposition.ts';
import { answersKeeping, here, list, records, requests, SHARED_MS, type Spoil } from '../rows.ts';
import { customersKeeping, customersOf, idsIn, itemOf, items, names, withCustomers } from './customers.ts';
import { AT_WORK_MS } from './remembered.ts';

const NAME = 'customer.full-name-comes-back';
const METADATA = 'customer.metadata-comes-back';
const SUCCESS = 'http.success-is-200';
const EVERY_REQUEST = 'robustness.every-request';
const ANSWERED = 'customer.answered-are-asked';
const LEAVES_OTHERS = 'customer.update-leaves-other-customers';
const BATCH = 'batchUpdateCustomers';

/** The customer whom events match may be updated too. */
const MATCHED_IS_UPDATED = {
  ...ONLY,
  variables: { CES_CUSTOMER_IDS: [...IDS.customers, IDS.matchingCustomer].map(encodeURIComponent).join(',') },
};

const joinedByRefused = answersKeeping(
  () => ({ known: new Map<unknown, JsonObject>(), refused: [] as unknown[] }),
  (answer, memory, request) => {
    const named = idsIn(request);
    if (answer.status !== 401 && !succeeded(answer)) memory.refused = named;
    if (!succeeded(answer)) return answer;
    const customers = customersOf(jsonOf(answer));
    for (const customer of customers) memory.known.set(customer.id, customer);
    const joined = memory.refused.flatMap((id) => (named.includes(id) ? [] : (memory.known.get(id) ?? [])));
    memory.refused = [];
    return joined.length === 0 ? answer : withJson(answer, { ...jsonOf(answer), customers: [...customers, ...joined] });
  },
);

/** What is left over of a refused batch: the name of its first item. */
const namedByRefused = answersKeeping(
  () => ({ name: undefined as unknown }),
  (answer, left, request) => {
    if (answer.status !== 401 && !succeeded(answer)) left.name = items(request)[0]?.full_name;
    const { name } = left;
    if (!succeeded(answer) || name === undefined) return answer;
    left.name = undefined;
    const named = (customer: JsonObject) => (names(itemOf(request, customer), 'full_name') ? customer : { ...customer, full_name: name });
    return withCustomers(answer, named);
  },
);

/** What was refused waits for the next batch that is accepted, and is stored behind it. */
const stagedByRefused = answersKeeping(
  () => ({ staged: [] as JsonObject[], late: new Map<unknown, unknown>() }),
  (answer, { staged, late }, request) => {
    if (answer.status === 400) staged.push(...items(request).filter((item) => names(item, 'full_name')));
    if (!succeeded(answer)) return answer;
    for (const item of items(request)) if (names(item, 'full_name')) late.delete(item.id);
    const shown = (customer: JsonObject) => (late.has(customer.id) ? { ...customer, full_name: late.get(customer.id) } : customer);
    const changed = withCustomers(answer, shown);
    for (const { id, full_name: name } of staged.splice(0)) late.set(id, name);
    return changed;
  },
);

const forgottenByRefused = answersKeeping(
  () => new Set<unknown>(),
  (answer, forgotten, request) => {
    const named = idsIn(request);
    if (answer.status === 400 && named.length > 1) for (const id of named) forgotten.add(id);
    return succeeded(answer) && named.some((id) => forgotten.has(id)) ? NOT_FOUND : answer;
  },
);

/** Of a customer who is named again, the last of these items counts. */
const eachOnce = (taken: (all: JsonObject[]) => JsonObject[]) =>
  requests((request) => {
    const sent = sentJson(request);
    const customers = new Map(taken(items(request)).map((item) => [item.id, item])).values();
    return sent === null ? request : withJson(request, { ...sent, customers: [...customers] });
  });
const withoutTenths = eachOnce((all) => all.filter((_, index) => index % 10 !== 9));
const lastOfTwo = eachOnce((all) => all);

/** As where one statement is made for the whole batch, with the columns of its first item. */
const columnsOfTheFirst = requests((request) => {
  const sent = sentJson(request);
  const [first, ...others] = items(request);
  if (sent === null || first === undefined) return request;
  const cut = others.map((item) => Object.fromEntries(Object.entries(item).filter(([member]) => Object.hasOwn(first, member))));
  return withJson(request, { ...sent, customers: [first, ...cut] });
});

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

/** The whole customer is stored again a moment after its metadata, as it was then: late enough for a busy machine to have sent the next update. */
const STORED_AGAIN_MS = 450;
const storedLater = customersKeeping<{ readonly at: number; readonly name: unknown }>((customer, stored, item, keep) => {
  const isOver = stored !== undefined && Date.now() >= stored.at;
  if (names(item, 'metadata')) keep({ at: Date.now() + STORED_AGAIN_MS, name: customer.full_name });
  else if (isOver && names(item, 'full_name')) keep();
  else if (isOver) return { ...customer, full_name: stored.name };
  return customer;
});

const undoneByLooks = customersKeeping<{ readonly former: unknown; readonly name: unknown; looks: number }>(
  (customer, known, item, keep) => {
    const { full_name: name } = customer;
    if (known === undefined || known.name !== name || item.full_name !== undefined)
      keep({ former: known?.name ?? 'As Before', name, looks: 0 });
    else if (Object.keys(item).length === 1) known.looks += 1;
    return known && known.looks > 2 ? { ...customer, full_name: known.former } : customer;
  },
);

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
  here(() => {
    const underWay: unknown[][] = [];
    return async (request, forward) => {
      const named = idsIn(request);
      const isCrossing = underWay.some((other) => other[0] !== named[0] && other.includes(named[0]) && named.includes(other[0]));
      underWay.push(named);
      if (named.length > 1) await pause(SHARED_MS);
      const answer = await (isCrossing ? meetsLock(request, forward) : forward(request));
      underWay.splice(underWay.indexOf(named), 1);
      return answer;
    };
  });
const givenUp = crossing(async () => CRASH);
const skipping = crossing((request, forward) =>
  forward(withJson(request, { ...sentJson(request), customers: items(request).slice(0, 1) })),
);

const withoutEmoji = list('customers', (customers) =>
  customers.filter(({ full_name: name }) => !/[\u{10000}-\u{10FFFF}]/u.test(String(name))),
);

class KnownByAnything extends Store {
  override findCustomer(business: string, id: string): Customer | undefined {
    return super.findCustomer(business, id) ?? this.listOf('customer', business).find((customer) => customer.external_id === id);
  }
}

/** What one batch leaves behind, and another one meets; and what its size, its order and its repetitions do. */
export const BATCH_FAULTS: readonly Fault[] = [
  ...faults(BATCH, ANSWERED, [
    ['refused-batch-joins-the-next', 'A batch that was refused is carried out with the next one', joinedByRefused],
    ['each-tenth-of-a-batch-is-left-out', 'Of a batch, each tenth item is left out', withoutTenths],
    ['namesakes-are-listed-once', 'The answer holds one customer of each name', namesakesOnce],
    ['odd-name-is-left-out-of-the-answer', 'Who gets a name with an emoji is updated, and not listed', withoutEmoji],
  ]),
  ...faults(BATCH, 'customer.update-is-kept', [
    ['update-undone-by-an-event', 'An event stores its customer as he was when it came', undoneByEvent, MATCHED_IS_UPDATED],
    ['update-undone-by-one-that-is-stored-later', 'The metadata is stored a moment later, with the name of then', storedLater],
    ['third-look-shows-the-former-name', 'Whoever is looked at three times has his former name again', undoneByLooks],
  ]),
  within(BATCH, ANSWERED, ['customers-known-by-anything', 'An id that is none is looked for elsewhere', () => new KnownByAnything()]),
  fault('former-name-is-not-written-again', BATCH, NAME, 'What a customer was called before is no change', notTwice),
  fault('name-of-a-refused-batch', BATCH, LEAVES_OTHERS, 'A refused batch leaves a name to the next one', namedByRefused),
  fault('refused-batch-is-stored-later', BATCH, LEAVES_OTHERS, 'A refused batch is stored behind the next one', stagedByRefused),
  fault('refused-batch-forgets-its-customers', BATCH, SUCCESS, 'A refused batch takes its customers along', forgottenByRefused),
  fault('locks-in-the-order-of-the-batch', BATCH, EVERY_REQUEST, 'Of two batches in opposite orders one is given up', givenUp),
  fault('locked-customers-are-skipped', BATCH, ANSWERED, 'A batch leaves out whom another batch has locked', skipping),
  fault(
    'first-item-names-the-members',
    BATCH,
    NAME,
    'Of later items in a batch, only the members of the first are stored',
    columnsOfTheFirst,
  ),
  fault('last-item-of-a-customer-counts', BATCH, METADATA, 'Of two items for a customer, the first is lost', lastOfTwo),
];
