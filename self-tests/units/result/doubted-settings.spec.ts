import type { CheckEvidence, Timeline } from '../../../src/engine/evidence/evidence.ts';
import { assemble } from '../../../src/result/assemble.ts';
import { doubtedSettings } from '../../../src/result/doubted-settings.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { ended, run } from '../engine/evidence.ts';

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
