import { insteadOf, type JsonObject, jsonAnswer, onJson, onRecords } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';

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

const listed = (change: (list: JsonObject[]) => unknown) =>
  onJson([9], (value) => ({ email_addresses: change(value.email_addresses as JsonObject[]) }));
const read = (change: (address: JsonObject) => JsonObject) => onRecords([11], change);

export const ADDRESS_FAULTS: readonly Fault[] = [
  fault(
    'addresses-of-everybody',
    9,
    BUSINESS,
    'An address of another business is listed',
    listed((list) => [...list, FOREIGN]),
    ONLY,
  ),
  fault(
    'addresses-of-another',
    9,
    BUSINESS,
    'Another business is listed',
    listed(() => [FOREIGN, { ...FOREIGN, id: 'ema_harbour2' }]),
  ),
  ...['email_address', 'display_name', 'reply_to', 'custom_domain'].map((member) =>
    fault(
      `address-disagrees-in-${member}`,
      11,
      AGREES,
      `List and record disagree in \`${member}\``,
      read((address) => ({ ...address, [member]: `${address[member]}.` })),
    ),
  ),
  fault(
    'address-disagrees-in-business',
    11,
    AGREES,
    'List and record disagree in `business`',
    read((address) => ({ ...address, business: 'biz_harbour' })),
  ),
  fault(
    'address-disagrees-in-one_off',
    11,
    AGREES,
    'List and record disagree in `one_off`',
    read((address) => ({ ...address, one_off: !address.one_off })),
  ),
  fault(
    'address-listed-not-found',
    11,
    AGREES,
    'What is listed cannot be read',
    insteadOf([11], ({ id }) => (id.includes('+') ? jsonAnswer(404, { error: 'not found' }) : null)),
  ),
  fault(
    'address-plus-decoded',
    11,
    AGREES,
    'A plus in the id is taken for a space',
    insteadOf([11], ({ target }) => (/%2B/i.test(target) ? jsonAnswer(404, { error: 'not found' }) : null)),
  ),
  fault(
    'alone-list-agrees-with-record',
    11,
    AGREES,
    'The record has a newer name than the list',
    read((address) => ({ ...address, display_name: 'A newer name' })),
    ONLY,
  ),
];
