import type { Fault } from '../../../mutation/fault.ts';
import { NOT_RUN, noticeOf, toMarkdown, tooFewTried, toProgress, toSensitivity, toSummary } from '../../../mutation/sensitivity/notice.ts';
import type { CheckEvidence } from '../../../src/engine/evidence/evidence.ts';
import { expect, test } from '../../test.ts';

const IS_HTML = 'sms-template.preview-is-html';
const FAULT: Fault = { name: 'a-fault', endpoints: ['previewSmsTemplate'], breaks: [IS_HTML], description: 'Something' };
const failed: CheckEvidence = { requirement: 'http.json-body', endpoint: 'previewSmsTemplate', status: 'failed' };
const open = (over: Partial<CheckEvidence>): CheckEvidence => ({
  requirement: IS_HTML,
  endpoint: 'previewSmsTemplate',
  status: 'not-assessed',
  reason: 'not set',
  variables: ['CES_SMS_TEMPLATE_ID'],
  ...over,
});

const ELSEWHERE = { requirement: 'http.json-body' } as const;

for (const [title, sight, checks, outcome, variables = []] of [
  ['a failed check', { changes: 1, failed: [failed] }, [], 'noticed'],
  ['a failed check beside others that were left open', { changes: 1, failed: [failed] }, [open({})], 'noticed'],
  ['a failed check without any change', { failed: [failed] }, [], 'disturbed'],
  ['a connection broken by the target', { changes: 1, failed: [failed], troubles: ['socket hang up'] }, [], 'disturbed'],
  ['no failed check', { changes: 1 }, [], 'missed'],
  ['no failed check, one open without a variable', { changes: 1 }, [open({ variables: [] })], 'missed'],
  ['no failed check, its own left open', { changes: 1 }, [open({})], 'not-assessed', ['CES_SMS_TEMPLATE_ID']],
  ['nothing asked for want of a fixture', {}, [open(ELSEWHERE)], 'not-assessed', ['CES_SMS_TEMPLATE_ID']],
  ['its own check before others', {}, [open({}), open({ ...ELSEWHERE, variables: ['CES_X'] })], 'not-assessed', ['CES_SMS_TEMPLATE_ID']],
  ['nothing asked, and open checks elsewhere', {}, [open({ endpoint: 'createSmsTemplateEmbed' })], 'never-came-into-play'],
  ['an altered request', { withheld: 1 }, [], 'not-laid'],
  ['an altered request beside an altered answer', { changes: 1, withheld: 1 }, [], 'missed'],
  ['an answer of another shape', { unfit: ['no list'] }, [], 'never-came-into-play'],
] as const)
  test(`${title}: ${outcome}`, () => expect(noticeOf(FAULT, { ...NOT_RUN, ...sight }, checks)).toMatchObject({ outcome, variables }));

const facts = {
  target: { baseUrl: 'https://host/api', embedded: false },
  seed: 1,
  measuredAt: '2026-03-05T00:00:00.000Z',
  leftBehind: [{ endpoint: 5, kind: 'businesses', count: 4, examples: [] }],
  runIds: ['k3', 'm4'],
};
const notices = [
  noticeOf({ ...FAULT, name: 'seen' }, { ...NOT_RUN, changes: 1, failed: [failed] }, []),
  noticeOf({ ...FAULT, name: 'overlooked' }, { ...NOT_RUN, changes: 1 }, []),
  noticeOf({ ...FAULT, name: 'idle' }, NOT_RUN, []),
  noticeOf({ ...FAULT, name: 'writes' }, NOT_RUN, [open({ variables: ['CES_READ_ONLY'] })]),
  ...['one', 'two'].map((name) => noticeOf({ ...FAULT, name }, NOT_RUN, [open({})])),
];

test('says how long what is left will take', () => {
  expect([0, 20, 50].map((done) => toProgress(done, 50, 60_000))).toEqual(['0 of 50', '20 of 50, about 1 min 30 s left', '50 of 50']);
});

test('a figure that leaves out more than a tenth of the faults says so, and why', () => {
  const of = (untried: number) => {
    const broken = (count: number, troubles: string[]) =>
      Array.from({ length: count }, () => noticeOf(FAULT, { ...NOT_RUN, changes: 1, failed: [failed], troubles }, []));
    const notices = [...broken(20 - untried, []), ...broken(untried, ['socket hang up'])];
    const measured = { sound: true, notices, durationMs: 1, played: 0 } as const;
    return tooFewTried(toSensitivity(measured, facts, () => false));
  };
  expect([of(0), of(2), of(3)]).toEqual([null, null, '3 of 20 faults could not be tried: socket hang up']);
});

test('faults that nobody could have met are not counted, those that a setting hides are', () => {
  const sensitivity = toSensitivity({ sound: true, notices, durationMs: 1000, played: 0 }, facts, (name) => name === 'CES_READ_ONLY');
  expect(sensitivity).toMatchObject({ noticed: 1, assessed: 5, sentence: 'this run would have noticed 1 of 5 faults' });
  expect(sensitivity.unseen.map(({ hint, faults }) => [hint, ...faults])).toEqual([
    ['no `CES_SMS_TEMPLATE_ID`: 2 faults unseen', 'one', 'two'],
    ['`CES_READ_ONLY` as it is set: 1 fault unseen', 'writes'],
  ]);
  expect(toSummary(sensitivity).split('\n')).toEqual([
    'this run would have noticed 1 of 5 faults',
    '  no CES_SMS_TEMPLATE_ID: 2 faults unseen',
    '  CES_READ_ONLY as it is set: 1 fault unseen',
    '  1 missed: it changed answers, but no check failed',
    '  1 never came into play (not counted)',
  ]);
  expect(toMarkdown(sensitivity)).toContain(
    'Left behind: 4 businesses; those with a name are called conformance-k3-… and conformance-m4-…. All are listed in left-behind.jsonl in the folder of the reports.',
  );
  expect(toMarkdown(sensitivity)).toContain('| overlooked | 17 | Something | Every check that looked passed |');
});
