import { firstCustomer, heldWords, lostCustomer } from '../../../src/checks/stability.ts';
import { expect, test } from '../../test.ts';
import { exchange } from './exchanges.ts';

/** Reads 10 ms apart; `undefined` is a read that failed. */
const readsOf = (...customers: readonly unknown[]) =>
  customers.map((customer, index) => ({
    atMs: index * 10,
    exchange: exchange(),
    event: customer === undefined ? null : { id: 'e1', customer },
  }));

for (const [what, customers, first, lost] of [
  ['never read', [], null, null],
  ['never resolved', [null, null], null, null],
  ['resolved at once', ['c1', 'c1'], 0, null],
  ['resolved later', [null, null, 'c1', 'c1'], 20, null],
  ['lost again', [null, 'c1', null, null], 10, 20],
  ['resolved to another', [null, 'c1', 'c1', 'c2'], 10, 30],
  ['lost and found', ['c1', null, 'c1'], 0, 10],
  ['a read failed on the way', [null, undefined, 'c1', undefined, 'c1'], 20, null],
  ['a customer of the wrong type', [null, 5, 'c1'], 20, null],
] as const)
  test(`the customer of an event: ${what}`, () => {
    expect(firstCustomer(readsOf(...customers))?.atMs ?? null).toBe(first);
    expect(lostCustomer(readsOf(...customers))?.atMs ?? null).toBe(lost);
  });

test('names the first customer', () => {
  const all = readsOf(null, 'c1', 'c2');
  expect(firstCustomer(all)).toEqual({ atMs: 10, customer: 'c1', exchange: all[1]?.exchange });
  expect(firstCustomer(all)?.exchange).toBe(all[1]?.exchange);
});

test('says when a customer was there and when not, from the first time on', () => {
  expect(heldWords(readsOf(null, 'c1', undefined, null, 'c1', 'c2'))).toBe('it had the customer after 10, 40 ms, and not after 30, 50 ms');
  const late = heldWords(readsOf(...Array.from({ length: 20 }, () => 'c1'), null));
  expect(late).toBe('it had the customer after 0, 10, 20, 30, 40, 50 ms, and not after 200 ms');
});
