import fc from 'fast-check';
import { canonicalPhoneNumber } from '../client/canonical.ts';
import type { Values } from './values.ts';

/** RFC 2606 keeps these domains free of real mailboxes. */
const DOMAINS = ['example.com', 'example.org', 'mail.example.net'];
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/** Lower-case addresses, without anything that a mailbox provider folds away. */
export const EMAIL_ADDRESSES: Values = {
  arbitrary: () =>
    fc
      .tuple(fc.array(fc.constantFrom(...ALPHABET), { minLength: 6, maxLength: 20 }), fc.constantFrom(...DOMAINS))
      .map(([local, domain]) => `${local.join('')}@${domain}`),
  boundaries: () =>
    ['first.last@example.com', 'under_score-dash@example.org', `${'a'.repeat(64)}@example.com`, 'x1@sub.mail.example.net'].map((value) => ({
      label: value.length > 60 ? 'a local part of 64 characters' : value,
      value,
    })),
};

/** North American numbers in E.164 whose last seven digits nobody has (555-01xx). */
export const PHONE_NUMBERS: Values = {
  arbitrary: () => fc.integer({ min: 0, max: 999 }).map(canonicalPhoneNumber),
  boundaries: () => [0, 99, 100, 999].map((n) => ({ label: canonicalPhoneNumber(n), value: canonicalPhoneNumber(n) })),
};
