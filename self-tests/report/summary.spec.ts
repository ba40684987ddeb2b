import { marked } from 'marked';
import { toMarkdown } from '../../src/report/summary.ts';
import type { Finding } from '../../src/result/finding.ts';
import { findingsOf } from '../../src/result/findings.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { expect, test } from '../test.ts';
import { failingResult, noVerdictResult, passingResult } from './sample-result.ts';

/** The summary as a CI server shows it. */
const shown = (markdown: string) => marked.parse(markdown, { async: false });

/** The failing result with this many findings, all like its first. */
function having(count: number, given: Partial<Finding> = {}): ConformanceResult {
  const result = failingResult();
  const [first] = findingsOf(result.requirements);
  if (first === undefined) throw new Error('the sample has findings');
  return { ...result, findings: Array.from({ length: count }, () => ({ ...first, ...given })) };
}

test('a waived finding has one line, whatever the number of its checks', () => {
  const requirements = failingResult().requirements.map((entry) => ({
    ...entry,
    checks: [...entry.checks, ...entry.checks.map((check) => ({ ...check }))],
  }));
  const html = shown(toMarkdown({ ...failingResult(), requirements, findings: findingsOf(requirements) }));
  expect(html.match(/TICKET-118/g)).toHaveLength(1);
  expect(html).toMatch(/<strong>endpoint-15\.shape<\/strong>.*in 2 of 4 checks/);
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

test('stays short, and says what it leaves out', () => {
  const huge = 'x'.repeat(1_000_000);
  const markdown = toMarkdown(having(50, { expected: huge, actual: huge, curl: huge }));
  expect(markdown).toContain('30 more findings are in the report.');
  expect(markdown.length).toBeLessThan(60_000);
});
