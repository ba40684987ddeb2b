import { faults, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { text } from './rows.ts';

/** Damage that only some values of a legitimate shape suffer. */
type Damage = readonly [name: string, description: string, change: (value: string) => string];

const toText = (member: string, damage: readonly Damage[]) =>
  damage.map(([name, description, change]) => [name, description, text(member, change), ONLY] as const);

const ADDRESSES: readonly Damage[] = [
  ['address-plus-is-blank', 'A plus sign is read as a blank', (value) => value.replaceAll('+', ' ')],
  ['address-tag-dropped', 'What follows a plus sign is dropped', (value) => value.replace(/\+[^@]*/, '')],
  ['address-dots-dropped', 'Dots before the @ are dropped', (value) => value.replace(/\.(?=.*@)/g, '')],
  ['address-cut-at-50', 'Addresses are cut at 50 characters', (value) => value.slice(0, 50)],
  ['address-apostrophe-escaped', 'An apostrophe is doubled', (value) => value.replaceAll("'", "''")],
  ['address-domain-of-two-labels', 'Only the last three labels are kept', (value) => value.replace(/@.*?((?:[^.@]+\.){2}[^.@]+)$/, '@$1')],
];

const NUMBERS: readonly Damage[] = [
  ['number-cut-at-12', 'Numbers are cut at 12 characters', (value) => value.slice(0, 12)],
  ['number-is-american', 'Every number is taken for an American one', (value) => value.replace(/^\+(?!1)/, '+1')],
  ['number-of-9-digits-padded', 'Short numbers are padded with noughts', (value) => (value === '' ? value : value.padEnd(11, '0'))],
];

const STARTS: readonly Damage[] = [
  ['start-without-seconds', 'Seconds are set to nought', (value) => value.replace(/(T\d\d:\d\d:)\d\d(\.\d+)?/, '$100')],
  [
    'start-with-parts-in-local-time',
    'A time with parts of a second loses its zone',
    (value) => value.replace(/(\.\d*[1-9]\d*)[+-]\d\d:\d\d$/, '$1Z'),
  ],
];

const WEBSITES: readonly Damage[] = [
  ['website-without-port', 'The port is dropped', (value) => value.replace(/:\d+(?=\/)/, '')],
  ['website-without-fragment', 'The fragment is dropped', (value) => value.replace(/#.*/, '')],
  [
    'website-plus-is-blank',
    'A plus sign in the query is read as a blank',
    (value) => value.replace(/\?.*/, (query) => query.replaceAll('+', '%20')),
  ],
];

export const LEGITIMATE_VALUE_FAULTS: readonly Fault[] = [
  ...faults('batchUpdateCustomers', 'customer.email-address-comes-back', toText('email_address', ADDRESSES)),
  ...faults('batchUpdateCustomers', 'customer.phone-number-comes-back', toText('phone_number', NUMBERS)),
  ...faults('createCampaign', 'campaign.scheduled-at-comes-back', toText('scheduled_at', STARTS)),
  ...faults('createBusiness', 'business.website-comes-back', toText('website', WEBSITES)),
];
