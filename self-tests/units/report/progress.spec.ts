import type { WriteStream } from 'node:tty';
import { LiveFindings, Progress } from '../../../src/report/progress.ts';
import { assemble, type TestOutcome } from '../../../src/result/assemble.ts';
import type { Waiver } from '../../../src/settings/files/waivers.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { ended, run } from '../engine/evidence.ts';

/** What two tests and a finding write. */
function written(isTTY: boolean): string {
  let text = '';
  const stream = { isTTY, write: (part: string) => (text += part) } as unknown as WriteStream;
  const progress = new Progress(stream);
  progress.begin(2);
  progress.ended(false);
  progress.say('✕ segment.fields');
  progress.ended(true);
  progress.end();
  return text;
}

test('a log has a line for what is said, with the elapsed time, and one count at the end', () => {
  expect(written(false)).toMatch(/^\d+:\d\d ✕ segment\.fields\n2 of 2 tests run, 1 with failures\n$/);
});

test('on a terminal, the count moves and what is said stays above it', () => {
  const clear = '\r\u001b[2K';
  const [first, ...rest] = written(true).split(clear).slice(1);
  expect(first).toBe('1 of 2 tests run');
  expect(rest[0]).toMatch(/^\d+:\d\d ✕ segment\.fields\n$/);
  expect(rest.slice(1)).toEqual(['1 of 2 tests run', '2 of 2 tests run, 1 with failures', '2 of 2 tests run, 1 with failures\n']);
});

const live = (waivers: readonly Waiver[] = []) =>
  new LiveFindings((tests) => assemble(run(tests, { waivers, partial: true })).findings ?? []);

function failing(requirement: StatementId, pointer: string | null, actual = 'null', expected = 'a string'): TestOutcome {
  const place = pointer === null ? {} : { pointer };
  return ended([{ requirement, endpoint: 'getSegment', status: 'failed', findings: [{ ...place, expected, actual }] }]);
}

const shown = (tests: readonly TestOutcome[], findings = live()) =>
  tests.map((each) => findings.newIn(each).map(({ requirement, pointer }) => [requirement, pointer]));

test('a finding appears once, whatever the number of tests, indices and values that show it', () => {
  const tests = [
    failing('segment.fields', '/static_customers/0'),
    failing('segment.fields', '/static_customers/7', '4'),
    failing('segment.fields', '/name'),
  ];
  expect(shown([...tests, ...tests])).toEqual([[['segment.fields', '/static_customers/*']], [], [['segment.fields', '/name']], [], [], []]);
});

test('without a place, another deviation of the same statement is another finding', () => {
  const missing = failing('http.success-is-200', null, 'status 404', 'status 200');
  const moved = failing('http.success-is-200', null, 'status 301', 'status 200');
  expect(shown([missing, moved, missing]).map((findings) => findings.length)).toEqual([1, 1, 0]);
});

test('what follows from an earlier finding, what passed and what is waived does not appear', () => {
  const waiver = {
    requirement: 'segment.fields',
    endpoint: 13,
    reason: 'Known',
    owner: 'T-1',
    expires: '2027-01-01',
    message: 'Actual: null',
  };
  expect(shown([failing('segment.fields', '/id'), failing('record.id-is-asked-id', '/id')])).toEqual([[['segment.fields', '/id']], []]);
  expect(shown([failing('segment.fields', '/name')], live([waiver]))).toEqual([[]]);
  expect(shown([ended([{ requirement: 'segment.fields', endpoint: 'getSegment', status: 'passed' }])])).toEqual([[]]);
});

test('the twenty-first and later wait for the end', () => {
  const tests = Array.from({ length: 25 }, (_, n) => failing('segment.fields', `/field-${n}`));
  expect(shown(tests).filter((findings) => findings.length > 0)).toHaveLength(20);
});
