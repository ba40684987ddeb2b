import fc from 'fast-check';
import { canonicalPhoneNumber } from '../client/canonical.ts';
import { labelled, type Values } from './values.ts';

/** RFC 2606 keeps these domains free of real mailboxes. */
const DOMAINS = ['example.com', 'example.org', 'mail.example.net'];
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
/** What may stand between the parts of a local part (RFC 5322 §3.2.3), and is part of the mailbox's name. */
const SEPARATORS = ['.', '+', '-', '_'];

const word = fc.array(fc.constantFrom(...ALPHABET), { minLength: 3, maxLength: 12 }).map((letters) => letters.join(''));

const ADDRESSES = [
  ...['first.last@example.com', 'a.b.c.d@example.com', 'first+tag@example.com', 'first.last+tag-2@mail.example.net'],
  ...['under_score-dash@example.org', '1234567890@example.com', 'a@example.com', "o'neill@example.com", 'someone@my-shop.example'],
  ...['someone@shop-24.eu.example.org', 'x1@sub.mail.example.net', 'x2@a.b.c.d.example.com', 'someone@xn--bcher-kva.example'],
  ...[`${'a'.repeat(64)}@example.com`, `${'first.last+tag.'.repeat(4)}end@example.com`],
];

/** Lower-case addresses: letter case is all that an implementation may fold at a domain it does not know. */
export const EMAIL_ADDRESSES: Values = {
  arbitrary: () =>
    fc
      .tuple(word, fc.option(fc.tuple(fc.constantFrom(...SEPARATORS), word)), fc.constantFrom(...DOMAINS))
      .map(([first, more, domain]) => `${first}${more?.join('') ?? ''}@${domain}`),
  boundaries: () => [{ label: 'an empty address', input: '' }, ...labelled(ADDRESSES, 'an address')],
};

/** E.164 numbers kept free for fiction (Ofcom, BNetzA, Arcep, ACMA, PTS, ComReg), and the digits that follow. +999 is no country's (ITU-T E.164). */
const FICTIONAL: readonly (readonly [prefix: string, digits: number])[] = [
  ['+442079460', 3],
  ['+447700900', 3],
  ['+493023125', 3],
  ['+491713920', 3],
  ['+331990012', 2],
  ['+336399801', 2],
  ['+614915701', 2],
  ['+6125550', 4],
  ['+468465004', 2],
  ['+353209100', 3],
  ['+9991', 3],
  ['+9991234567890', 2],
];

function fictional([prefix, digits]: (typeof FICTIONAL)[number], n: number): string {
  return `${prefix}${String(n % 10 ** digits).padStart(digits, '0')}`;
}

/** Numbers that nobody has: North American ones (555-01xx), and those of other countries. */
export const PHONE_NUMBERS: Values = {
  arbitrary: () =>
    fc.oneof(
      fc.integer({ min: 0, max: 999 }).map(canonicalPhoneNumber),
      fc.tuple(fc.constantFrom(...FICTIONAL), fc.integer({ min: 0, max: 999 })).map(([range, n]) => fictional(range, n)),
    ),
  boundaries: () => [
    { label: 'an empty number', input: '' },
    ...labelled([...[0, 99, 100, 999].map(canonicalPhoneNumber), ...FICTIONAL.map((range) => fictional(range, 7))]),
  ],
};
