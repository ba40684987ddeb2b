import { fixtureVariables } from '../../../reference/fixtures.ts';
import type { CheckEvidence, Timeline } from '../../../src/engine/evidence/evidence.ts';
import { assemble } from '../../../src/result/assemble.ts';
import { doubtedSettings } from '../../../src/result/left-open.ts';
import { withDiscovered } from '../../../src/result/measurements.ts';
import { gainWords, prospectsOf } from '../../../src/result/prospects.ts';
import { shownSettings } from '../../../src/settings/shown-settings.ts';
import type { VariableName } from '../../../src/settings/variables.ts';
import { REQUIREMENTS, type StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';
import { ended, evidence, run } from '../engine/evidence.ts';

const unset = { name: 'CES_EMAIL_ADDRESS_ID', value: '(not set)', source: 'default' };

const found = (value: string) => evidence({ discovered: [{ variable: unset.name, value, endpoint: 'listEmailAddresses' }] });

test('what was found first stands, cut, in place of what no setting names, with the endpoint that gave it', () => {
  const source = 'discovered (endpoint 9)';
  expect(withDiscovered([unset], [evidence({}), found('a'), found('b')])).toEqual([{ ...unset, value: 'a', source }]);
  expect(withDiscovered([unset], [found('x'.repeat(5000))])[0]?.value).toBe(`${'x'.repeat(200)}… (4800 more characters)`);
  const others = [{ value: 'given', source: '.env' }, { name: 'CES_SEGMENT_ID' }].map((given) => ({ ...unset, ...given }));
  expect(withDiscovered(others, [found('a')])).toEqual(others);
});

const lost: CheckEvidence = {
  ...{ requirement: 'event.can-be-read', endpoint: 'trackEvent', status: 'failed' },
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

for (const [title, checks, timelines] of [
  ['could be read', [passed('event.can-be-read')], []],
  ['showed its name', [passed('event.name-is-tracked-name')], []],
  ['showed other data', [{ ...lost, requirement: 'event.extra-is-tracked-data' }], []],
  ['was followed', [], [{ title: 't', outcome: 'stayed-null', visibleAfterMs: 5, resolvedAfterMs: null, polls: [] }]],
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

const refusedAt = (endpoint: 'getSegment' | 'previewSmsTemplate' | 'createSmsTemplateEmbed', words: string): CheckEvidence => ({
  ...{ requirement: 'http.success-is-200', endpoint, status: 'failed' },
  findings: [{ expected: 'status 200', actual: `${words}; if the id is right, this is a fault` }],
});

test('each setting whose record cannot be read is named, whether it is not found or refused; a refused write may have any reason', () => {
  const segment = refusedAt('getSegment', 'status 404: CES_SEGMENT_ID="s" is not found');
  const sms = (endpoint: Parameters<typeof refusedAt>[0]) => refusedAt(endpoint, 'status 400: CES_SMS_TEMPLATE_ID="t" is refused');
  const named = (...checks: CheckEvidence[]) => doubtedSettings(resultOf(checks)).map(({ name }) => name);
  expect(named(segment, sms('previewSmsTemplate')).sort()).toEqual(['CES_SEGMENT_ID', 'CES_SMS_TEMPLATE_ID']);
  expect(named(segment, sms('createSmsTemplateEmbed'))).toEqual(['CES_SEGMENT_ID']);
  // The same id succeeds at the other endpoint, so it is right.
  const taken: CheckEvidence = { requirement: 'http.success-is-200', endpoint: 'createSmsTemplateEmbed', status: 'passed' };
  expect(named(segment, sms('previewSmsTemplate'), taken)).toEqual(['CES_SEGMENT_ID']);
});

const COMPLETE = fixtureVariables('http://localhost:1', { username: 'user', password: 'secret' });

function prospects(difference: Record<string, string>, wrong: Parameters<typeof prospectsOf>[1] = []) {
  return prospectsOf(shownSettings({ environment: { ...COMPLETE, ...difference }, sources: {} }, 1), wrong);
}

const ALL = REQUIREMENTS.filter(({ level }) => level === 'requirement').length;

test('with everything given, everything can be assessed; where a second record is missing, its statement in part', () => {
  const all = REQUIREMENTS.length;
  expect(prospects({}).statements).toEqual({ assessable: all, inPart: 0, all });
  expect(prospects({ CES_OTHER_SEGMENT_ID: '' }).requirements).toEqual({ assessable: ALL, inPart: 1, all: ALL });
  const { statements } = prospects({ CES_SEGMENT_ID: '', CES_PHONE_NUMBER_ID: '' });
  expect(statements.assessable).toBeLessThan(all);
  expect(statements.inPart).toBeGreaterThan(0);
});

test('what would open something at which endpoints, most first, was approved', () =>
  expectCalls('result/gains.txt', {
    gains: (missing: readonly string[], wrong: VariableName[]) =>
      prospects(Object.fromEntries(missing.map((name) => [name, ''])), wrong).gains.map((gain) => [gainWords(gain), ...gain.endpoints]),
  }));

test('where no business is given, the run creates one, and judges more than under a wrong one', () => {
  const [stray, none] = [prospects({}, ['CES_BUSINESS_ID']), prospects({ CES_BUSINESS_ID: '' })];
  expect(stray.requirements.assessable).toBeLessThan(none.requirements.assessable);
});

test('a figure says what a setting would add to what a run could assess, and what only beside others counts is listed too', () => {
  const missing = { CES_SEGMENT_ID: '', CES_OTHER_SEGMENT_ID: '', CES_FEATURE_FLAGS: '' };
  const [before, after] = [prospects(missing), prospects({ ...missing, CES_SEGMENT_ID: 'seg_1' })];
  const segment = before.gains.find(({ lacking }) => lacking[0] === 'CES_SEGMENT_ID');
  expect(segment?.added).toBe(after.statements.assessable - before.statements.assessable);
  expect(segment?.fuller).toBeGreaterThan(0);
  expect(before.later.map(gainWords)).toEqual(expect.arrayContaining(['CES_OTHER_SEGMENT_ID', 'CES_FEATURE_FLAGS, a second']));
});

test('companions are listed together, and leave to write is something to lack', () => {
  const [customers] = prospects({ CES_CUSTOMER_IDS: '', CES_BUSINESS_ID: '' }).gains;
  expect(customers?.lacking).toEqual(['CES_CUSTOMER_IDS', 'CES_BUSINESS_ID']);
  const [matching] = prospects({ CES_TRACK_MATCHING_DATA: '', CES_TRACK_MATCHING_CUSTOMER_ID: '' }).gains;
  expect(matching && gainWords(matching)).toBe('CES_TRACK_MATCHING_DATA with CES_TRACK_MATCHING_CUSTOMER_ID');
  expect(prospects({ CES_READ_ONLY: '1' }).gains).toMatchObject([{ lacking: ['writing'] }]);
});
