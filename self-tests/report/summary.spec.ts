import { expect, test } from '@playwright/test';
import { marked } from 'marked';
import { toMarkdown } from '../../src/report/summary.ts';
import type { Finding } from '../../src/result/finding.ts';
import { findingsOf } from '../../src/result/findings.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { ACTIVE, HOSTILE_MARKDOWN } from './hostile-markdown.ts';
import { failingResult, hostileResult, noVerdictResult, partialResult, passingResult } from './sample-result.ts';

/** The summary as a CI server shows it. */
const shown = (markdown: string) => marked.parse(markdown, { async: false });

/** The failing result with this many findings, all like its first. */
function having(count: number, given: Partial<Finding> = {}): ConformanceResult {
  const result = failingResult();
  const [first] = findingsOf(result.requirements);
  if (first === undefined) throw new Error('the sample has findings');
  return { ...result, findings: Array.from({ length: count }, () => ({ ...first, ...given })) };
}

test('holds the verdict, the counts and each finding', () => {
  const html = shown(toMarkdown(failingResult()));
  expect(html).toContain('Not conformant: 5 of 27 requirements broken, 1 of them waived, 1 holds in part, 2 not assessed</h2>');
  expect(html).toContain('<strong>event.extra-is-tracked-data</strong> (requirement): The data that was tracked is the data');
  expect(html).toContain('<li>POST /businesses/{id}/track (18), in one check, at <code>/extra</code></li>');
  expect(html).toContain('<li>expected <code>9007199254740993</code>, actual <code>9007199254740992</code></li>');
  expect(html).toMatch(/<pre><code class="language-sh">curl .*events\/evt_55/);
  expect(html).toContain('Not assessed for want of <code>CES_SMS_TEMPLATE_ID</code>, <code>CES_TRACK_MATCHING_DATA</code>.');
  expect(html.match(/<tr>/g)).toHaveLength(4);
  expect(html.match(/<strong>[a-z0-9-]+\.[a-z0-9-]+<\/strong> \(/g)).toHaveLength(6);
});

test('is readable as it stands', () => {
  const markdown = toMarkdown(failingResult());
  expect(markdown).toMatch(
    /^## ❌ Not conformant: 5 of 27 requirements broken, 1 of them waived, 1 holds in part, 2 not assessed\n\n`https:\/\/staging\.example\.com\/api\/v1` · /,
  );
  expect(markdown).not.toMatch(/&#?\w+;/);
  expect(markdown.replaceAll('\\n', '')).not.toContain('\\');
});

test('what follows from a finding, and what passed beside it, stand with it', () => {
  const html = shown(toMarkdown(having(1, { consequences: ['event.fields'], contrast: 'only when `segment` is left out' })));
  expect(html).toContain('<li>therefore also broken: <code>event.fields</code></li>');
  expect(shown(toMarkdown(having(1, { consequences: ['endpoint-8.shape'] })))).toContain(
    '<li>therefore also broken: <code>endpoint-8.shape</code> (',
  );
  expect(html).toContain('<li>only when <code>segment</code> is left out</li>');
});

test('a waived finding shows why it is let pass, who answers for that, and until when', () => {
  expect(shown(toMarkdown(failingResult()))).toMatch(
    /<li><strong>endpoint-15\.shape<\/strong>, GET \/project_defined_events\/\{id\} \(15\), in 1 of 2 checks: Events defined before 2024 .* \(TICKET-118, until 2026-09-30\)<\/li>/,
  );
  expect(toMarkdown(passingResult())).not.toContain('Waived');
  const requirements = failingResult().requirements.map((entry) => ({
    ...entry,
    checks: [...entry.checks, ...entry.checks.map((check) => ({ ...check }))],
  }));
  const html = shown(toMarkdown({ ...failingResult(), requirements, findings: findingsOf(requirements) }));
  expect(html.match(/TICKET-118/g)).toHaveLength(1);
  expect(html).toMatch(/<strong>endpoint-15\.shape<\/strong>.*in 2 of 4 checks/);
});

test('a filtered run says that it is one', () => {
  expect(shown(toMarkdown(partialResult()))).toContain('<strong>Part of a run</strong>');
  expect(toMarkdown(passingResult())).not.toContain('Part of a run');
});

test('a tick is for what was assessed as a whole', () => {
  const passing = passingResult();
  const [first, ...others] = passing.requirements;
  if (first === undefined) throw new Error('the sample has requirements');
  expect(toMarkdown(passing)).toMatch(/^## ✅ /);
  expect(toMarkdown({ ...passing, requirements: [{ ...first, status: 'not-assessed' }, ...others] })).toMatch(/^## ◐ /);
  expect(toMarkdown({ ...passing, partial: true })).toMatch(/^## ◐ /);
  expect(toMarkdown({ ...passing, interrupted: true })).toMatch(/^## ◐ /);
  expect(toMarkdown({ ...failingResult(), partial: true })).toMatch(/^## ❌ /);
  expect(toMarkdown(noVerdictResult())).toMatch(/^## ❔ /);
});

test('has no list of findings where nothing is broken', () => {
  expect(toMarkdown(passingResult())).not.toContain('What is broken');
});

test('gives the reason where there is no verdict', () => {
  const html = shown(toMarkdown(noVerdictResult()));
  expect(html).toContain('ECONNREFUSED');
  expect(html).not.toContain('<table>');
});

test('stays short, and says what it leaves out', () => {
  const huge = 'x'.repeat(1_000_000);
  const markdown = toMarkdown(having(50, { expected: huge, actual: huge, curl: huge }));
  expect(markdown).toContain('30 more findings are in the report.');
  expect(markdown.length).toBeLessThan(60_000);
});

for (const text of HOSTILE_MARKDOWN) {
  test(`${JSON.stringify(text)} stays text`, () => {
    const html = shown(toMarkdown(hostileResult(text)));
    expect(html).not.toMatch(ACTIVE);
    expect(html.match(/<h2>/g)).toHaveLength(1);
    for (const row of html.match(/<tr>.*?<\/tr>/gs) ?? []) expect(row.match(/<t[dh]/g)?.length).toBe(6);
  });
}
