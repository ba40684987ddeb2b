import { expect, test } from '@playwright/test';
import { editDistance, misspelt } from '../../../src/target/misspelt.ts';

const DISTANCES: readonly (readonly [from: string, to: string, distance: number])[] = [
  ['', '', 0],
  ['', 'abc', 1.5],
  ['abc', '', 3],
  ['same', 'same', 0],
  ['kitten', 'sitting', 2.5],
  ['flaw', 'lawn', 1.5],
];

for (const [from, to, distance] of DISTANCES) {
  test(`from ${JSON.stringify(from)} to ${JSON.stringify(to)} the distance is ${distance}`, () => {
    expect(editDistance(from, to)).toBe(distance);
  });
}

const SUGGESTIONS: readonly (readonly [misspelt: string, suggested: string])[] = [
  ['CES_BUSINES_ID', 'CES_BUSINESS_ID'],
  ['CES_FEATURE_FLAG', 'CES_FEATURE_FLAGS'],
  ['CES_LOOKUP_URL', 'CES_EVENT_LOOKUP_URL'],
  ['CES_USER', 'CES_USERNAME'],
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
  expect(misspelt({ ACCES_KEY: '1', CES: '1', ces_other: '1', CES_NOTHING: '', CES_NONE: undefined, CES_MARKER: 'm' })).toEqual([]);
});
