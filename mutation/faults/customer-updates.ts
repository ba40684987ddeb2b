import { type JsonObject, onRecords, onRequest, sentJson, succeeded, withJson } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, Interposition } from '../interposition.ts';
import { customersOf, itemOf, items, names } from './batch-items.ts';

const KEPT = 'customer.update-is-kept';
const FIELDS = 'customer.update-leaves-other-fields';
const OTHERS = 'customer.update-leaves-other-customers';

/** Updates that are not kept, or change more than they name. */
export const CUSTOMER_UPDATE_FAULTS: readonly Fault[] = [
  fault('update-is-answered-only', 'batchUpdateCustomers', KEPT, 'A lone name is answered and not stored', answeredOnly(), ONLY),
  fault(
    'update-of-metadata-restores-name',
    'batchUpdateCustomers',
    [KEPT, FIELDS],
    'An update of the metadata brings back the name from before',
    restoresName(),
  ),
  fault(
    'update-clears-metadata',
    'batchUpdateCustomers',
    FIELDS,
    'Metadata that is not sent is cleared',
    onRecords(['batchUpdateCustomers'], (customer, request) =>
      names(itemOf(request, customer), 'metadata') ? customer : { ...customer, metadata: {} },
    ),
  ),
  fault('update-clears-email', 'batchUpdateCustomers', FIELDS, 'An address that is not sent is cleared', cleared('email_address', '')),
  fault(
    'update-drops-phone-to-default',
    'batchUpdateCustomers',
    FIELDS,
    'A number that is not sent becomes a default',
    cleared('phone_number', '+10000000000'),
  ),
  fault(
    'update-unsubscribes',
    'batchUpdateCustomers',
    [FIELDS, OTHERS],
    'An update without an address unsubscribes',
    onRecords(['batchUpdateCustomers'], (customer, request) =>
      names(itemOf(request, customer), 'email_address') ? customer : { ...customer, unsubscribed: `${customer.unsubscribed}ly` },
    ),
  ),
  fault(
    'alone-update-leaves-other-fields',
    'batchUpdateCustomers',
    FIELDS,
    'An update of nothing but the name clears the metadata',
    onRecords(['batchUpdateCustomers'], (customer, request) =>
      Object.keys(itemOf(request, customer) ?? {}).join() === 'id,full_name' ? { ...customer, metadata: {} } : customer,
    ),
    ONLY,
  ),
  ...(['metadata', 'full_name'] as const).map((member) =>
    fault(
      `batch-item-without-${member.replace('_', '-')}-takes-it-from-before`,
      'batchUpdateCustomers',
      FIELDS,
      'A variable of the loop keeps what the item before held',
      onRequest(['batchUpdateCustomers'], (request) =>
        withJson(request, { ...sentJson(request), customers: filledIn(items(request), member) }),
      ),
    ),
  ),
  fault('update-renames-others', 'batchUpdateCustomers', OTHERS, 'A lone name is stored for every customer', renamesOthers(), ONLY),
  fault('update-moves-address', 'batchUpdateCustomers', [OTHERS, FIELDS], "The last address that was sent is everybody's", movesAddress()),
];

function filledIn(batch: readonly JsonObject[], member: string): JsonObject[] {
  let before: JsonObject = {};
  return batch.map((item) => {
    before = names(item, member) ? { [member]: item[member] } : before;
    return { ...before, ...item };
  });
}

function cleared(member: string, value: string): () => Interposition {
  return onRecords(['batchUpdateCustomers'], (customer, request) =>
    names(itemOf(request, customer), member) ? customer : { ...customer, [member]: value },
  );
}

/** An update of nothing but the name never reaches the store. */
function answeredOnly(): () => Interposition {
  return () => async (request, forward) => {
    const [item, ...others] = items(request);
    if (request.endpoint !== 'batchUpdateCustomers' || others.length > 0 || !item || Object.keys(item).join() !== 'id,full_name')
      return forward(request);
    const answer = await forward(withJson(request, { customers: [{ id: item.id }] }));
    return succeeded(answer)
      ? withJson(answer, {
          customers: customersOf(JSON.parse(Buffer.from(answer.body).toString()) as JsonObject).map((customer) => ({
            ...customer,
            full_name: item.full_name,
          })),
        })
      : answer;
  };
}

function restoresName(): () => Interposition {
  return () => {
    const before = new Map<unknown, unknown>();
    return onRecords(['batchUpdateCustomers'], (customer, request) => {
      const item = itemOf(request, customer);
      if (!names(item, 'full_name')) return { ...customer, full_name: before.get(customer.id) ?? customer.full_name };
      const shown = { ...customer };
      if (!before.has(customer.id)) before.set(customer.id, customer.full_name);
      return shown;
    })();
  };
}

function renamesOthers(): () => Interposition {
  return () => {
    let last: unknown = null;
    return onRecords(['batchUpdateCustomers'], (customer, request) => {
      const item = itemOf(request, customer);
      if (items(request).length === 1 && names(item, 'full_name')) last = customer.full_name;
      if (items(request).length > 1) last = null;
      return names(item, 'full_name') || last === null ? customer : { ...customer, full_name: last };
    })();
  };
}

function movesAddress(): () => Interposition {
  return () => {
    let last: unknown = null;
    return onRecords(['batchUpdateCustomers'], (customer, request) => {
      if (names(itemOf(request, customer), 'email_address')) {
        last = customer.email_address;
        return customer;
      }
      return last === null ? customer : { ...customer, email_address: last };
    })();
  };
}
