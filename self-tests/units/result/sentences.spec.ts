import { NO_SUCH_FORM } from '../../../src/http/authorization.ts';
import { findingsOf } from '../../../src/result/findings.ts';
import { countKnownFaults } from '../../../src/result/known-faults.ts';
import { leftOpenLines, UNSAID } from '../../../src/result/left-open.ts';
import { limitSentence, noticesOf } from '../../../src/result/notices.ts';
import { wouldAddSentence } from '../../../src/result/prospects.ts';
import type { CheckResult, ConformanceResult } from '../../../src/result/result.ts';
import { NOT_SET } from '../../../src/settings/shown-settings.ts';
import { passingResult } from '../../report/sample-result.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';
import { evidence } from '../engine/evidence.ts';
import { check, set, statement } from './samples.ts';

const made = check('passed', { endpoint: 1 });
const leftBy = (...variables: string[]) => check('not-assessed', { endpoint: 3, variables });
const judgedOf = (id: string, ...checks: CheckResult[]) => statement(checks, { id });
const LIMITED = [set('CES_MAX_MINUTES', '2.5'), set('CES_MAX_REQUESTS', '300')];

test('a run that no limit cut short has no such line', () => {
  expect(limitSentence([judgedOf('a', made, leftBy('CES_SEGMENT_ID'))], LIMITED)).toBeNull();
});

test('each limit that left something out is named once, with its value, and what was judged in spite of it', () => {
  const cut = [judgedOf('a', made), judgedOf('b', made, leftBy('CES_MAX_REQUESTS')), judgedOf('c', leftBy('CES_MAX_MINUTES'))];
  expect(limitSentence(cut, LIMITED)).toBe(
    'With 300 requests (CES_MAX_REQUESTS) and 2.5 min (CES_MAX_MINUTES): 2 of 3 requirements judged, 1 of them in part; a full run sees more.',
  );
  expect(limitSentence([judgedOf('c', leftBy('CES_WRITE_BUDGET'))], [])).toBe(
    'With CES_WRITE_BUDGET: 0 of 1 requirements judged; a full run sees more.',
  );
  expect(limitSentence([judgedOf('c', leftBy('CES_MAX_MINUTES'))], [set('CES_MAX_MINUTES', NOT_SET)])).toBe(
    'With the usual time (CES_MAX_MINUTES): 0 of 1 requirements judged; a full run sees more.',
  );
});

test('a run that is quick by itself says so', () => {
  const cut = [judgedOf('a', made), judgedOf('b', leftBy('CES_DEPTH'))];
  expect(limitSentence(cut, [set('CES_DEPTH', NOT_SET)])).toMatch(/^With the depth quick \(CES_DEPTH\): 1 of 2 /);
});

test('where it saw some known faults, it says how many times as many a full run sees', () => {
  const id = 'http.success-is-200';
  const seenAt = (...endpoints: string[]) => countKnownFaults((statement, endpoint) => statement === id && endpoints.includes(endpoint));
  const [seen, all] = [seenAt('getEvent'), seenAt('getEvent', 'batchUpdateCustomers')];
  expect(seen).toBeGreaterThan(0);
  expect(limitSentence([judgedOf(id, made, leftBy('CES_MAX_REQUESTS'))], LIMITED)).toContain(
    `a full run sees some ${(all / seen).toFixed(1)} times as many known faults`,
  );
});

/** A result with these checks, each of a requirement of its own. */
function having(...all: readonly CheckResult[][]): ConformanceResult {
  const requirements = all.map((checks, index) => statement(checks, { id: `r-${index}` }));
  return { ...passingResult(), settings: [set('CES_SEGMENT_ID', 'seg_nope')], requirements, findings: findingsOf(requirements) };
}

const open = (message: string, given: Partial<CheckResult> = {}) => check('not-assessed', { endpoint: 13, message, ...given });
const actual = 'status 404: CES_SEGMENT_ID="seg_nope" is not found; if the id is right, this is a fault';
const refused = check('failed', { endpoint: 13, findings: [{ expected: 'status 200', actual }] });

test('few open requirements are named, each with its reason; one that was judged in part too', () => {
  const second = open('not set', { variables: ['CES_OTHER_SEGMENT_ID'] });
  const untried = [open(NO_SUCH_FORM), open(NO_SUCH_FORM, { endpoint: 8 })];
  expect(leftOpenLines(having(untried, [made, second], [made]))).toEqual([`r-0: ${NO_SUCH_FORM}`, 'r-1 (in part): not set']);
});

test('four are not named, only what leaves most of them open; and nothing of a part of a run', () => {
  const four = (...reasons: readonly string[]) =>
    having(...reasons.map((reason) => [open(reason, reason === 'set' ? { variables: ['CES_X'] } : {})]));
  expect(leftOpenLines(four('a', 'b', 'c', 'd'))).toEqual([]);
  expect(leftOpenLines(four('set', 'set', 'set', 'why'))).toEqual([]);
  expect(leftOpenLines(four('why', 'a', 'why', 'b'))).toEqual(['2 of 4 open requirements lack a check: why']);
  // What ended the run says why.
  expect(leftOpenLines(four(`ended: ${UNSAID}`, 'a', `ended: ${UNSAID}`, 'b'))).toEqual([]);
  expect(leftOpenLines({ ...having([open('why')]), partial: true })).toEqual([]);
});

test('a setting whose record is not found comes first, with what it costs at its endpoints', () => {
  const dead = [1, 2, 3].map(() => [open('A rejection proves nothing')]);
  expect(leftOpenLines(having([refused], ...dead, [open('Nothing was rejected', { endpoint: 8 })], [open(NO_SUCH_FORM)]))).toEqual([
    'CES_SEGMENT_ID=seg_nope is not found: it costs 3 requirements',
  ]);
  expect(leftOpenLines(having([refused]))).toEqual(['CES_SEGMENT_ID=seg_nope is not found']);
  const doubt = 'CES_OTHER_SEGMENT_ID="x" is not found; if the id is right, this is a fault';
  const second = open(`It does not succeed: status 404: ${doubt}`, { variables: ['CES_OTHER_SEGMENT_ID'] });
  expect(leftOpenLines(having([made, second]))).toEqual(['CES_OTHER_SEGMENT_ID=x is not found: it costs 1 requirement, in part']);
});

test('what people are told of a run, from pieces of its evidence, was approved', () =>
  expectCalls('result/notices.txt', {
    noticesOf: (...pieces: Parameters<typeof evidence>) => noticesOf(pieces.map((piece) => evidence(piece))),
  }));

type Open = readonly [endpoint: number, ...variables: string[]];

const times = (number: number, ...open: Open) => Array.from({ length: number }, () => open);
const OPEN: readonly Open[] = [
  ...times(3, 4, 'CES_PROJECT_EMAIL_TEMPLATE_ID'),
  ...times(2, 16, 'CES_EMAIL_TEMPLATE_ID', 'CES_PROJECT_EMAIL_TEMPLATE_ID'),
  ...times(1, 13, 'CES_SEGMENT_ID'),
  ...times(2, 8, 'CES_SENT_EMAIL_ID'),
  ...times(1, 1, 'CES_EVENT_ID'),
  ...times(3, 1, 'CES_MAX_MINUTES'),
];

/** A result in which these checks were left open. */
function leaving(left: readonly Open[], given: Partial<ConformanceResult> = {}): ConformanceResult {
  const requirements = [statement(left.map(([endpoint, ...variables]) => check('not-assessed', { endpoint, variables })))];
  return { ...passingResult(), target: { baseUrl: 'https://staging.example.com', embedded: false }, settings: [], requirements, ...given };
}

test('three settings are named, in the order of the doctor; a limit of the run is none', () => {
  expect(wouldAddSentence(leaving(OPEN))).toMatch(/^CES_PROJECT_EMAIL_TEMPLATE_ID, CES_EMAIL_TEMPLATE_ID, CES_SEGMENT_ID; npm run doctor /);
});

test('in a read-only run, what only writes need adds nothing', () => {
  expect(wouldAddSentence(leaving(OPEN, { settings: [set('CES_READ_ONLY', '1')] }))).toMatch(
    /^CES_SENT_EMAIL_ID, CES_EVENT_ID, CES_SEGMENT_ID; /,
  );
});

for (const [title, result] of [
  ['the embedded service has all', leaving(OPEN, { target: { baseUrl: 'http://127.0.0.1:1', embedded: true } })],
  ['a filtered run leaves out more', leaving(OPEN, { partial: true })],
  ['a run that broke off leaves out more', leaving(OPEN, { interrupted: true })],
  ['nothing is missing', leaving([[1, 'CES_MAX_MINUTES']])],
] as const)
  test(`nothing is named where ${title}`, () => expect(wouldAddSentence(result)).toBeNull());

test('a second record is named where the first is given, whether its statement is judged in part or not at all', () => {
  const result = leaving([[13, 'CES_OTHER_SEGMENT_ID']], { settings: [set('CES_SEGMENT_ID', 'seg_1')] });
  for (const requirements of [result.requirements, result.requirements.map(({ checks }) => statement([...checks, made]))])
    expect(wouldAddSentence({ ...result, requirements })).toMatch(/^CES_OTHER_SEGMENT_ID; /);
});
