import type { StatementId } from '../../src/specification/register.ts';
import { onJson, onRecords, onRecordsKeeping, onRequest, withJson } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { customersOf, itemOf, items } from './batch-items.ts';

const FIELDS = 'customer.update-leaves-other-fields';
const KEPT = 'customer.update-is-kept';

/** Which lone or joint update hurts which other member, and how. */
const HURT: readonly (readonly [sent: string, hurt: string, value: unknown, alsoSeen?: StatementId])[] = [
  ['email_address', 'phone_number', ''],
  ['email_address', 'metadata', {}, KEPT],
  ['email_address', 'full_name', 'Unknown', KEPT],
  ['email_address', 'external_id', 'crm-new'],
  ['email_address', 'first_name', ''],
  ['phone_number', 'email_address', 'nobody@example.com'],
  ['phone_number', 'metadata', {}],
  ['phone_number', 'last_name', ''],
  ['metadata', 'first_name', ''],
  ['metadata', 'full_name', '', KEPT],
  ['full_name', 'phone_number', ''],
  ['full_name', 'unsubscribed', 'reset'],
  ['full_name,phone_number', 'metadata', {}],
  ['full_name,email_address', 'phone_number', ''],
  ['email_address,metadata', 'full_name', ''],
];

/** Members that hurt their neighbours, or do not last. */
export const CUSTOMER_MEMBER_FAULTS: readonly Fault[] = [
  ...HURT.map(([sent, hurt, value, alsoSeen]) =>
    fault(
      `update-of-${sent.replaceAll(/[_,]/g, '-')}-hurts-${hurt.replaceAll('_', '-')}`,
      'batchUpdateCustomers',
      alsoSeen ? [FIELDS, alsoSeen] : FIELDS,
      `An update of nothing but ${sent.replace(',', ' and ')} changes ${hurt}`,
      onRecords(['batchUpdateCustomers'], (customer, request) =>
        Object.keys(itemOf(request, customer) ?? {}).join() === `id,${sent}` ? { ...customer, [hurt]: value } : customer,
      ),
      alsoSeen ? {} : ONLY,
    ),
  ),
  fault(
    'update-of-phone-restores-email',
    'batchUpdateCustomers',
    KEPT,
    'An update of the number alone shows the e-mail address from before the last',
    onRecordsKeeping(
      ['batchUpdateCustomers'],
      () => new Map<unknown, unknown[]>(),
      (customer, seen, request) => {
        const sent = Object.keys(itemOf(request, customer) ?? {}).join();
        const known = seen.get(customer.id) ?? [];
        if (known.at(-1) !== customer.email_address) seen.set(customer.id, [...known, customer.email_address]);
        const earlier = seen.get(customer.id)?.at(-2);
        return sent === 'id,phone_number' && earlier !== undefined ? { ...customer, email_address: earlier } : customer;
      },
    ),
  ),
  fault(
    'batch-stops-at-unknown',
    'batchUpdateCustomers',
    'customer.answered-are-asked',
    'A batch ends at the first unknown customer, and is a success',
    onRequest(['batchUpdateCustomers'], (request) => {
      const unknown = items(request).findIndex(({ id }) => String(id).endsWith('-unknown'));
      return unknown > 0 ? withJson(request, { customers: items(request).slice(0, unknown) }) : request;
    }),
    ONLY,
  ),
  fault(
    'batch-is-paged',
    'batchUpdateCustomers',
    'customer.answered-are-asked',
    'The answer to a large batch lists six customers',
    onJson(['batchUpdateCustomers'], (value, request) =>
      items(request).length > 6 ? { ...value, customers: customersOf(value).slice(0, 6) } : value,
    ),
    ONLY,
  ),
];
