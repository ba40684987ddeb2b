import { type JsonObject, onJson, onRecords, onRequest, withJson } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, Interposition } from '../interposition.ts';
import { customersOf, items } from './batch-items.ts';

const ASKED = 'customer.answered-are-asked';

/** Damages a member wherever it is shown. */
const shown = (member: string, change: (value: string) => unknown) =>
  onRecords(['batchUpdateCustomers'], (customer) => ({ ...customer, [member]: change(String(customer[member])) }));

/** Answers to a batch update that show other customers or other values than they should. */
export const CUSTOMER_FAULTS: readonly Fault[] = [
  fault(
    'batch-answers-stranger',
    'batchUpdateCustomers',
    ASKED,
    'Somebody else is answered too',
    onJson(['batchUpdateCustomers'], (value) => ({ customers: [...customersOf(value), { id: 'cus_foreign' }] })),
    ONLY,
  ),
  fault(
    'batch-answers-first-only',
    'batchUpdateCustomers',
    ASKED,
    'Only the first is answered',
    onJson(['batchUpdateCustomers'], (value) => ({ customers: customersOf(value).slice(0, 1) })),
  ),
  fault(
    'batch-answers-twice',
    'batchUpdateCustomers',
    ASKED,
    'Each is answered twice',
    onJson(['batchUpdateCustomers'], (value) => ({ customers: [...customersOf(value), ...customersOf(value)] })),
  ),
  fault(
    'batch-answers-nobody',
    'batchUpdateCustomers',
    ASKED,
    'Nobody is answered',
    onJson(['batchUpdateCustomers'], () => ({ customers: [] })),
  ),
  fault(
    'batch-drops-last',
    'batchUpdateCustomers',
    ASKED,
    'The last of a batch is left out',
    onRequest(['batchUpdateCustomers'], (request) =>
      items(request).length > 1 ? withJson(request, { customers: items(request).slice(0, -1) }) : request,
    ),
  ),
  fault(
    'full-name-title-case',
    'batchUpdateCustomers',
    'customer.full-name-comes-back',
    'Names are put in title case',
    shown('full_name', (name) => name.replace(/^./, (letter) => letter.toUpperCase())),
  ),
  fault(
    'alone-customer-full-name',
    'batchUpdateCustomers',
    'customer.full-name-comes-back',
    'In a batch of three the first name is answered for all',
    firstNameForAll(),
    ONLY,
  ),
  fault(
    'phone-number-formatted',
    'batchUpdateCustomers',
    'customer.phone-number-comes-back',
    'Numbers are answered in groups',
    shown('phone_number', (number) => number.replace(/(\d{3})(?=\d)/g, '$1 ')),
    ONLY,
  ),
  fault(
    'phone-number-without-plus',
    'batchUpdateCustomers',
    'customer.phone-number-comes-back',
    'The plus is lost',
    shown('phone_number', (number) => number.replace('+', '')),
  ),
  fault(
    'phone-number-masked',
    'batchUpdateCustomers',
    'customer.phone-number-comes-back',
    'Numbers are masked',
    shown('phone_number', (number) => number.replace(/\d{4}$/, '****')),
  ),
  fault(
    'email-address-masked',
    'batchUpdateCustomers',
    'customer.email-address-comes-back',
    'Addresses are masked',
    shown('email_address', (address) => address.replace(/^.[^@]*/, (local) => `${local.slice(0, 1)}***`)),
    ONLY,
  ),
  fault(
    'email-address-display',
    'batchUpdateCustomers',
    'customer.email-address-comes-back',
    'Addresses have angle brackets',
    shown('email_address', (address) => `<${address}>`),
  ),
  fault(
    'metadata-member-lost',
    'batchUpdateCustomers',
    'customer.metadata-comes-back',
    'A member of the metadata is lost',
    onRecords(['batchUpdateCustomers'], (customer) => ({ ...customer, metadata: without(customer.metadata, 'origin') })),
    ONLY,
  ),
  fault(
    'metadata-not-answered',
    'batchUpdateCustomers',
    'customer.metadata-comes-back',
    'The metadata is answered empty',
    onRecords(['batchUpdateCustomers'], (customer) => ({ ...customer, metadata: {} })),
  ),
];

function without(value: unknown, member: string): JsonObject {
  const { [member]: _gone, ...rest } = value as JsonObject;
  return rest;
}

function firstNameForAll(): () => Interposition {
  return onJson(['batchUpdateCustomers'], (value, request) => {
    const [first] = customersOf(value);
    const all = items(request);
    return all.length === 3 && all.every((item) => Object.keys(item).join() === 'id,full_name')
      ? { customers: customersOf(value).map((customer) => ({ ...customer, full_name: first?.full_name })) }
      : value;
  });
}
