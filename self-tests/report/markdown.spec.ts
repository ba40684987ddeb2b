import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import { toBadge } from '../../src/report/badge.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import { findingMarkdown, toFindingsMarkdown, toMarkdown } from '../../src/report/markdown.ts';
import { verdictBlock } from '../../src/report/terminal.ts';
import { appendStepSummary } from '../../src/report/write-reports.ts';
import { findingsOf } from '../../src/result/findings.ts';
import type { ConformanceResult, Finding, RequirementResult } from '../../src/result/result.ts';
import { newFolder } from '../folders.ts';
import { expect, test } from '../test.ts';
import * as sample from './sample-result.ts';

const RESULT = sample.failingResult();

/** The summary as a CI server shows it. */
const shown = (markdown: string) => marked.parse(markdown, { async: false });

test('a waived finding names its ticket once, whatever the number of its checks', () => {
  const twice = ({ checks, ...entry }: RequirementResult) => ({ ...entry, checks: [...checks, ...structuredClone(checks)] });
  const requirements = RESULT.requirements.map(twice);
  const html = shown(toMarkdown({ ...RESULT, requirements, findings: findingsOf(requirements) }));
  expect(html.match(/TICKET-118/g)).toHaveLength(1);
});

const PASSING = sample.passingResult();
const PARTS = [sample.openResult(), { ...PASSING, partial: true as const }, { ...PASSING, interrupted: true }];
const WHOLE = [PASSING, { ...sample.failingResult(), partial: true as const }, sample.noVerdictResult()];
for (const [format, markIn] of [
  ['the terminal', (result) => verdictBlock(result, 'x')],
  ['the summary', (result) => /^## (.*)/mu.exec(toMarkdown(result))?.[1] ?? ''],
  ['the report', (result) => /class="seal"[^>]*>(.)</su.exec(renderHtml(result))?.[1] ?? ''],
  ['the badge', (result) => toBadge(result).message],
] as const satisfies readonly (readonly [string, (result: ConformanceResult) => string])[])
  test(`${format} marks with ◐ what speaks for a part only, and nothing else`, () => {
    expect(PARTS.map((result) => markIn(result)[0])).toEqual(PARTS.map(() => '◐'));
    for (const result of WHOLE) expect(markIn(result)).not.toMatch(/^◐/);
  });

test('stays short, and says what it leaves out', () => {
  const huge = 'x'.repeat(1_000_000);
  const finding = { ...sample.firstFinding(RESULT), expected: huge, actual: huge, curl: huge };
  const markdown = toMarkdown({ ...RESULT, findings: Array.from({ length: 50 }, () => finding) });
  expect(markdown).toContain('… and 30 more in the report');
  expect(markdown.length).toBeLessThan(60_000);
});

test('no section has more than 60 lines, whatever there is to show', () => {
  const lines = Array.from({ length: 1000 }, (_, n) => `line ${n}`).join('\n');
  const large = sample.firstFinding(sample.largeResult(1));
  const answer = { status: 500, headers: {}, body: lines, bytes: 1, cut: true };
  const exchange = large.exchange && { ...large.exchange, title: lines, answer };
  const finding: Finding = {
    ...{ ...large, pointer: null, expected: lines, actual: lines, contrast: lines, curl: lines, replay: lines, flaky: true },
    consequences: Array.from({ length: 100 }, () => lines),
    waiver: { reason: lines, owner: lines, expires: lines },
    ...(exchange && { exchange }),
  };
  const requirements = RESULT.requirements.map((entry) => ({ ...entry, text: lines, source: lines }));
  const section = findingMarkdown(finding, { ...RESULT, requirements });
  expect(section.split('\n').length).toBeLessThanOrEqual(60);
  expect(section).toContain('more lines)');
  expect(Buffer.byteLength(section)).toBeLessThan(300_000);
});

test('it names the page for those who mend, and the page every part of a section', () => {
  const [, page = ''] = /`(docs\/[\w-]+\.md)`/.exec(toFindingsMarkdown(RESULT)) ?? [];
  const guide = readFileSync(page, 'utf8');
  const labels = [...toFindingsMarkdown(sample.changedResult()).matchAll(/^- \*\*([\w ]+)\*\*:/gm)].map(([, label = '']) => label);
  for (const label of new Set(labels.filter((each) => !RARE.includes(each)))) expect(guide).toContain(label);
});

/** Parts that say themselves what they are. */
const RARE = ['Waived', 'Flaky', 'Requests'];

test('however much is broken, a server takes it', () => {
  expect(toMarkdown(sample.largeResult(60, 'a place each')).length).toBeLessThan(65_536);
  const result = sample.hostileResult('<`*'.repeat(5000));
  expect(toMarkdown(result).length).toBeLessThan(65_536);
});

test('summaries of several runs stand below one another; without the variable, or with one that cannot be written, the run goes on', async () => {
  const folder = newFolder();
  const file = join(folder, 'step.md');
  for (const heading of ['# First', '# Second']) await appendStepSummary(heading, { GITHUB_STEP_SUMMARY: file });
  expect(readFileSync(file, 'utf8')).toBe('# First\n# Second\n');
  await appendStepSummary('# First', {});
  await appendStepSummary('# First', { GITHUB_STEP_SUMMARY: folder });
});

/** Texts that would act in Markdown or HTML. */
const HOSTILE_MARKDOWN: readonly string[] = [
  '<img src=x>',
  '[a](http://127.0.0.1/)',
  '![a](http://127.0.0.1/)',
  '[a]: http://127.0.0.1/',
  '*a* _a_ **a** | b | c',
  'a\n\n# b',
  '# b #',
  '- a\n- b',
  '1. a',
  '    indented',
  '``a` <img src=x>',
  'a\n```\n<img src=x>\n````\n[a](http://127.0.0.1/)',
  '`<img src=x>`` **a**',
  '\\`<img src=x>\\`',
  '\\<img src=x>',
  '&lt;img&gt; &#35;',
  'http://127.0.0.1/ www.example.com a@example.com',
  '@someone #1',
  '~~~',
  '~~a~~',
  '</code></pre><script>',
  '---',
  '===',
];

/** What none of them may become; strong, lists and code are the reports' own. */
const ACTIVE = /<(?:img|a|em|del|h1|hr|ol|script)\b|<strong>a|<h[23]>b/;

for (const text of HOSTILE_MARKDOWN)
  test(`${JSON.stringify(text)} stays text on every page`, () => {
    const result = sample.hostileResult(text);
    const summary = shown(toMarkdown(result));
    expect(summary).not.toMatch(ACTIVE);
    expect(summary.match(/<h2>/g)).toHaveLength(1);
    for (const row of summary.match(/<tr>.*?<\/tr>/gs) ?? []) expect(row.match(/<t[dh]/g)?.length).toBe(6);

    const findings = shown(toFindingsMarkdown(result));
    const { length } = findingsOf(result.requirements);
    expect(findings.replace('<h1>Findings</h1>', '')).not.toMatch(ACTIVE);
    expect(findings.match(/<h2>/g)).toHaveLength(length);
    expect(findings.match(/<strong>(?:Expected|Actual)<\/strong>/g)).toHaveLength(2 * length);
  });
