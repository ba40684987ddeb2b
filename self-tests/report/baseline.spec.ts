import { marked } from 'marked';
import { toFindingsMarkdown } from '../../src/report/findings-markdown.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import { toJunit } from '../../src/report/junit.ts';
import { toMarkdown } from '../../src/report/summary.ts';
import { findingsBlock, verdictBlock } from '../../src/report/terminal.ts';
import type { BaselineComparison, ConformanceResult } from '../../src/result/result.ts';
import { expect, test } from '../test.ts';
import { changedResult, failingResult } from './sample-result.ts';

const SENTENCE =
  '5 new findings, 1 fixed, 2 still there, 1 no longer looked for, 2 statements newly not assessed, 1 statement now judged in part, 1 observation drifted';
const FIXED = `${changedResult().baseline?.fixed[0]?.id}, GET /segments/{id} (13), at /name: expected a string; actual 5`;

/** The compared result with another comparison. */
function compared(given: Partial<BaselineComparison>, more: Partial<ConformanceResult> = {}): ConformanceResult {
  const result = changedResult();
  if (result.baseline === undefined) throw new Error('the sample has a baseline');
  return { ...result, ...more, baseline: { ...result.baseline, ...given } };
}

test('the terminal cuts long lists', () => {
  const notAssessed = Array.from({ length: 40 }, (_, index) => `statement-${index}`);
  const block = verdictBlock(compared({ notAssessed }), 'reports/index.html');
  expect(block).toContain('statement-4\n');
  expect(block).not.toContain('statement-5\n');
  expect(block).toContain('… and 35 more in the report');
});

test('the terminal lists twenty fixed findings, each with its id', () => {
  const [first] = changedResult().baseline?.fixed ?? [];
  if (first === undefined) throw new Error('the sample has a fixed finding');
  const fixed = Array.from({ length: 21 }, (_, index) => ({ ...first, id: `id-${index}.` }));
  const block = verdictBlock(compared({ fixed }), 'reports/index.html');
  for (const { id } of fixed.slice(0, 20)) expect(block).toContain(` ${id},`);
  expect(block).toContain('… and 1 more in the report');
});

test('findings.md lists what is fixed and what nobody looked for, all of it, with ids', () => {
  const { fixed = [], noLongerAssessed = [] } = changedResult().baseline ?? {};
  const many = Array.from({ length: 30 }, () => fixed).flat();
  const html = marked.parse(toFindingsMarkdown(compared({ fixed: many })), { async: false });
  expect(html).toContain('<p>Fixed since the baseline:</p>');
  expect(html.split(`<li>${FIXED}</li>`)).toHaveLength(31);
  expect(html).toContain('<p>No longer looked for:</p>');
  expect(html).toContain('<p>Drifted since the baseline:</p>');
  expect(html).toContain(`<li>${noLongerAssessed[0]?.id}, `);
  expect(html).toContain('Since the baseline: 5 new findings, 30 fixed, ');
  expect(toFindingsMarkdown(failingResult())).not.toMatch(/baseline/);
});

test('the report has it as a section, with links to what is new, and marks each finding', () => {
  const html = renderHtml(changedResult());
  const [section = ''] = /<section id="since".*?<\/section>/s.exec(html) ?? [];
  expect(section).toContain(SENTENCE);
  const [, anchor = ''] = /<a href="#(finding-endpoint-2\.shape-[^"]+)">/.exec(section) ?? [];
  expect(html).toContain(`id="${anchor}"`);
  expect(section).toContain('expected a string, was 5');
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
  const [first, second] = changedResult().baseline?.new ?? [];
  if (first === undefined || second === undefined) throw new Error('the sample has new findings');
  const blocks = findingsBlock(
    compared({
      new: [
        { ...first, wider: true },
        { ...second, unseenBefore: true },
      ],
    }),
  ).join('\n');
  expect(blocks).toContain('new at POST /businesses/{id}/campaigns (2); the baseline has it in part');
  expect(blocks).toContain('new; the baseline did not assess this');
});

test('what CES_FAIL_ON=new does not count is skipped in JUnit', () => {
  const failures = (result: ConformanceResult) => toJunit(result, 'new').match(/<failure /g)?.length ?? 0;
  expect(failures(changedResult())).toBe(4);
  expect(failures(compared({ new: [] }))).toBe(0);
  expect(failures(failingResult())).toBe(5);
});
