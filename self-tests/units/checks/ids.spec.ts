import { doubtIn, doubtOf, unreadIds } from '../../../src/checks/given-ids.ts';
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

test('what a doubt names is read back, with what stands before it and after it', () => {
  const doubt = doubtOf([['CES_CUSTOMER_IDS', 'cus "a" or CES_B="b"']], 'is not found');
  expect(doubtIn(`["x"]; ${doubt} (npm run doctor tries it)`)).toEqual({
    settings: [{ name: 'CES_CUSTOMER_IDS', value: 'cus \\"a\\" or CES_B=\\"b\\"' }],
    trouble: 'is not found',
  });
});

test('of several settings each is named; a value too long to be shown whole has none', () => {
  const given = { CES_BUSINESS_ID: 'x'.repeat(300), CES_SEGMENT_ID: 's' };
  expect(doubtIn(doubtOf(Object.entries(given), 'is refused'))).toEqual({
    settings: [{ name: 'CES_BUSINESS_ID' }, { name: 'CES_SEGMENT_ID', value: 's' }],
    trouble: 'is refused',
  });
});

const read = (id: string, status: number) => exchange({ url: `http://host/segments/${encodeURIComponent(id)}`, status });

const ENCODED = [read('a b', 404), read('ä', 404), read('c', 200)];
const SLASHES = [read('a/b', 410), read('c/d ', 404), read('e f', 200)];

for (const [what, reads, isLetterRead, words] of [
  [
    'anything encoded',
    ENCODED,
    false,
    'a percent sign in the path is found, be it for a space, `ä` or a plain letter: 2 of 2 are not, 1 others are',
  ],
  ['some characters, but letters', ENCODED, true, 'a space, `ä` in the path is found: 2 of 2 are not, 1 others are'],
  ['one character', SLASHES, false, '`/` in the path is found: 2 of 2 are not, 1 others are'],
  ['one id alone, which may be wrong', [read('a/b', 404), read('c', 200)], false, null],
  ['nothing that the characters explain', [read('a b', 404), read('c d', 404), read('e f', 200)], false, null],
  ['nothing at all is found', [read('a b', 404), read('c d', 404), read('e', 404)], false, null],
  ['plain ids', [read('a', 404), read('b', 404), read('c', 200)], false, null],
] as const)
  test(`ids that are not found for their characters: ${what}`, async () => {
    const unread = await unreadIds(reads, async () => isLetterRead);
    expect(unread?.words ?? null).toBe(words && `no id with ${words}`);
  });
