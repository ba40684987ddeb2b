import { SetAside } from '../../../src/client/ask.ts';
import { CheckRecord, type Covers } from '../../../src/engine/evidence/check-record.ts';
import { failureMessage } from '../../../src/engine/evidence/evidence.ts';
import { redactDeep } from '../../../src/http/redaction.ts';
import { toStored } from '../../../src/http/storage.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import type { QuestionId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';

const COVERS: Covers = { endpoint: 'getSegment', statements: ['segment.fields', 'record.id-is-asked-id'], observes: ['errors.unknown-id'] };
const DEVIATION = { pointer: '/name', expected: 'a string', actual: 'number 5' };
const record = (covers = COVERS) =>
  new CheckRecord(covers, {
    store: (given) => toStored(given, { baseUrl: 'http://127.0.0.1:4010', redact: (text) => text }),
    replay: (token) => `again${token === undefined ? '' : ` ${token}`}`,
    creationsFor: () => [],
  });

test('a check without deviations passes, one with deviations fails and brings its proof', () => {
  const kept = record();
  kept.check('segment.fields', []);
  kept.check('record.id-is-asked-id', [DEVIATION], { exchanges: [exchange()], token: 'r3', counterexample: 1, original: 2, shrinks: 4 });
  expect(kept.checks).toMatchObject([
    { requirement: 'segment.fields', endpoint: 'getSegment', status: 'passed' },
    { status: 'failed', findings: [DEVIATION], replay: 'again r3', counterexample: 1, original: 2, shrinks: 4 },
  ]);
  expect(kept.checks[0]).not.toHaveProperty('exchanges');
  expect(kept.checks[1]?.exchanges).toHaveLength(1);
  expect(kept.failures()).toContain('(record.id-is-asked-id; ');
  expect(kept.nothingAssessed()).toBeNull();
  expect(() => kept.assertComplete()).not.toThrow();
  // An input that was not shrunk is reported once.
  kept.check('segment.fields', [DEVIATION], { counterexample: 1, original: 1, shrinks: 0, flaky: true });
  expect(kept.checks.at(-1)).toMatchObject({ counterexample: 1, flaky: true });
  expect(kept.checks.at(-1)).not.toHaveProperty('original');
});

test('a failure shows what made its record as well, which it does not blame', () => {
  const [made, judged] = [exchange(), { ...exchange(), startedAt: 1 }];
  const kept = new CheckRecord(COVERS, {
    store: (given) => ({ ...toStored(given, { baseUrl: '', redact: String }), title: given === made ? 'made' : 'judged' }),
    replay: () => '',
    creationsFor: (given) => (given === judged ? [made] : []),
  });
  kept.check('segment.fields', [DEVIATION], { exchanges: [judged] });
  expect(kept.checks[0]?.exchanges?.map(({ title }) => title)).toEqual(['made', 'judged']);
  expect(kept.checks[0]?.findings).toEqual([{ ...DEVIATION, exchange: 1 }]);
});

test('a failure that proves nothing after all is taken back, and no other', () => {
  const kept = record();
  kept.check('segment.fields', [DEVIATION]);
  kept.check('record.id-is-asked-id', [DEVIATION]);
  kept.withdrawFailures(/^segment\./, new NotAssessed('Somebody else did it', ['CES_SEGMENT_ID']));
  expect(kept.checks).toMatchObject([
    { requirement: 'segment.fields', status: 'not-assessed', reason: 'Somebody else did it', variables: ['CES_SEGMENT_ID'] },
    { requirement: 'record.id-is-asked-id', status: 'failed' },
  ]);
  expect(kept.checks[0]).not.toHaveProperty('findings');
});

test('every declared statement is checked or left open', () => {
  const kept = record();
  kept.check('segment.fields', []);
  expect(() => kept.assertComplete()).toThrow('record.id-is-asked-id');
  kept.leaveOpen(new NotAssessed('CES_SEGMENT_ID is not set', ['CES_SEGMENT_ID']));
  expect(() => kept.assertComplete()).not.toThrow();
  expect(kept.checks).toMatchObject([
    { status: 'passed' },
    { requirement: 'record.id-is-asked-id', status: 'not-assessed', reason: 'CES_SEGMENT_ID is not set', variables: ['CES_SEGMENT_ID'] },
  ]);
});

test('what was seen in part only can fail, and passes nothing', () => {
  const kept = record({ ...COVERS, statements: [...COVERS.statements, 'event.fields', 'event.timestamps'] });
  kept.check('segment.fields', []);
  kept.cutShort(new NotAssessed('the budget is spent', ['CES_WRITE_BUDGET']));
  kept.cutShort(new NotAssessed('another reason'));
  kept.check('record.id-is-asked-id', []);
  kept.check('event.fields', [DEVIATION]);
  kept.observe('errors.unknown-id', 404);
  kept.leaveOpen(new NotAssessed('None was accepted'));
  const open = { status: 'not-assessed', reason: 'the budget is spent', variables: ['CES_WRITE_BUDGET'] };
  expect(kept.checks).toMatchObject([{ status: 'passed' }, open, { status: 'failed' }, open]);
  expect(kept.observations).toEqual([]);
});

test('says once why nothing was assessed', () => {
  const kept = record();
  expect(kept.nothingAssessed()).toBeNull();
  kept.leaveOpen(new NotAssessed('the target is asleep'));
  expect(kept.nothingAssessed()).toBe('the target is asleep');
  expect(kept.failures()).toBeNull();
});

test('nothing is checked or observed that was not declared', () => {
  const kept = record();
  expect(() => kept.check('event.fields', [])).toThrow('without naming it in its scenario');
  expect(() => kept.observe('errors.wrong-types', 400)).toThrow('without naming it in its scenario');
  expect(() => kept.observe('observed.unknown-idea' as QuestionId, 400)).toThrow('no question "observed.unknown-idea"');
  kept.observe('errors.unknown-id', 404);
  expect(kept.observations).toEqual([{ id: 'errors.unknown-id', endpoint: 'getSegment', answer: 404 }]);
});

const OTHER = { expected: 'a', actual: 'b' };
const STATEMENT = { id: 'x.y', text: 'It holds.', source: 'Resources' };
const FLAKY = 'Expected: a\nActual: b\nFlaky: it did not fail again when the request was repeated.';
for (const [what, check, message] of [
  ['a place', { findings: [DEVIATION] }, 'At /name\nExpected: a string\nActual: number 5'],
  ['no place', { findings: [{ expected: 'status 200', actual: 'status 500' }] }, 'Expected: status 200\nActual: status 500'],
  ['the whole answer', { findings: [{ ...DEVIATION, pointer: '' }] }, 'Expected: a string\nActual: number 5'],
  ['two deviations', { findings: [DEVIATION, OTHER] }, 'At /name\nExpected: a string\nActual: number 5\nExpected: a\nActual: b'],
  ['a flaky one', { findings: [OTHER], flaky: true }, FLAKY],
] as const)
  test(`words a failure with ${what}`, () =>
    expect(failureMessage(STATEMENT, check)).toBe(`Requirement: It holds. (x.y; Resources)\n${message}`));

test('redacts texts wherever they stand, and leaves the rest as it is', () => {
  const redact = (text: string) => text.replaceAll('secret', '[redacted]');
  const value = { a: ['secret', 1, null, true, { 'my secret': { b: 'no secret here' } }], c: undefined };
  const within = { 'my [redacted]': { b: 'no [redacted] here' } };
  expect(redactDeep(value, redact)).toEqual({ a: ['[redacted]', 1, null, true, within], c: undefined });
  expect(value.a[0]).toBe('secret');
  expect(Object.keys(redactDeep(JSON.parse('{"__proto__":"secret"}'), redact))).toEqual(['__proto__']);
});

test('a failure that nobody looked for is reported once, with its exchange', () => {
  const [shown, other] = [exchange({ status: 500 }), exchange({ status: 502 })];
  const kept = record();
  kept.alsoFailed('email-address.fields', 'listEmailAddresses', [DEVIATION], other);
  kept.alsoFailed('email-address.fields', 'listEmailAddresses', [DEVIATION], shown);
  kept.alsoFailed('email-address.fields', 'getEmailAddress', [DEVIATION], shown);
  expect(kept.checks.map(({ requirement, endpoint, status }) => `${requirement} ${endpoint} ${status}`)).toEqual([
    'email-address.fields listEmailAddresses failed',
    'email-address.fields getEmailAddress failed',
  ]);
});

test('an exchange out of order is reported, unless a check shows it already or robustness failed in the same test', () => {
  const [shown, other] = [exchange({ status: 500 }), exchange({ status: 502 })];
  const kept = record();
  kept.check('segment.fields', [DEVIATION], { exchanges: [shown] });
  kept.alsoFailed('robustness.every-request', 'getSegment', [DEVIATION], shown);
  expect(kept.checks).toHaveLength(1);
  kept.alsoFailed('robustness.every-request', 'getSegment', [DEVIATION], other);
  expect(kept.checks.at(-1)).toMatchObject({ requirement: 'robustness.every-request', endpoint: 'getSegment', status: 'failed' });
  kept.alsoFailed('robustness.every-request', 'getSegment', [DEVIATION], exchange({ status: 503 }));
  expect(kept.checks).toHaveLength(2);
});

test('an optional test leaves nothing open that an implementation refused, but what a setting or a limit of the run kept from it', () => {
  const optional: Covers = { ...COVERS, optional: true };
  const refused = record(optional);
  refused.leaveOpen(new NotAssessed('Several steps are refused'));
  refused.assertComplete();
  expect(refused.checks).toEqual([]);
  expect(refused.nothingAssessed()).toBe('Several steps are refused');
  const limited = record(optional);
  limited.cutShort(new NotAssessed('The run reached its limit', ['CES_MAX_MINUTES']));
  limited.check('segment.fields', []);
  limited.leaveOpen(new NotAssessed('None was accepted'));
  expect(limited.checks).toMatchObject([{ status: 'not-assessed', variables: ['CES_MAX_MINUTES'] }, { status: 'not-assessed' }]);
  const barred = record(optional);
  barred.leaveOpen(new SetAside(exchange(), 'The plan is used up'));
  expect(barred.checks.map(({ status, reason }) => [status, reason])).toEqual(
    COVERS.statements.map(() => ['not-assessed', 'The plan is used up']),
  );
  expect(() => record(optional).assertComplete()).toThrow(/did not check/);
});
