import { insteadOf, type JsonObject, jsonAnswer, onJson, onRecords } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';

const BUSINESS = 'email-address.business-is-path';
const COMPLETE = 'robustness.list-holds-what-belongs';
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

const listed = (change: (list: JsonObject[]) => unknown) =>
  onJson(['listEmailAddresses'], (value) => ({ email_addresses: change(value.email_addresses as JsonObject[]) }));
const read = (change: (address: JsonObject) => JsonObject) => onRecords(['getEmailAddress'], change);

/** What a list leaves out, and why. */
const UNLISTED: readonly (readonly [name: string, description: string, keeps: (address: JsonObject, index: number) => boolean])[] = [
  ['first-is-left-out', 'A page begins with the second record', (_, index) => index > 0],
  ['with-a-domain-left-out', 'Addresses of a domain of their own are not joined in', ({ custom_domain }) => !custom_domain],
  ['only-for-one-use', 'The condition on addresses for one use is turned round', ({ one_off }) => one_off === true],
];

export const ADDRESS_FAULTS: readonly Fault[] = [
  ...UNLISTED.map(([name, description, keeps]) =>
    fault(
      `listed-addresses-${name}`,
      'listEmailAddresses',
      COMPLETE,
      description,
      listed((list) => list.filter(keeps)),
      name === 'first-is-left-out' ? ONLY : {},
    ),
  ),
  fault(
    'addresses-of-everybody',
    'listEmailAddresses',
    BUSINESS,
    'An address of another business is listed',
    listed((list) => [...list, FOREIGN]),
    ONLY,
  ),
  fault(
    'addresses-of-another',
    'listEmailAddresses',
    BUSINESS,
    'Another business is listed',
    listed(() => [FOREIGN, { ...FOREIGN, id: 'ema_harbour2' }]),
  ),
  ...['email_address', 'display_name', 'reply_to', 'custom_domain'].map((member) =>
    fault(
      `address-disagrees-in-${member}`,
      'getEmailAddress',
      AGREES,
      `List and record disagree in \`${member}\``,
      read((address) => ({ ...address, [member]: `${address[member]}.` })),
    ),
  ),
  fault(
    'address-disagrees-in-business',
    'getEmailAddress',
    AGREES,
    'List and record disagree in `business`',
    read((address) => ({ ...address, business: 'biz_harbour' })),
  ),
  fault(
    'address-disagrees-in-one_off',
    'getEmailAddress',
    AGREES,
    'List and record disagree in `one_off`',
    read((address) => ({ ...address, one_off: !address.one_off })),
  ),
  fault(
    'address-listed-not-found',
    'getEmailAddress',
    AGREES,
    'What is listed cannot be read',
    insteadOf(['getEmailAddress'], ({ id }) => (id.includes('+') ? jsonAnswer(404, { error: 'not found' }) : null)),
  ),
  fault(
    'address-plus-decoded',
    'getEmailAddress',
    AGREES,
    'A plus in the id is taken for a space',
    insteadOf(['getEmailAddress'], ({ target }) => (/%2B/i.test(target) ? jsonAnswer(404, { error: 'not found' }) : null)),
  ),
  fault(
    'alone-list-agrees-with-record',
    'getEmailAddress',
    AGREES,
    'The record has a newer name than the list',
    read((address) => ({ ...address, display_name: 'A newer name' })),
    ONLY,
  ),
];
