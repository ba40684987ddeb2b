import { type JsonObject, onRecords, onRequest, sentJson, withJson } from '../answers.ts';
import { fault } from '../fault.ts';
import type { Fault } from '../interposition.ts';

const METADATA = 'customer.metadata-comes-back';
const upper = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value);

const metadata = (change: (metadata: JsonObject) => unknown) =>
  onRecords(['batchUpdateCustomers'], (customer) => ({ ...customer, metadata: change(customer.metadata as JsonObject) }));
const each = (change: (key: string, value: unknown) => [string, unknown]) =>
  metadata((members) => Object.fromEntries(Object.entries(members).map(([key, value]) => change(key, value))));

/** Damage to what is stored of a customer. */
export const CUSTOMER_DAMAGE_FAULTS: readonly Fault[] = [
  fault(
    'customer-metadata-keys-upper',
    'batchUpdateCustomers',
    METADATA,
    'Names of members are in capitals',
    each((key, value) => [key.toUpperCase(), value]),
  ),
  fault(
    'customer-metadata-values-upper',
    'batchUpdateCustomers',
    METADATA,
    'Values are in capitals',
    each((key, value) => [key, upper(value)]),
  ),
  fault(
    'customer-metadata-values-wrapped',
    'batchUpdateCustomers',
    METADATA,
    'Each value is a list',
    each((key, value) => [key, [value]]),
  ),
  fault(
    'customer-metadata-prefixed',
    'batchUpdateCustomers',
    METADATA,
    'Members get a prefix',
    each((key, value) => [`custom_${key}`, value]),
  ),
  fault(
    'customer-metadata-nested',
    'batchUpdateCustomers',
    METADATA,
    'The metadata stands one level deeper',
    metadata((members) => ({ custom: members })),
  ),
  fault(
    'customer-metadata-cut',
    'batchUpdateCustomers',
    METADATA,
    'Values are cut at 20 characters',
    each((key, value) => [key, typeof value === 'string' ? value.slice(0, 20) : value]),
  ),
  fault(
    'customer-metadata-ignored',
    'batchUpdateCustomers',
    METADATA,
    'Metadata is not read',
    onRequest(['batchUpdateCustomers'], (request) => withoutMember(request, 'metadata')),
  ),
  fault(
    'customer-email-ignored',
    'batchUpdateCustomers',
    'customer.email-address-comes-back',
    'The address is not read',
    onRequest(['batchUpdateCustomers'], (request) => withoutMember(request, 'email_address')),
  ),
  fault(
    'customer-phone-ignored',
    'batchUpdateCustomers',
    'customer.phone-number-comes-back',
    'The number is not read',
    onRequest(['batchUpdateCustomers'], (request) => withoutMember(request, 'phone_number')),
  ),
  fault(
    'customer-name-ignored',
    'batchUpdateCustomers',
    'customer.full-name-comes-back',
    'The name is not read',
    onRequest(['batchUpdateCustomers'], (request) => withoutMember(request, 'full_name')),
  ),
];

function withoutMember(request: Parameters<typeof sentJson>[0], member: string): typeof request {
  const customers = sentJson(request)?.customers;
  if (!Array.isArray(customers)) return request;
  const rest = customers.map((item: unknown) => {
    if (typeof item !== 'object' || item === null) return item;
    const { [member]: _gone, ...others } = item as JsonObject;
    return others;
  });
  return withJson(request, { customers: rest });
}
