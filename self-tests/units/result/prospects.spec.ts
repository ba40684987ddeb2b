import { fixtureVariables } from '../../../reference/fixtures.ts';
import { prospectsOf } from '../../../src/result/prospects.ts';
import { shownSettings } from '../../../src/settings/shown-settings.ts';
import { REQUIREMENTS } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';

const COMPLETE = fixtureVariables('http://localhost:1', { username: 'user', password: 'secret' });

function prospects(difference: Record<string, string>, wrong: Parameters<typeof prospectsOf>[1] = []) {
  return prospectsOf(shownSettings({ environment: { ...COMPLETE, ...difference }, sources: {} }, 1), wrong);
}

test('with everything given, everything can be assessed', () => {
  const all = REQUIREMENTS.length;
  expect(prospects({})).toMatchObject({ statements: { assessable: all, inPart: 0, all }, gains: [] });
});

test('what is missing is listed with what it would open, most first', () => {
  const { statements, gains } = prospects({ CES_SEGMENT_ID: '', CES_PHONE_NUMBER_ID: '' });
  expect(gains.map(({ lacking, endpoints }) => [lacking, endpoints])).toEqual([
    [['CES_SEGMENT_ID'], [2, 13]],
    [['CES_PHONE_NUMBER_ID'], [2]],
  ]);
  expect(gains.map(({ statements: count }) => count)).toEqual(gains.map(({ statements: count }) => count).toSorted((a, b) => b - a));
  expect(statements.assessable).toBeLessThan(statements.all);
  expect(statements.inPart).toBeGreaterThan(0);
});

test('a fixture that is wrong counts as missing', () => {
  expect(prospects({}, ['CES_SEGMENT_ID'])).toEqual(prospects({ CES_SEGMENT_ID: '' }));
});

test('in place of a fixture that is wrong, a run finds nothing by itself', () => {
  expect(prospects({}, ['CES_EVENT_ID']).gains).toMatchObject([{ lacking: ['CES_EVENT_ID'], endpoints: [1] }]);
});

const ALL = REQUIREMENTS.filter(({ level }) => level === 'requirement').length;

test('where a second record is missing, its statement is assessed in part', () => {
  expect(prospects({ CES_OTHER_SEGMENT_ID: '' }).requirements).toEqual({ assessable: ALL, inPart: 1, all: ALL });
});

test('what is of use only together is listed together', () => {
  const both = prospects({ CES_FEATURE_FLAGS: '', CES_FEATURE_FLAGS_PARAM: '' }).gains;
  expect(both).toMatchObject([{ lacking: ['CES_FEATURE_FLAGS', 'CES_FEATURE_FLAGS_PARAM'], endpoints: [14] }]);
  const customers = prospects({ CES_CUSTOMER_IDS: '', CES_BUSINESS_ID: '' }).gains;
  expect(customers[0]?.lacking).toEqual(['CES_CUSTOMER_IDS', 'CES_BUSINESS_ID']);
});

test('what a run finds by itself opens nothing', () => {
  expect(prospects({ CES_EVENT_ID: '', CES_EMAIL_ADDRESS_ID: '' }).gains).toEqual([]);
});

test('a read-only run learns what leave to write would open', () => {
  expect(prospects({ CES_READ_ONLY: '1' }).gains).toMatchObject([{ lacking: ['writing'] }]);
});
