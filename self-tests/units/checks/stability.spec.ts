import { stableReadFindings } from '../../../src/checks/stability.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { expect, test } from '../../test.ts';
import { exchange, failed } from './exchanges.ts';

const flags = (...names: readonly (readonly [string, boolean])[]) => ({
  feature_flags: names.map(([feature_flag_name, enabled]) => ({ feature_flag_name, enabled })),
});
const addresses = (...ids: string[]) => ({ email_addresses: ids.map((id) => ({ id, one_off: false })) });

const STABLE: readonly [string, endpoint: EndpointName, unknown, unknown][] = [
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
];

for (const [what, name, one, other] of STABLE) {
  test(`two reads agree at ${name}: ${what}`, () => {
    expect(stableReadFindings(name, exchange({ body: one }), exchange({ body: other }))).toEqual([]);
  });
}

const UNSTABLE: readonly [string, endpoint: EndpointName, unknown, unknown][] = [
  ['another value', 'getSegment', { id: 's1', name: 'x' }, { id: 's1', name: 'y' }],
  ['a member gone', 'getSegment', { id: 's1', name: 'x' }, { id: 's1' }],
  ['metadata changed inside', 'getSegment', { id: 's1', metadata: { reads: 1 } }, { id: 's1', metadata: { reads: 2 } }],
  ['a record gone', 'listEmailAddresses', addresses('a', 'b'), addresses('a')],
  ['a flag turned', 'getFeatureFlagStatuses', flags(['a', true]), flags(['a', false])],
  ['a variable gone', 'listEmailTemplateVariables', { variables: ['a', 'b'] }, { variables: ['a'] }],
  ['no JSON any more', 'getSegment', { id: 's1', name: 'x' }, 'text'],
];

for (const [what, name, one, other] of UNSTABLE) {
  test(`two reads differ at ${name}: ${what}`, () => {
    const second = exchange({ body: other });
    const findings = stableReadFindings(name, exchange({ body: one }), second);
    expect(findings.length).toBeGreaterThan(0);
    for (const finding of findings) expect(finding.exchange).toBe(second);
  });
}

test('a read that fails the second time is reported with its status', () => {
  const second = exchange({ status: 404 });
  expect(stableReadFindings('getSegment', exchange(), second)).toEqual([
    { expected: 'status 200, as at the read before', actual: 'status 404', exchange: second },
  ]);
  expect(stableReadFindings('getSegment', exchange(), failed('reset'))).toHaveLength(1);
  expect(stableReadFindings('getSegment', exchange({ status: 404 }), exchange({ status: 404 }))).toEqual([]);
});
