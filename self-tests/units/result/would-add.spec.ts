import type { CheckResult, ConformanceResult } from '../../../src/result/result.ts';
import { judged } from '../../../src/result/roll-up.ts';
import { wouldAddSentence } from '../../../src/result/would-add.ts';
import { passingResult } from '../../report/sample-result.ts';
import { expect, test } from '../../test.ts';

type Open = readonly [endpoint: number, ...variables: string[]];

const OPEN: readonly Open[] = [
  [4, 'CES_PROJECT_EMAIL_TEMPLATE_ID'],
  [4, 'CES_PROJECT_EMAIL_TEMPLATE_ID'],
  [4, 'CES_PROJECT_EMAIL_TEMPLATE_ID'],
  [16, 'CES_EMAIL_TEMPLATE_ID', 'CES_PROJECT_EMAIL_TEMPLATE_ID'],
  [16, 'CES_EMAIL_TEMPLATE_ID', 'CES_PROJECT_EMAIL_TEMPLATE_ID'],
  [13, 'CES_SEGMENT_ID'],
  [8, 'CES_SENT_EMAIL_ID'],
  [8, 'CES_SENT_EMAIL_ID'],
  [1, 'CES_EVENT_ID'],
  [1, 'CES_MAX_MINUTES'],
  [1, 'CES_MAX_MINUTES'],
  [1, 'CES_MAX_MINUTES'],
];

/** A result in which these checks were left open. */
function leaving(open: readonly Open[], given: Partial<ConformanceResult> = {}): ConformanceResult {
  const [requirement] = passingResult().requirements;
  if (requirement === undefined) throw new Error('the sample has requirements');
  const checks = open.map(
    ([endpoint, ...variables]): CheckResult => ({ title: 't', endpoint, category: 'shape', status: 'not-assessed', variables }),
  );
  const target = { baseUrl: 'https://staging.example.com', embedded: false };
  return {
    ...passingResult(),
    target,
    settings: [],
    requirements: [judged({ ...requirement, level: 'requirement' }, checks)],
    ...given,
  };
}

test('three settings are named, in the order of the doctor; a limit of the run is none', () => {
  expect(wouldAddSentence(leaving(OPEN))).toMatch(/^CES_PROJECT_EMAIL_TEMPLATE_ID, CES_EMAIL_TEMPLATE_ID, CES_SEGMENT_ID; npm run doctor /);
});

test('in a read-only run, what only writes need adds nothing', () => {
  const settings = [{ name: 'CES_READ_ONLY', value: '1', source: 'environment' }];
  expect(wouldAddSentence(leaving(OPEN, { settings }))).toMatch(/^CES_SENT_EMAIL_ID, CES_EVENT_ID, CES_SEGMENT_ID; /);
});

for (const [title, given] of [
  ['the embedded service has all', { target: { baseUrl: 'http://127.0.0.1:1', embedded: true } }],
  ['a filtered run leaves out more', { partial: true }],
  ['a run that broke off leaves out more', { interrupted: true }],
] as const)
  test(`nothing is named where ${title}`, () => expect(wouldAddSentence(leaving(OPEN, given))).toBeNull());

test('nothing is named where nothing is missing', () => expect(wouldAddSentence(leaving([[1, 'CES_MAX_MINUTES']]))).toBeNull());

test('a setting that would change no requirement is not named', () => {
  const { requirements, ...rest } = leaving([[13, 'CES_OTHER_SEGMENT_ID']], {
    settings: [{ name: 'CES_SEGMENT_ID', value: 'seg_1', source: '.env' }],
  });
  const passed: CheckResult = { title: 'u', endpoint: 8, category: 'shape', status: 'passed' };
  const open = requirements.map((entry) => ({ ...entry, checks: [...entry.checks, passed] }));
  const assessed = open.map((entry) => judged(entry, entry.checks));
  expect(wouldAddSentence({ ...rest, requirements: assessed })).toMatch(/^CES_OTHER_SEGMENT_ID; /);
  expect(wouldAddSentence({ ...rest, requirements })).toMatch(/^CES_OTHER_SEGMENT_ID; /);
});
