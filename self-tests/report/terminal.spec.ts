import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WriteStream } from 'node:tty';
import { liveFindings, progressOn } from '../../src/report/progress.ts';
import { findingBlock, findingsBlock, verdictBlock } from '../../src/report/terminal.ts';
import { writeReportFiles } from '../../src/report/write-reports.ts';
import { assemble, type TestOutcome } from '../../src/result/assemble.ts';
import type { ConformanceResult, Finding } from '../../src/result/result.ts';
import type { Waiver } from '../../src/settings/files/waivers.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { expect, test } from '../test.ts';
import { ended, run } from '../units/engine/evidence.ts';
import { failingResult, firstFinding, hostileResult, largeResult, noVerdictResult, passingResult } from './sample-result.ts';

/** The block of the finding of this statement. */
function blockOf(result: ConformanceResult, id: string, given: Partial<Finding> = {}, colour = false): string {
  const finding = result.findings?.find(({ requirement }) => requirement === id);
  if (finding === undefined) throw new Error(`nothing was found of ${id}`);
  return findingBlock({ ...finding, ...given }, result, { colour });
}

test('no more than 25 lines, whatever the answer', () => {
  for (const block of findingsBlock(largeResult(1))) expect(block.split('\n').length).toBeLessThanOrEqual(25);
});

test('all findings are shown: the twenty-first and later in one line each', () => {
  const first = firstFinding(failingResult());
  const many = Array.from({ length: 23 }, (_, n) => ({ ...first, actual: `number ${n}\nand more`, curl: 'curl' }));
  const blocks = findingsBlock({ ...failingResult(), findings: many });
  expect(blocks).toHaveLength(21);
  for (const [n, block] of blocks.slice(0, 20).entries()) expect(block).toContain(`  Actual          number ${n}\n`);
  const words = 'and more in /statistics/emails/sent, not an integer (endpoint-2.shape, requirement)';
  const lines = [20, 21, 22].map((n) => `✕ POST /businesses/{id}/campaigns answers number ${n} ${words}`);
  expect(blocks[20]?.split('\n')).toEqual(lines);
});

test('a command too long to paste stands whole in a file beside the report, and the line runs that', async () => {
  const first = firstFinding(failingResult());
  const curl = `curl -X POST --data-raw '${'x'.repeat(2000)}' http://127.0.0.1/`;
  const result = { ...failingResult(), findings: [{ ...first, curl, actual: 'two\nlines' }] };
  const directory = test.info().outputPath('report');
  await writeReportFiles(result, directory);
  expect(await readFile(join(directory, 'curl', `${first.id}.sh`), 'utf8')).toMatch(
    /^# .+\n# Expected: .+\n# Actual: two\\nlines\n(?:# .+\n)?curl -X POST .+\n$/,
  );
  expect(findingsBlock(result, { folder: 'reports' }).join()).toContain(`sh 'reports/curl/${first.id}.sh'`);
  expect(await readFile(join(directory, 'findings.md'), 'utf8')).toContain(`sh 'curl/${first.id}.sh'`);
  await writeReportFiles(passingResult(), directory);
  await expect(readFile(join(directory, 'curl', `${first.id}.sh`))).rejects.toThrow('ENOENT');
});

test('fields that were never seen are named, and no failure', () => {
  const fields = [
    { resource: 'campaign', pointer: '/segment', state: 'never-seen' },
    { resource: 'campaign', pointer: '/name', state: 'seen' },
    { resource: 'customer', pointer: '/metadata', state: 'never-seen' },
    { resource: 'campaign', pointer: '/steps', state: 'never-seen' },
    { resource: 'business', pointer: '/website', state: 'not-assessed' },
  ] as const;
  expect(verdictBlock({ ...failingResult(), fields }, 'x')).toContain(
    '\n                  never seen: campaign /segment, /steps; customer /metadata\n',
  );
  expect(verdictBlock({ ...passingResult(), fields: [] }, 'x')).not.toContain('never seen');
});

test('colour comes only when asked for', () => {
  expect(blockOf(failingResult(), 'endpoint-8.shape')).not.toContain('\u001B');
  expect(blockOf(failingResult(), 'endpoint-8.shape', {}, true)).toContain('\u001B[31m');
  expect(findingsBlock(failingResult()).join('\n')).not.toContain('\u001B');
  expect(verdictBlock(failingResult(), 'x', { colour: true })).toContain('\u001B[31m');
});

test('nothing of the target can steer the terminal', () => {
  const text = '\u001B]0;owned\u0007\u001B[2J\r\u009B31m\u202E';
  const result = hostileResult(text);
  const first = firstFinding(result);
  const many = Array.from({ length: 25 }, () => ({ ...first, requirement: text, contrast: text, consequences: [text], places: [text] }));
  const blocks = [...findingsBlock(result), ...findingsBlock({ ...result, findings: many }), verdictBlock(result, 'x')].join('\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is the point
  expect(blocks).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
  expect(blocks).toContain('\\u001B]0;owned\\u0007');
});

test('a huge value is cut, and says so', () => {
  const huge = 'x'.repeat(1_000_000);
  const given = { counterexample: huge, expected: huge, actual: huge, curl: huge, contrast: huge };
  const block = blockOf(failingResult(), 'event.extra-is-tracked-data', given);
  expect(block.length).toBeLessThan(10_000);
  expect(block).toMatch(/… \(\d+ more characters\)/);
});

test('the reason for no verdict is left to the last line, which gives it; a stopped run has no such line', () => {
  const result = { ...noVerdictResult(), noVerdictReason: 'Nobody answers at this port.' };
  expect(verdictBlock({ ...result, interrupted: false }, 'r.html')).not.toContain('Nobody answers');
  expect(verdictBlock({ ...result, interrupted: true }, 'r.html')).toContain('  Nobody answers at this port.');
});

/** What two tests and a finding write. */
function written(isTTY: boolean): string {
  let text = '';
  const progress = progressOn({ isTTY, write: (part: string) => (text += part) } as unknown as WriteStream);
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

const live = (waivers: readonly Waiver[] = []) => liveFindings((tests) => assemble(run(tests, { waivers, partial: true })).findings ?? []);

function failing(requirement: StatementId, pointer: string | null, actual = 'null', expected = 'a string'): TestOutcome {
  const place = pointer === null ? {} : { pointer };
  return ended([{ requirement, endpoint: 'getSegment', status: 'failed', findings: [{ ...place, expected, actual }] }]);
}

const shown = (tests: readonly TestOutcome[], newIn = live()) =>
  tests.map((each) => newIn(each).map(({ requirement, pointer }) => [requirement, pointer]));

test('a finding appears once, whatever the number of tests, indices and values that show it', () => {
  const tests = ['/static_customers/0', '/static_customers/7', '/name'].map((place) => failing('segment.fields', place, `at ${place}`));
  expect(shown([...tests, ...tests])).toEqual([[['segment.fields', '/static_customers/*']], [], [['segment.fields', '/name']], [], [], []]);
});

test('without a place, another deviation of the same statement is another finding', () => {
  const missing = failing('http.success-is-200', null, 'status 404', 'status 200');
  const moved = failing('http.success-is-200', null, 'status 301', 'status 200');
  expect(shown([missing, moved, missing]).map((findings) => findings.length)).toEqual([1, 1, 0]);
});

test('what follows from an earlier finding, what passed and what is waived does not appear', () => {
  const given = { endpoint: 13, reason: 'Known', owner: 'T-1', expires: '2027-01-01', message: 'Actual: null' };
  const waiver = { requirement: 'segment.fields', ...given };
  expect(shown([failing('segment.fields', '/id'), failing('record.id-is-asked-id', '/id')])).toEqual([[['segment.fields', '/id']], []]);
  expect(shown([failing('segment.fields', '/name')], live([waiver]))).toEqual([[]]);
  expect(shown([ended([{ requirement: 'segment.fields', endpoint: 'getSegment', status: 'passed' }])])).toEqual([[]]);
});

test('the twenty-first and later wait for the end', () => {
  const tests = Array.from({ length: 25 }, (_, n) => failing('segment.fields', `/field-${n}`));
  expect(shown(tests).filter((findings) => findings.length > 0)).toHaveLength(20);
});
