import { doubtIn, doubtOf } from '../../../src/checks/doubted-settings.ts';
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
  expect(deviation?.exchange).toBe(answers[3]?.exchange);
  expect(others).toEqual([]);
});

test('what a doubt names is read back, with what stands before it and after it', () => {
  const doubt = doubtOf([['CES_CUSTOMER_IDS', 'cus "a" or CES_B="b"']], 'is not found');
  expect(doubtIn(`["x"]; ${doubt} (npm run doctor tries it)`)).toEqual({
    settings: [{ name: 'CES_CUSTOMER_IDS', value: 'cus \\"a\\" or CES_B=\\"b\\"' }],
    trouble: 'is not found',
  });
});

test('of several settings each is named; a value too long to be shown whole has none', () => {
  const doubt = doubtOf(
    [
      ['CES_BUSINESS_ID', 'x'.repeat(300)],
      ['CES_SEGMENT_ID', 's'],
    ],
    'is refused',
  );
  expect(doubtIn(doubt)).toEqual({
    settings: [{ name: 'CES_BUSINESS_ID' }, { name: 'CES_SEGMENT_ID', value: 's' }],
    trouble: 'is refused',
  });
});
