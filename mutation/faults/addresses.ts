import { NOT_FOUND } from '../answers.ts';
import { faults, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { instead, list, member, set } from './rows.ts';

const BUSINESS = 'email-address.business-is-path';
const AGREES = 'email-address.list-agrees-with-record';

/** As the service stores it for its second business. */
const FOREIGN = {
  id: 'ema_harbour',
  email_address: 'harbour@mail.example',
  display_name: 'The harbour desk',
  reply_to: 'answers+harbour@mail.example',
  business: 'biz_harbour',
  one_off: false,
  custom_domain: 'mail.example',
};

const FOREIGN_ALONE = [FOREIGN, { ...FOREIGN, id: 'ema_harbour2' }];

export const ADDRESS_FAULTS: readonly Fault[] = [
  ...faults('listEmailAddresses', BUSINESS, [
    [
      'addresses-of-everybody',
      'An address of another business is listed',
      list('email_addresses', (addresses) => [...addresses, FOREIGN]),
      ONLY,
    ],
    ['addresses-of-another', 'Another business is listed', list('email_addresses', () => FOREIGN_ALONE)],
  ]),
  ...faults('getEmailAddress', AGREES, [
    ...['email_address', 'display_name', 'reply_to', 'custom_domain'].map(
      (name) => [`address-disagrees-in-${name}`, `List and record disagree in \`${name}\``, member(name, (value) => `${value}.`)] as const,
    ),
    ['address-disagrees-in-business', 'List and record disagree in `business`', set({ business: 'biz_harbour' })],
    ['address-disagrees-in-one_off', 'List and record disagree in `one_off`', member('one_off', (value) => !value)],
    ['address-listed-not-found', 'What is listed cannot be read', instead(({ id }) => (id.includes('+') ? NOT_FOUND : null))],
    ['address-plus-decoded', 'A plus in the id is taken for a space', instead(({ target }) => (/%2B/i.test(target) ? NOT_FOUND : null))],
    ['alone-list-agrees-with-record', 'The record has a newer name than the list', set({ display_name: 'A newer name' }), ONLY],
  ]),
];
