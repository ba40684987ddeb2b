import { distinctRecordDeviations } from '../../../src/checks/identity.ts';
import { expect, test } from '../../test.ts';
import { exchange } from './exchanges.ts';

test('records of different answers have different ids; the later answer is wrong', () => {
  const answers = ['a', 'b', undefined, 'a', undefined].map((id) => ({ record: { id }, exchange: exchange() }));
  expect(distinctRecordDeviations(answers.slice(0, 3))).toEqual([]);
  const [deviation, ...others] = distinctRecordDeviations(answers);
  expect(deviation).toEqual({
    pointer: '/id',
    expected: 'an id that no other record has',
    actual: '"a", as in answer 1 of 5',
    exchange: answers[3]?.exchange,
  });
  expect(others).toEqual([]);
});
