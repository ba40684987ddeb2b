import { expect, test } from '@playwright/test';
import { failureBlock, verdictBlock } from '../../src/report/terminal.ts';
import type { CheckResult, ConformanceResult, RequirementResult } from '../../src/result/result.ts';
import { failingResult, hostileResult, noVerdictResult, partialResult } from './sample-result.ts';

function failureOf(result: ConformanceResult, id: string): [RequirementResult, CheckResult] {
  const requirement = result.requirements.find((candidate) => candidate.id === id);
  const check = requirement?.checks.find(({ status }) => status === 'failed');
  if (requirement === undefined || check === undefined) throw new Error(`no failed check of ${id}`);
  return [requirement, check];
}

test('a failure reads requirement, expected, actual, counterexample, replay', () => {
  const block = failureBlock(...failureOf(failingResult(), 'event.extra-is-tracked-data'));
  expect(block.split('\n')).toEqual([
    '✕ event.extra-is-tracked-data [requirement] any JSON object as data (endpoint 18)',
    '  Requirement    The data that was tracked is the data that the event holds.',
    '  Source         Resources, Event, row extra',
    '  Expected       at /extra/a: 9007199254740993',
    '  Actual         at /extra/a: 9007199254740992',
    '  Counterexample {"a":9007199254740992}',
    '  Replay         CES_SEED=1836202117 CES_REPLAY_PATH=37:1:0:4 npx playwright test track.spec.ts -g "any JSON object"',
  ]);
});

test('a failure without findings shows its message below itself, and says that it was flaky', () => {
  const block = failureBlock(...failureOf(failingResult(), 'endpoint-8.shape'));
  expect(block).toContain('Did not fail again when repeated.');
  expect(block).toContain('  Found          Expected: an answer within 10000 ms\n                 Actual: none;');
});

test('the verdict has its denominators and the place of the report', () => {
  const block = verdictBlock(failingResult(), 'reports/index.html');
  expect(block).toContain('Not conformant: 5 of 27 requirements broken, 3 not assessed');
  expect(block).toContain('Requirement    19 passed, 4 failed, 3 not assessed, 1 waived of 27');
  expect(block).toContain('Report         reports/index.html');
});

test('no verdict comes with its reason', () => {
  expect(verdictBlock(noVerdictResult(), 'reports/index.html')).toContain('ECONNREFUSED');
});

test('a filtered run says that it is one', () => {
  expect(verdictBlock(partialResult(), 'reports/index.html')).toContain('Part of a run: it was filtered');
  expect(verdictBlock(failingResult(), 'reports/index.html')).not.toContain('Part of a run');
});

test('colour comes only when asked for', () => {
  const [requirement, check] = failureOf(failingResult(), 'endpoint-8.shape');
  expect(failureBlock(requirement, check)).not.toContain('\u001B');
  expect(failureBlock(requirement, check, { colour: true })).toContain('\u001B[31m');
  expect(verdictBlock(failingResult(), 'x', { colour: true })).toContain('\u001B[31m');
});

test('nothing of the target can steer the terminal', () => {
  const result = hostileResult('\u001B]0;owned\u0007\u001B[2J\r\u009B31m\u202E');
  const blocks = [failureBlock(...failureOf(result, 'event.extra-is-tracked-data')), verdictBlock(result, 'x')].join('\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is the point
  expect(blocks).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
  expect(blocks).toContain('\\u001B]0;owned\\u0007');
});

test('a huge value is cut, and says so', () => {
  const [requirement, check] = failureOf(failingResult(), 'event.extra-is-tracked-data');
  const block = failureBlock(requirement, { ...check, counterexample: 'x'.repeat(1_000_000) });
  expect(block.length).toBeLessThan(5000);
  expect(block).toMatch(/… \(\d+ more characters\)/);
});
