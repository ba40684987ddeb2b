import { absentFields, undocumentedFields } from '../../../src/checks/fields.ts';
import { show } from '../../../src/checks/finding.ts';
import { askedIdFindings, distinctIdFindings, distinctRecordFindings, pathFindings } from '../../../src/checks/identity.ts';
import { expect, test } from '../../test.ts';
import { exchange } from './exchanges.ts';

test('the record asked for', () => {
  expect(askedIdFindings({ id: 'a/b' }, 'a/b')).toEqual([]);
});

for (const id of ['A', 'a ', 1, null, undefined]) {
  test(`not the record asked for: ${show(id)}`, () => {
    expect(askedIdFindings({ id }, 'a')).toEqual([{ pointer: '/id', expected: '"a"', actual: show(id) }]);
  });
}

test('the record in the path', () => {
  expect(pathFindings({ business: 'b1' }, 'business', 'b1')).toEqual([]);
  expect(pathFindings({ business: 'b2' }, 'business', 'b1')).toEqual([
    { pointer: '/business', expected: '"b1", the id in the path', actual: '"b2"' },
  ]);
  expect(pathFindings({ business: 'b2' }, 'business', 'b1', '/email_addresses/3')).toMatchObject([
    { pointer: '/email_addresses/3/business' },
  ]);
});

test('different records have different ids', () => {
  expect(distinctIdFindings([{ id: 'a' }, { id: 'b' }, { id: 'A' }], '/executions')).toEqual([]);
  expect(distinctIdFindings([{ id: 'a' }, { id: 'b' }, { id: 'a' }, { id: 'a' }], '/executions')).toEqual([
    { pointer: '/executions/2/id', expected: 'an id that no other record has', actual: '"a", as in /executions/0/id' },
    { pointer: '/executions/3/id', expected: 'an id that no other record has', actual: '"a", as in /executions/0/id' },
  ]);
});

test('records of different answers have different ids; the later answer is wrong', () => {
  const answers = ['a', 'b', undefined, 'a', undefined].map((id) => ({ record: { id }, exchange: exchange() }));
  expect(distinctRecordFindings(answers.slice(0, 3))).toEqual([]);
  const [finding, ...others] = distinctRecordFindings(answers);
  expect(finding).toEqual({
    pointer: '/id',
    expected: 'an id that no other record has',
    actual: '"a", as in answer 1 of 5',
    exchange: answers[3]?.exchange,
  });
  expect(finding?.exchange).toBe(answers[3]?.exchange);
  expect(others).toEqual([]);
});

test('fields that no table names', () => {
  expect(
    undocumentedFields('getSegment', [
      { id: 's1', zeta: 1 },
      { name: 'x', alpha: 1 },
    ]),
  ).toEqual(['alpha', 'zeta']);
  expect(undocumentedFields('listEmailTemplateVariables', [{ variables: [], total: 0 }])).toEqual(['total']);
});

test('documented fields that no record holds', () => {
  expect(absentFields('getFeatureFlagStatuses', [{ feature_flag_name: 'dark' }])).toEqual(['enabled']);
  expect(absentFields('getSegment', [{ id: 's1', name: 'x' }, { filter: null }])).toEqual(['description', 'metadata', 'static_customers']);
});
