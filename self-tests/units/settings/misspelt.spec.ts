import { misspelt } from '../../../src/settings/contradictions.ts';
import { expect, test } from '../../test.ts';

const SUGGESTIONS: readonly (readonly [misspelt: string, suggested: string])[] = [
  ['CES_BUSINES_ID', 'CES_BUSINESS_ID'],
  ['CES_FEATURE_FLAG', 'CES_FEATURE_FLAGS'],
  ['CES_TIMEOUT', 'CES_TIMEOUT_MS'],
  ['CES_Seed', 'CES_SEED'],
  ['Ces_Seed', 'CES_SEED'],
];

for (const [name, suggested] of SUGGESTIONS) {
  test(`${name} is taken for ${suggested}`, () => {
    expect(misspelt({ [name]: 'secret' })).toEqual([
      { variable: name, found: 'a variable that does not exist', expected: `a known name, perhaps ${suggested}` },
    ]);
  });
}

test('other people’s variables, and empty or undefined ones, are left alone', () => {
  expect(
    misspelt({
      ACCES_KEY: '1',
      CES: '1',
      ces_others_own: '1',
      CES_NOTHING: '',
      CES_NONE: undefined,
      CES_MARKER: 'm',
      CES_MAX_MINUTES: '5',
    }),
  ).toEqual([]);
});
