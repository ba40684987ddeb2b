import { expect, test } from '@playwright/test';
import { verdictBlock } from '../../src/report/terminal.ts';
import { findingBlock, findingsBlock } from '../../src/report/terminal-findings.ts';
import type { Finding } from '../../src/result/finding.ts';
import { findingsOf } from '../../src/result/findings.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { failingResult, hostileResult, largeResult, noVerdictResult, partialResult, passingResult } from './sample-result.ts';

/** The block of the finding of this statement. */
function blockOf(result: ConformanceResult, id: string, given: Partial<Finding> = {}, colour = false): string {
  const statement = result.requirements.find((candidate) => candidate.id === id);
  const finding = findingsOf(result.requirements).find(({ requirement }) => requirement === id);
  if (statement === undefined || finding === undefined) throw new Error(`nothing was found of ${id}`);
  return findingBlock({ ...finding, ...given }, statement, result, { colour });
}

/** The result with these findings and no others. */
function having(result: ConformanceResult, findings: readonly Finding[] = findingsOf(result.requirements)): ConformanceResult {
  return { ...result, findings };
}

test('a finding reads statement, where, place, expected, actual, the answer, counterexample, curl, replay', () => {
  expect(blockOf(failingResult(), 'event.extra-is-tracked-data').split('\n')).toEqual([
    '✕ event.extra-is-tracked-data [requirement]',
    '  Statement      The data that was tracked is the data that the event holds. (Resources, Event, row extra)',
    '  Where          POST /businesses/{id}/track (18), in one check',
    '  At             /extra (here /extra/a)',
    '  Expected       9007199254740993',
    '  Actual         9007199254740992',
    '  Answer           {',
    '                     "id": "evt_55",',
    '                     "name": "conformance.tracked",',
    '                 ▸   "extra": { "a": 9007199254740992 },',
    '                     "created_at": "2026-03-04T09:08:09Z",',
    '                     "customer": null',
    '                   }',
    '  Counterexample {"a":9007199254740992}',
    `  curl           curl -u "$CES_USERNAME:$CES_PASSWORD" 'https://staging.example.com/api/v1/events/evt_55'`,
    '  Replay         CES_SEED=1836202117 CES_REPLAY_PATH=37:1:0:4 npx playwright test track.spec.ts -g "any JSON object"',
  ]);
});

test('what passed beside it and what follows from it have a line each, and many endpoints are counted', () => {
  const given = {
    contrast: 'only when `segment` is left out',
    consequences: ['event.can-be-read', 'event.fields'],
    endpoints: [1, 2, 5, 18],
    checks: 24,
  };
  const block = blockOf(failingResult(), 'event.extra-is-tracked-data', given);
  expect(block).toContain('\n  Where          4 endpoints (1, 2, 5, 18), in all 24 checks\n');
  expect(block).toContain('\n  But            only when `segment` is left out\n');
  expect(block).toContain('\n  Therefore      also broken: event.can-be-read\n                 event.fields\n');
  const ids = failingResult().requirements.map(({ id }) => id);
  const many = blockOf(failingResult(), 'event.extra-is-tracked-data', { consequences: ids.slice(0, 6) }).split('\n');
  const therefore = many.slice(
    many.findIndex((line) => line.startsWith('  Therefore')),
    -2,
  );
  expect(therefore.map((line) => line.slice(17).replace(/\(.*\)/, '(…)'))).toEqual([
    `also broken: ${ids[0]} (…)`,
    `${ids[1]} (…)`,
    `${ids[2]} (…)`,
    ids.slice(3, 6).join(', '),
  ]);
  const everywhere = failingResult().endpoints.map(({ number }) => number);
  expect(blockOf(failingResult(), 'event.extra-is-tracked-data', { endpoints: everywhere })).toContain('all 18 endpoints');
  expect(blockOf(failingResult(), 'event.extra-is-tracked-data', { endpoints: [] })).toContain('the service as a whole');
});

test('no more than some twenty lines, whatever the answer', () => {
  const result = largeResult(1);
  for (const block of findingsBlock(having(result))) expect(block.split('\n').length).toBeLessThanOrEqual(20);
});

test('a finding of a check that named none shows its message below itself, and says that it was flaky', () => {
  const block = blockOf(failingResult(), 'endpoint-8.shape');
  expect(block).toContain('Did not fail again when repeated.');
  expect(block).toContain('  Actual         Expected: an answer within 10000 ms\n                 Actual: none;');
});

test('all findings are shown: the twenty-first and later in one line each', () => {
  const [first, ...others] = findingsOf(failingResult().requirements);
  if (first === undefined) throw new Error('the sample has findings');
  expect(others.length).toBeGreaterThan(0);
  const many = Array.from({ length: 23 }, (_, n) => ({ ...first, actual: `number ${n}\nand more`, curl: 'curl' }));
  const blocks = findingsBlock(having(failingResult(), many));
  expect(blocks).toHaveLength(21);
  for (const [n, block] of blocks.slice(0, 20).entries()) expect(block).toContain(`  Actual         number ${n}\n`);
  expect(blocks[20]?.split('\n')).toEqual(
    [20, 21, 22].map(
      (n) =>
        `✕ endpoint-2.shape [requirement] POST /businesses/{id}/campaigns (2), /statistics/emails/sent, /statistics/total_customers_enrolled: expected an integer; actual number ${n}\\nand more`,
    ),
  );
});

test('what is waived has no block, and fields that were never seen have no line either', () => {
  const blocks = findingsBlock(having(failingResult())).join('\n');
  expect(blocks).toContain('✕ robustness.hostile-ids [robustness]');
  expect(blocks).not.toContain('✕ endpoint-15.shape');
  expect(blocks).not.toContain('completeness.endpoint-8');
  expect(findingsBlock(having(passingResult()))).toEqual([]);
});

test('the verdict has its denominators and the place of the report', () => {
  const block = verdictBlock(failingResult(), 'reports/index.html');
  expect(block).toContain('Not conformant: 5 of 27 requirements broken, 1 of them waived, 1 holds in part, 2 not assessed');
  expect(block).toContain('Requirement    19 passed, 1 ◐ passed in part, 4 failed, 2 not assessed, 1 waived of 27 requirements');
  expect(block).toContain('Report         reports/index.html');
});

test('a completeness that failed names the fields behind it', () => {
  const fields = [
    { resource: 'campaign', pointer: '/segment', state: 'never-seen' },
    { resource: 'campaign', pointer: '/name', state: 'seen' },
    { resource: 'customer', pointer: '/metadata', state: 'never-seen' },
    { resource: 'campaign', pointer: '/steps', state: 'never-seen' },
    { resource: 'business', pointer: '/website', state: 'not-assessed' },
  ] as const;
  expect(verdictBlock({ ...failingResult(), fields }, 'x')).toContain('\n  Never seen     campaign /segment, /steps; customer /metadata\n');
  expect(verdictBlock({ ...passingResult(), fields: [] }, 'x')).not.toContain('Never seen');
});

test('a result that speaks for a part only begins with ◐', () => {
  expect(verdictBlock(partialResult(), 'x')).toMatch(/^◐ Conformant as far as assessed/);
  expect(verdictBlock({ ...passingResult(), partial: true }, 'x')).toMatch(/^◐ Conformant/);
  for (const result of [passingResult(), { ...failingResult(), partial: true } as const])
    expect(verdictBlock(result, 'x')).not.toMatch(/^◐/);
});

test('a filtered run says that it is one', () => {
  expect(verdictBlock(partialResult(), 'reports/index.html')).toContain('Part of a run: it was filtered');
  expect(verdictBlock(failingResult(), 'reports/index.html')).not.toContain('Part of a run');
});

test('colour comes only when asked for', () => {
  expect(blockOf(failingResult(), 'endpoint-8.shape')).not.toContain('\u001B');
  expect(blockOf(failingResult(), 'endpoint-8.shape', {}, true)).toContain('\u001B[31m');
  expect(findingsBlock(having(failingResult())).join('\n')).not.toContain('\u001B');
  expect(verdictBlock(failingResult(), 'x', { colour: true })).toContain('\u001B[31m');
});

test('nothing of the target can steer the terminal', () => {
  const text = '\u001B]0;owned\u0007\u001B[2J\r\u009B31m\u202E';
  const result = having(hostileResult(text));
  const [first] = result.findings ?? [];
  if (first === undefined) throw new Error('the sample has findings');
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

test('a waived finding has a line, with its reason, its owner and its end', () => {
  const [finding] = findingsOf(failingResult().requirements);
  if (finding === undefined) throw new Error('the sample has findings');
  const waiver = { reason: 'Known since\u001b[31m May', owner: 'T-1', expires: '2099-01-01' };
  const lines = findingsBlock(having(failingResult(), [{ ...finding, waived: true, waiver }, finding]));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(
    new RegExp(`^≈ ${finding.requirement} \\[requirement\\] .*: waived until 2099-01-01 \\(T-1\\): Known since\\\\u001B\\[31m May$`),
  );
});
