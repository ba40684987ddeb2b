import { firstCustomer, heldWords, lostCustomer } from '../../../src/checks/resolution.ts';
import { stableReadFindings } from '../../../src/checks/stability.ts';
import { expect, test } from '../../test.ts';
import { exchange, failed } from './exchanges.ts';

const flags = (...names: readonly (readonly [string, boolean])[]) => ({
  feature_flags: names.map(([feature_flag_name, enabled]) => ({ feature_flag_name, enabled })),
});
const addresses = (...ids: string[]) => ({ email_addresses: ids.map((id) => ({ id, one_off: false })) });

for (const [what, name, one, other] of [
  ['the same', 'getSegment', { id: 's1', name: 'x' }, { id: 's1', name: 'x' }],
  ['members in another order', 'getSegment', { id: 's1', name: 'x' }, { name: 'x', id: 's1' }],
  ['undocumented members', 'getSegment', { id: 's1', read_at: 1, views: 1 }, { id: 's1', views: 2 }],
  [
    'texts of a list in another order',
    'getSegment',
    { id: 's1', static_customers: ['a', 'b'] },
    { id: 's1', static_customers: ['b', 'a'] },
  ],
  ['records in another order', 'listEmailAddresses', addresses('a', 'b'), addresses('b', 'a')],
  ['flags in another order', 'getFeatureFlagStatuses', flags(['a', true], ['b', false]), flags(['b', false], ['a', true])],
  ['variables in another order', 'listEmailTemplateVariables', { variables: ['a', 'b'] }, { variables: ['b', 'a'] }],
] as const)
  test(`two reads agree at ${name}: ${what}`, () =>
    expect(stableReadFindings(name, exchange({ body: one }), exchange({ body: other }))).toEqual([]));

for (const [what, name, one, other] of [
  ['another value', 'getSegment', { id: 's1', name: 'x' }, { id: 's1', name: 'y' }],
  ['a member gone', 'getSegment', { id: 's1', name: 'x' }, { id: 's1' }],
  ['metadata changed inside', 'getSegment', { id: 's1', metadata: { reads: 1 } }, { id: 's1', metadata: { reads: 2 } }],
  ['a record gone', 'listEmailAddresses', addresses('a', 'b'), addresses('a')],
  ['a flag turned', 'getFeatureFlagStatuses', flags(['a', true]), flags(['a', false])],
  ['a variable gone', 'listEmailTemplateVariables', { variables: ['a', 'b'] }, { variables: ['a'] }],
  ['no JSON any more', 'getSegment', { id: 's1', name: 'x' }, 'text'],
] as const)
  test(`two reads differ at ${name}: ${what}`, () => {
    const second = exchange({ body: other });
    const findings = stableReadFindings(name, exchange({ body: one }), second);
    expect(findings.length).toBeGreaterThan(0);
    for (const finding of findings) expect(finding.exchange).toBe(second);
  });

test('a read that fails the second time is reported with its status', () => {
  const second = exchange({ status: 404 });
  expect(stableReadFindings('getSegment', exchange(), second)).toEqual([
    { expected: 'status 200, as at the read before', actual: 'status 404', exchange: second },
  ]);
  expect(stableReadFindings('getSegment', exchange(), failed('reset'))).toHaveLength(1);
  expect(stableReadFindings('getSegment', exchange({ status: 404 }), exchange({ status: 404 }))).toEqual([]);
});

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
