import { marked } from 'marked';
import { toFindingsMarkdown } from '../../src/report/findings-markdown.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import { toJunit } from '../../src/report/junit.ts';
import { toMarkdown } from '../../src/report/summary.ts';
import { findingsBlock, verdictBlock } from '../../src/report/terminal.ts';
import type { BaselineComparison, ConformanceResult } from '../../src/result/result.ts';
import { expect, test } from '../test.ts';
import { changedResult, failingResult } from './sample-result.ts';

const BASELINE = changedResult().baseline;
if (BASELINE === undefined) throw new Error('the sample has a baseline');
const { new: fresh, fixed } = BASELINE;

/** The compared result with another comparison. */
function compared(given: Partial<BaselineComparison>, more: Partial<ConformanceResult> = {}): ConformanceResult {
  const result = changedResult();
  return { ...result, ...more, ...(BASELINE && { baseline: { ...BASELINE, ...given } }) };
}

test('the terminal cuts long lists, and gives each of twenty fixed findings with its id; findings.md gives all', () => {
  const notAssessed = Array.from({ length: 40 }, (_, index) => `statement-${index}`);
  const many = Array.from({ length: 21 }, (_, index) => fixed.map((finding) => ({ ...finding, id: `id-${index}.` }))).flat();
  const result = compared({ notAssessed, fixed: many });
  const block = verdictBlock(result, 'reports/index.html');
  for (const { id } of many.slice(0, 20)) expect(block).toContain(` ${id} GET /segments/{id}`);
  for (const text of ['… and 1 more in the report', 'statement-4\n', '… and 35 more in the report']) expect(block).toContain(text);
  expect(block).not.toContain('statement-5\n');
  const page = toFindingsMarkdown(result);
  for (const { id } of many) expect(page).toContain(`- \`${id}\` GET /segments/{id} answers 5 in \`/name\``);
  expect(page).not.toContain('New:');
  expect(toFindingsMarkdown(failingResult())).not.toMatch(/baseline/);
});

test('the report marks what is new, which stands first, and says of each finding what the baseline says', () => {
  const html = renderHtml(changedResult());
  const marked = [...html.matchAll(/<details class="finding [\w-]+".*?<\/summary>/gs)].map(([summary]) => summary.includes('>new</span>'));
  expect(marked).toEqual([true, true, true, true, false, true, false]);
  expect(html).toContain('<a href="#since">Since the baseline');
  expect(html.match(/<dt>Baseline<\/dt><dd>still there<\/dd>/g)).toHaveLength(2);
});

for (const [title, result, words] of [
  [
    'another target',
    compared({ target: { baseUrl: 'https://other.example', embedded: false } }),
    'of another target: https://other.example.',
  ],
  ['another suite', compared({ suite: { name: 'a', version: '0.0.9' } }), 'of suite 0.0.9, this run of 0.1.0.'],
  ['another specification', compared({ specification: { title: 'a', version: '0.0.3' } }), 'of specification 0.0.3, this run of 0.0.4.'],
  ['other statements', compared({ notCompared: [{ id: 'a', reason: 'b' }] }), '1 statement not compared: the two results'],
  ['a part of a run', compared({ partial: true }), 'of a part of a run: what is new here may be older.'],
  ['no verdict', compared({ verdict: 'no-verdict' }), 'has no verdict: what is new here may be older.'],
  ['less than a whole run here', compared({}, { partial: true }), 'what it left out is neither fixed nor still there.'],
] as const) {
  test(`what makes the results less alike is said: ${title}`, () => {
    expect(verdictBlock(result, 'x')).toContain(words);
    expect(marked.parse(toMarkdown(result), { async: false })).toContain(words);
    expect(renderHtml(result)).toContain(words);
  });
}

test('a finding says in which way it is new', () => {
  const [first, second] = fresh;
  if (first === undefined || second === undefined) throw new Error('the sample has new findings');
  const result = compared({
    new: [
      { ...first, wider: true },
      { ...second, unseenBefore: true },
    ],
  });
  const blocks = findingsBlock(result).join('\n');
  for (const words of [
    'new at POST /businesses/{id}/campaigns (2); the baseline has it in part',
    'new; the baseline did not assess this',
  ]) {
    expect(blocks).toContain(words);
    expect(renderHtml(result)).toContain(`<dt>Baseline</dt><dd>${words}</dd>`);
  }
});

test('what CES_FAIL_ON=new does not count is skipped in JUnit', () => {
  const failures = (result: ConformanceResult) => toJunit(result, 'new').match(/<failure /g)?.length ?? 0;
  expect([changedResult(), compared({ new: [] }), failingResult()].map(failures)).toEqual([4, 0, 5]);
});
