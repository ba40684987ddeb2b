import type { CheckEvidence, Timeline } from '../../../src/engine/evidence/evidence.ts';
import { assemble } from '../../../src/result/assemble.ts';
import { withDiscovered } from '../../../src/result/discovered.ts';
import { doubtedSettings } from '../../../src/result/doubted-settings.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { ended, evidence, run } from '../engine/evidence.ts';

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
