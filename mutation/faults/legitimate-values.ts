import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { onRecords } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';

const ADDRESS = 'customer.email-address-comes-back';
const NUMBER = 'customer.phone-number-comes-back';
const START = 'campaign.scheduled-at-comes-back';
const WEBSITE = 'business.website-comes-back';

/** Damage that only some values of a legitimate shape suffer. */
const DAMAGE: readonly (readonly [
  name: string,
  endpoint: EndpointName,
  member: string,
  breaks: StatementId,
  description: string,
  change: (value: string) => string,
])[] = [
  [
    'address-plus-is-blank',
    'batchUpdateCustomers',
    'email_address',
    ADDRESS,
    'A plus sign is read as a blank',
    (value) => value.replaceAll('+', ' '),
  ],
  [
    'address-tag-dropped',
    'batchUpdateCustomers',
    'email_address',
    ADDRESS,
    'What follows a plus sign is dropped',
    (value) => value.replace(/\+[^@]*/, ''),
  ],
  [
    'address-dots-dropped',
    'batchUpdateCustomers',
    'email_address',
    ADDRESS,
    'Dots before the @ are dropped',
    (value) => value.replace(/\.(?=.*@)/g, ''),
  ],
  [
    'address-cut-at-50',
    'batchUpdateCustomers',
    'email_address',
    ADDRESS,
    'Addresses are cut at 50 characters',
    (value) => value.slice(0, 50),
  ],
  [
    'address-apostrophe-escaped',
    'batchUpdateCustomers',
    'email_address',
    ADDRESS,
    'An apostrophe is doubled',
    (value) => value.replaceAll("'", "''"),
  ],
  [
    'address-domain-of-two-labels',
    'batchUpdateCustomers',
    'email_address',
    ADDRESS,
    'Only the last three labels are kept',
    (value) => value.replace(/@.*?((?:[^.@]+\.){2}[^.@]+)$/, '@$1'),
  ],
  ['number-cut-at-12', 'batchUpdateCustomers', 'phone_number', NUMBER, 'Numbers are cut at 12 characters', (value) => value.slice(0, 12)],
  [
    'number-is-american',
    'batchUpdateCustomers',
    'phone_number',
    NUMBER,
    'Every number is taken for an American one',
    (value) => value.replace(/^\+(?!1)/, '+1'),
  ],
  [
    'number-of-9-digits-padded',
    'batchUpdateCustomers',
    'phone_number',
    NUMBER,
    'Short numbers are padded with noughts',
    (value) => (value === '' ? value : value.padEnd(11, '0')),
  ],
  [
    'start-without-seconds',
    'createCampaign',
    'scheduled_at',
    START,
    'Seconds are set to nought',
    (value) => value.replace(/(T\d\d:\d\d:)\d\d(\.\d+)?/, '$100'),
  ],
  [
    'start-with-parts-in-local-time',
    'createCampaign',
    'scheduled_at',
    START,
    'A time with parts of a second loses its zone',
    (value) => value.replace(/(\.\d*[1-9]\d*)[+-]\d\d:\d\d$/, '$1Z'),
  ],
  ['website-without-port', 'createBusiness', 'website', WEBSITE, 'The port is dropped', (value) => value.replace(/:\d+(?=\/)/, '')],
  ['website-without-fragment', 'createBusiness', 'website', WEBSITE, 'The fragment is dropped', (value) => value.replace(/#.*/, '')],
  [
    'website-plus-is-blank',
    'createBusiness',
    'website',
    WEBSITE,
    'A plus sign in the query is read as a blank',
    (value) => value.replace(/\?.*/, (query) => query.replaceAll('+', '%20')),
  ],
];

export const LEGITIMATE_VALUE_FAULTS: readonly Fault[] = DAMAGE.map(([name, endpoint, member, breaks, description, change]) =>
  fault(
    name,
    endpoint,
    breaks,
    description,
    onRecords([endpoint], (record) => (typeof record[member] === 'string' ? { ...record, [member]: change(record[member]) } : record)),
    ONLY,
  ),
);
