import { misplacement } from '../../../src/checks/misplacement.ts';
import { expect, test } from '../../test.ts';

test('values are compared as the caller compares them', () => {
  const startsAlike = (sent: unknown, answered: unknown) => String(answered).startsWith(String(sent));
  expect(misplacement(['a', 'b'], ['b1', 'a1'], startsAlike)).toBe('1 and 2 swapped');
  expect(misplacement(['a', 'b'], ['a1', 'b1'], startsAlike)).toBeNull();
});
