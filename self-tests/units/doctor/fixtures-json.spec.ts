import { fixturesJson } from '../../../src/doctor/fixtures-json.ts';
import { expect, test } from '../../test.ts';

const ENVIRONMENT = {
  CES_BASE_URL: 'https://host/api',
  CES_USERNAME: 'user',
  CES_PASSWORD: 'pass-word',
  CES_SEGMENT_ID: 'seg_1',
  CES_EVENT_ID: 'evt-pass-word',
};

test('fixtures alone are members: what is known and what was found, without secrets', () => {
  const text = fixturesJson(['CES_BASE_URL', 'CES_PASSWORD', 'CES_SEGMENT_ID', 'CES_EVENT_ID'], ENVIRONMENT, [
    { variable: 'CES_FEATURE_FLAGS_PARAM', value: 'names' },
  ]);
  expect(JSON.parse(text ?? '')).toEqual({ CES_SEGMENT_ID: 'seg_1', CES_FEATURE_FLAGS_PARAM: 'names' });
});

test('members of a file that stands there already are kept, except what the doctor knows', () => {
  const former = '{"$schema":"x","CES_SEGMENT_ID":"seg_old","CES_CUSTOMER_IDS":["a","b"]}';
  expect(JSON.parse(fixturesJson(['CES_SEGMENT_ID'], ENVIRONMENT, [], former) ?? '')).toEqual({
    $schema: 'x',
    CES_SEGMENT_ID: 'seg_1',
    CES_CUSTOMER_IDS: ['a', 'b'],
  });
});

for (const former of ['CES_SEGMENT_ID=seg_1', '[]', 'null'])
  test(`a file that holds ${former} is no file of fixtures, and is not replaced`, () => {
    expect(fixturesJson(['CES_SEGMENT_ID'], ENVIRONMENT, [], former)).toBeNull();
  });
