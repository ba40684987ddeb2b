import { isObject, type JsonObject, onJson, onRecords, onRequest, sentJson, succeeded, withJson } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, Interposition, PassingRequest } from '../interposition.ts';

const ASKED = 'customer.answered-are-asked';
const KEPT = 'customer.update-is-kept';
const FIELDS = 'customer.update-leaves-other-fields';
const OTHERS = 'customer.update-leaves-other-customers';

const items = (request: PassingRequest): JsonObject[] => {
  const customers = sentJson(request)?.customers;
  return Array.isArray(customers) ? customers.filter(isObject) : [];
};
const itemOf = (request: PassingRequest, customer: JsonObject) => items(request).find(({ id }) => id === customer.id);
const customersOf = (value: JsonObject) => value.customers as JsonObject[];
const names = (item: JsonObject | undefined, member: string) => item !== undefined && Object.hasOwn(item, member);

/** Damages a member wherever it is shown. */
const shown = (member: string, change: (value: string) => unknown) =>
  onRecords([3], (customer) => ({ ...customer, [member]: change(String(customer[member])) }));

export const CUSTOMER_FAULTS: readonly Fault[] = [
  fault(
    'batch-answers-stranger',
    3,
    ASKED,
    'Somebody else is answered too',
    onJson([3], (value) => ({ customers: [...customersOf(value), { id: 'cus_foreign' }] })),
    ONLY,
  ),
  fault(
    'batch-answers-first-only',
    3,
    ASKED,
    'Only the first is answered',
    onJson([3], (value) => ({ customers: customersOf(value).slice(0, 1) })),
  ),
  fault(
    'batch-answers-twice',
    3,
    ASKED,
    'Each is answered twice',
    onJson([3], (value) => ({ customers: [...customersOf(value), ...customersOf(value)] })),
  ),
  fault(
    'batch-answers-nobody',
    3,
    ASKED,
    'Nobody is answered',
    onJson([3], () => ({ customers: [] })),
  ),
  fault(
    'batch-drops-last',
    3,
    ASKED,
    'The last of a batch is left out',
    onRequest([3], (request) => (items(request).length > 1 ? withJson(request, { customers: items(request).slice(0, -1) }) : request)),
  ),
  fault(
    'full-name-title-case',
    3,
    'customer.full-name-comes-back',
    'Names are put in title case',
    shown('full_name', (name) => name.replace(/^./, (letter) => letter.toUpperCase())),
  ),
  fault(
    'alone-customer-full-name',
    3,
    'customer.full-name-comes-back',
    'In a batch of three the first name is answered for all',
    firstNameForAll(),
    ONLY,
  ),
  fault(
    'phone-number-formatted',
    3,
    'customer.phone-number-comes-back',
    'Numbers are answered in groups',
    shown('phone_number', (number) => number.replace(/(\d{3})(?=\d)/g, '$1 ')),
    ONLY,
  ),
  fault(
    'phone-number-without-plus',
    3,
    'customer.phone-number-comes-back',
    'The plus is lost',
    shown('phone_number', (number) => number.replace('+', '')),
  ),
  fault(
    'phone-number-masked',
    3,
    'customer.phone-number-comes-back',
    'Numbers are masked',
    shown('phone_number', (number) => number.replace(/\d{4}$/, '****')),
  ),
  fault(
    'email-address-masked',
    3,
    'customer.email-address-comes-back',
    'Addresses are masked',
    shown('email_address', (address) => address.replace(/^.[^@]*/, (local) => `${local.slice(0, 1)}***`)),
    ONLY,
  ),
  fault(
    'email-address-display',
    3,
    'customer.email-address-comes-back',
    'Addresses have angle brackets',
    shown('email_address', (address) => `<${address}>`),
  ),
  fault(
    'metadata-member-lost',
    3,
    'customer.metadata-comes-back',
    'A member of the metadata is lost',
    onRecords([3], (customer) => ({ ...customer, metadata: without(customer.metadata, 'origin') })),
    ONLY,
  ),
  fault(
    'metadata-not-answered',
    3,
    'customer.metadata-comes-back',
    'The metadata is answered empty',
    onRecords([3], (customer) => ({ ...customer, metadata: {} })),
  ),
  fault('update-is-answered-only', 3, KEPT, 'A lone name is answered and not stored', answeredOnly(), ONLY),
  fault(
    'update-of-metadata-restores-name',
    3,
    [KEPT, FIELDS],
    'An update of the metadata brings back the name from before',
    restoresName(),
  ),
  fault(
    'update-clears-metadata',
    3,
    FIELDS,
    'Metadata that is not sent is cleared',
    onRecords([3], (customer, request) => (names(itemOf(request, customer), 'metadata') ? customer : { ...customer, metadata: {} })),
  ),
  fault('update-clears-email', 3, FIELDS, 'An address that is not sent is cleared', cleared('email_address', '')),
  fault('update-drops-phone-to-default', 3, FIELDS, 'A number that is not sent becomes a default', cleared('phone_number', '+10000000000')),
  fault(
    'update-unsubscribes',
    3,
    [FIELDS, OTHERS],
    'An update without an address unsubscribes',
    onRecords([3], (customer, request) =>
      names(itemOf(request, customer), 'email_address') ? customer : { ...customer, unsubscribed: `${customer.unsubscribed}ly` },
    ),
  ),
  fault(
    'alone-update-leaves-other-fields',
    3,
    FIELDS,
    'An update of nothing but the name clears the metadata',
    onRecords([3], (customer, request) =>
      Object.keys(itemOf(request, customer) ?? {}).join() === 'id,full_name' ? { ...customer, metadata: {} } : customer,
    ),
    ONLY,
  ),
  fault('update-renames-others', 3, OTHERS, 'A lone name is stored for every customer', renamesOthers(), ONLY),
  fault('update-moves-address', 3, [OTHERS, FIELDS], "The last address that was sent is everybody's", movesAddress()),
];

function without(value: unknown, member: string): JsonObject {
  const { [member]: _gone, ...rest } = value as JsonObject;
  return rest;
}

function cleared(member: string, value: string): () => Interposition {
  return onRecords([3], (customer, request) => (names(itemOf(request, customer), member) ? customer : { ...customer, [member]: value }));
}

function firstNameForAll(): () => Interposition {
  return onJson([3], (value, request) => {
    const [first] = customersOf(value);
    const all = items(request);
    return all.length === 3 && all.every((item) => Object.keys(item).join() === 'id,full_name')
      ? { customers: customersOf(value).map((customer) => ({ ...customer, full_name: first?.full_name })) }
      : value;
  });
}

/** An update of nothing but the name never reaches the store. */
function answeredOnly(): () => Interposition {
  return () => async (request, forward) => {
    const [item, ...others] = items(request);
    if (request.endpoint !== 3 || others.length > 0 || !item || Object.keys(item).join() !== 'id,full_name') return forward(request);
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
    return onRecords([3], (customer, request) => {
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
    return onRecords([3], (customer, request) => {
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
    return onRecords([3], (customer, request) => {
      if (names(itemOf(request, customer), 'email_address')) {
        last = customer.email_address;
        return customer;
      }
      return last === null ? customer : { ...customer, email_address: last };
    })();
  };
}
