import { costsOf } from '../../../src/result/measurements.ts';
import { expect, test } from '../../test.ts';
import { evidence } from '../engine/evidence.ts';

const remains = (endpoint: 'createBusiness' | 'batchUpdateCustomers', count: number) => ({ endpoint, count, unanswered: 1, examples: [] });

test('a test costs time, requests and created records, and one that was repeated all of them', () => {
  const leftBehind = [remains('createBusiness', 2), remains('batchUpdateCustomers', 9)];
  const once = { title: 'a', durationMs: 10, evidence: evidence({ requests: 4, leftBehind }) };
  expect(costsOf([once, { ...once, durationMs: 5 }, { title: 'b', durationMs: 1, evidence: evidence() }])).toEqual([
    { title: 'a', durationMs: 15, requests: 8, records: 4 },
    { title: 'b', durationMs: 1, requests: 0, records: 0 },
  ]);
});

test('a test that never came to its end has no cost', () => {
  expect(
    costsOf([
      { title: 'a', evidence: null, durationMs: 3 },
      { title: 'b', evidence: evidence() },
    ]),
  ).toEqual([]);
});
