import { inEveryOrder } from '../../../src/generation/sequences.ts';
import { expect, test } from '../../test.ts';

test('each kind of step comes behind each one, itself too, once', () => {
  const order = inEveryOrder(5, (kind) => ({ do: 'read record', which: kind })).map((step) => ('which' in step ? step.which : -1));
  const pairs = order.slice(1).map((kind, index) => `${order[index]} ${kind}`);
  expect(pairs).toHaveLength(25);
  expect(new Set(pairs).size).toBe(25);
});
