import { countFindings, integerForm } from '../../../src/checks/counts.ts';
import { expect, test } from '../../test.ts';

test('counts of zero and more are in order, at any depth', () => {
  expect(countFindings({ emails: { sent: 0, opened: 5 }, custom_steps: [{ custom_step: '-1', sent: 2 }] }, '/statistics')).toEqual([]);
});

test('a count below zero is found at its place', () => {
  expect(countFindings({ custom_steps: [{ sent: 2 }, { sent: -1 }] }, '/statistics')).toEqual([
    { pointer: '/statistics/custom_steps/1/sent', expected: 'a count, zero or more', actual: '-1' },
  ]);
});

for (const [json, form] of [
  ['{"a":5,"b":[0]}', 'as integers'],
  ['{"a":"5.0","b":"\\"7.0"}', 'as integers'],
  ['{"a":0.5,"b":1.05}', 'as integers'],
  ['{"a":5.0}', 'some with a fraction of zero'],
  ['{"a":[5.00]}', 'some with a fraction of zero'],
] as const)
  test(`${json} writes integers ${form}`, () => {
    expect(integerForm(json)).toBe(form);
  });
