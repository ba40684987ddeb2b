import { matching, quickFaults } from '../../../mutation/chosen.ts';
import { STATEMENTS } from '../../../mutation/fault.ts';
import { FAULTS } from '../../../mutation/faults/index.ts';
import { ENDPOINT_NAMES } from '../../../src/specification/endpoints.ts';
import { expect, test } from '../../test.ts';

test('each statement has a fault that is to break it alone', () => {
  const alone = new Set(FAULTS.filter(({ only }) => only).map(({ breaks: [first] }) => first));
  expect(STATEMENTS.filter((id) => !alone.has(id))).toEqual([]);
});

test('npm test plays a fault for each statement, and one for each endpoint alone', () => {
  const quick = [...quickFaults(FAULTS)];
  expect(STATEMENTS.filter((id) => !quick.some(({ breaks }) => breaks.includes(id)))).toEqual([]);
  expect(ENDPOINT_NAMES.filter((name) => !quick.some(({ endpoints }) => endpoints.length === 1 && endpoints[0] === name))).toEqual([]);
});

for (const [pattern, matches, others] of [
  ['status-202-at-1', ['status-202-at-1'], ['status-202-at-13', 'a-status-202-at-1']],
  ['status-*-at-1', ['status-202-at-1', 'status--at-1'], ['status-202-at-13']],
  ['*', ['', 'any'], []],
  ['a.b', ['a.b'], ['axb']],
] as const)
  test(`the pattern ${pattern} stands for whole names`, () => {
    expect([...matches, ...others].filter(matching(pattern))).toEqual(matches);
  });
