import { expect, test } from '@playwright/test';
import { stableReadFindings } from '../../../src/checks/stability.ts';
import { exchange, failed } from './exchanges.ts';

const flags = (...names: readonly (readonly [string, boolean])[]) => ({
  feature_flags: names.map(([feature_flag_name, enabled]) => ({ feature_flag_name, enabled })),
});
const addresses = (...ids: string[]) => ({ email_addresses: ids.map((id) => ({ id, one_off: false })) });

const STABLE: readonly [string, endpoint: number, unknown, unknown][] = [
  ['the same', 13, { id: 's1', name: 'x' }, { id: 's1', name: 'x' }],
  ['members in another order', 13, { id: 's1', name: 'x' }, { name: 'x', id: 's1' }],
  ['undocumented members', 13, { id: 's1', read_at: 1, views: 1 }, { id: 's1', views: 2 }],
  ['texts of a list in another order', 13, { id: 's1', static_customers: ['a', 'b'] }, { id: 's1', static_customers: ['b', 'a'] }],
  ['records in another order', 9, addresses('a', 'b'), addresses('b', 'a')],
  ['flags in another order', 14, flags(['a', true], ['b', false]), flags(['b', false], ['a', true])],
  ['variables in another order', 16, { variables: ['a', 'b'] }, { variables: ['b', 'a'] }],
];

for (const [what, number, one, other] of STABLE) {
  test(`two reads agree at endpoint ${number}: ${what}`, () => {
    expect(stableReadFindings(number, exchange({ body: one }), exchange({ body: other }))).toEqual([]);
  });
}

const UNSTABLE: readonly [string, endpoint: number, unknown, unknown][] = [
  ['another value', 13, { id: 's1', name: 'x' }, { id: 's1', name: 'y' }],
  ['a member gone', 13, { id: 's1', name: 'x' }, { id: 's1' }],
  ['metadata changed inside', 13, { id: 's1', metadata: { reads: 1 } }, { id: 's1', metadata: { reads: 2 } }],
  ['a record gone', 9, addresses('a', 'b'), addresses('a')],
  ['a flag turned', 14, flags(['a', true]), flags(['a', false])],
  ['a variable gone', 16, { variables: ['a', 'b'] }, { variables: ['a'] }],
  ['no JSON any more', 13, { id: 's1', name: 'x' }, 'text'],
];

for (const [what, number, one, other] of UNSTABLE) {
  test(`two reads differ at endpoint ${number}: ${what}`, () => {
    expect(stableReadFindings(number, exchange({ body: one }), exchange({ body: other })).length).toBeGreaterThan(0);
  });
}

test('a read that fails the second time is told by its status', () => {
  expect(stableReadFindings(13, exchange(), exchange({ status: 404 }))).toEqual([
    { expected: 'status 200, as at the read before', actual: 'status 404' },
  ]);
  expect(stableReadFindings(13, exchange(), failed('reset'))).toHaveLength(1);
  expect(stableReadFindings(13, exchange({ status: 404 }), exchange({ status: 404 }))).toEqual([]);
});
