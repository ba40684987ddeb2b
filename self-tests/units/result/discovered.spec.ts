import { withDiscovered } from '../../../src/result/discovered.ts';
import { expect, test } from '../../test.ts';
import { evidence } from '../engine/evidence.ts';

const unset = { name: 'CES_EMAIL_ADDRESS_ID', value: '(not set)', source: 'default' };

function found(value: string) {
  return evidence({ discovered: [{ variable: unset.name, value, endpoint: 'listEmailAddresses' }] });
}

test('what was found stands in place of what no setting names, with the endpoint that gave it', () => {
  expect(withDiscovered([unset], [evidence({}), found('a'), found('a')])).toEqual([
    { ...unset, value: 'a', source: 'discovered (endpoint 9)' },
  ]);
});

test('of several the first is shown, and how many more there are', () => {
  expect(withDiscovered([unset], [found('a'), found('b'), found('a'), found('c')])).toMatchObject([{ value: 'a (and 2 more)' }]);
});

test('a long id is cut', () => {
  expect(withDiscovered([unset], [found('x'.repeat(5000))])[0]?.value).toHaveLength(
    'x'.repeat(200).length + '… (4800 more characters)'.length,
  );
});

test('a setting that is given stays, and so does one that nobody found', () => {
  const given = { ...unset, value: 'given', source: '.env' };
  const other = { ...unset, name: 'CES_SEGMENT_ID' };
  expect(withDiscovered([given, other], [found('a')])).toEqual([given, other]);
});
