import { fixtureVariables } from '../../../reference/fixtures.ts';
import type { CheckEvidence, Timeline } from '../../../src/engine/evidence/evidence.ts';
import { assemble } from '../../../src/result/assemble.ts';
import { withDiscovered } from '../../../src/result/discovered.ts';
import { doubtedSettings } from '../../../src/result/doubted-settings.ts';
import { gainWords, prospectsOf } from '../../../src/result/prospects.ts';
import { shownSettings } from '../../../src/settings/shown-settings.ts';
import { REQUIREMENTS, type StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { ended, evidence, run } from '../engine/evidence.ts';

const unset = { name: 'CES_EMAIL_ADDRESS_ID', value: '(not set)', source: 'default' };

function found(value: string) {
  return evidence({ discovered: [{ variable: unset.name, value, endpoint: 'listEmailAddresses' }] });
}

test('what was found first stands in place of what no setting names, with the endpoint that gave it', () => {
  expect(withDiscovered([unset], [evidence({}), found('a'), found('b')])).toEqual([
    { ...unset, value: 'a', source: 'discovered (endpoint 9)' },
  ]);
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

const lost: CheckEvidence = {
  requirement: 'event.can-be-read',
  endpoint: 'trackEvent',
  status: 'failed',
  findings: [{ expected: 'the event at endpoint 1', actual: 'the look-up does not know the marker "m-1"' }],
};
const passed = (requirement: StatementId): CheckEvidence => ({ requirement, endpoint: 'trackEvent', status: 'passed' });
const open: CheckEvidence = { requirement: 'event.fields', endpoint: 'getEvent', status: 'not-assessed', reason: 'No event was found' };
const SETTINGS = [
  { name: 'CES_EVENT_LOOKUP_URL', value: '/nowhere/{marker}', source: 'environment' },
  { name: 'CES_EVENT_LOOKUP_COMMAND', value: '(not set)', source: 'default' },
];

function resultOf(checks: readonly CheckEvidence[], timelines: readonly Timeline[] = []) {
  const { facts, ...rest } = run([ended(checks, { timelines })]);
  return assemble({ ...rest, facts: { ...facts, settings: SETTINGS } });
}

test('where the look-up found no event of the run, the finding stays a failure and names the setting', () => {
  const result = resultOf([lost, open]);
  expect(result.verdict).toBe('nonconformant');
  expect(result.findings?.[0]?.actual).toBe(
    'the look-up does not know the marker "m-1"; CES_EVENT_LOOKUP_URL="/nowhere/{marker}" finds no event; if the look-up is right, this is a fault (npm run doctor -- --allow-writes tries it)',
  );
  expect(doubtedSettings(result)).toEqual([
    { name: 'CES_EVENT_LOOKUP_URL', value: '/nowhere/{marker}', trouble: 'finds no event', endpoints: [1, 18] },
  ]);
});

const seen: Timeline = { title: 't', outcome: 'stayed-null', visibleAfterMs: 5, resolvedAfterMs: null, polls: [] };
for (const [title, checks, timelines] of [
  ['could be read', [passed('event.can-be-read')], []],
  ['showed its name', [passed('event.name-is-tracked-name')], []],
  ['showed other data', [{ ...lost, requirement: 'event.extra-is-tracked-data' }], []],
  ['was followed', [], [seen]],
  ['was unknown under its id', [{ ...lost, findings: [{ expected: 'the event', actual: 'status 404 under the id "e"' }] }], []],
] as const)
  test(`where another event ${title}, the look-up is right`, () => {
    const result = resultOf([lost, ...checks], timelines);
    expect(result.findings?.map(({ actual }) => actual)).toContain('the look-up does not know the marker "m-1"');
    expect(doubtedSettings(result)).toEqual([]);
  });

test('a doubt changes no id of a finding: a baseline knows it again', () => {
  const ids = [resultOf([lost]), resultOf([lost, passed('event.name-is-tracked-name')])].map(({ findings }) => findings?.[0]?.id);
  expect(ids[0]).toBe(ids[1]);
});

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

test('under a business that is wrong nothing is judged; where none is given, the run creates one', () => {
  const [stray, none] = [prospects({}, ['CES_BUSINESS_ID']), prospects({ CES_BUSINESS_ID: '' })];
  expect(stray.requirements.assessable).toBeLessThan(none.requirements.assessable);
  expect(stray.gains).toMatchObject([{ lacking: ['CES_BUSINESS_ID'], endpoints: [1, 2, 3, 4, 9, 11, 14, 18] }]);
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
  const [matching] = prospects({ CES_TRACK_MATCHING_DATA: '', CES_TRACK_MATCHING_CUSTOMER_ID: '' }).gains;
  expect(matching && gainWords(matching)).toBe('CES_TRACK_MATCHING_DATA with CES_TRACK_MATCHING_CUSTOMER_ID');
});

test('what a run finds by itself opens nothing', () => {
  expect(prospects({ CES_EVENT_ID: '', CES_EMAIL_ADDRESS_ID: '' }).gains).toEqual([]);
});

test('a read-only run learns what leave to write would open', () => {
  expect(prospects({ CES_READ_ONLY: '1' }).gains).toMatchObject([{ lacking: ['writing'] }]);
});
