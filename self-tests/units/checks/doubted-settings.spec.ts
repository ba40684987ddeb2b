import { doubtIn, doubtOf } from '../../../src/checks/doubted-settings.ts';
import { expect, test } from '../../test.ts';

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

test('other words of a target are no doubt', () => {
  for (const words of ['status 404', 'CES_SEGMENT_ID="x" is not found', 'if the id is right, this is a fault'])
    expect(doubtIn(words)).toBeNull();
});
