import { expect, test } from '@playwright/test';
import { marked } from 'marked';
import { toMarkdown } from '../../src/report/summary.ts';
import { failingResult, hostileResult, largeResult, noVerdictResult, partialResult, passingResult } from './sample-result.ts';

/** The summary as a CI server shows it. */
const shown = (markdown: string) => marked.parse(markdown, { async: false });

test('holds the verdict, the counts and each failed check', () => {
  const html = shown(toMarkdown(failingResult()));
  expect(html).toContain('Not conformant: 5 of 27 requirements broken, 3 not assessed</h2>');
  expect(html).toContain('<td>event.extra-is-tracked-data</td>');
  expect(html).toContain('<td>/extra/a: expected 9007199254740993, actual 9007199254740992</td>');
  expect(html).toContain('Not assessed for want of CES_SMS_TEMPLATE_ID, CES_TRACK_MATCHING_DATA.');
  expect(html.match(/<tr>/g)).toHaveLength(4 + 7 + 2);
});

test('a waived failure shows why it is let pass, who answers for that, and until when', () => {
  expect(shown(toMarkdown(failingResult()))).toMatch(
    /endpoint-15\.shape<\/td>\s*<td align="right">15<\/td>\s*<td>Events defined before 2024 .*<\/td>\s*<td>TICKET-118<\/td>\s*<td>2026-09-30<\/td>\s*<td align="right">1</,
  );
  expect(toMarkdown(passingResult())).not.toContain('Waived');
  const twice = failingResult().requirements.map((entry) => ({ ...entry, checks: [...entry.checks, ...entry.checks] }));
  const html = shown(toMarkdown({ ...failingResult(), requirements: twice }));
  expect(html.match(/TICKET-118/g)).toHaveLength(1);
  expect(html).toMatch(/2026-09-30<\/td>\s*<td align="right">2</);
});

test('a filtered run says that it is one', () => {
  expect(shown(toMarkdown(partialResult()))).toContain('<strong>Part of a run</strong>');
  expect(toMarkdown(passingResult())).not.toContain('Part of a run');
});

test('has no table of failures where nothing failed', () => {
  expect(toMarkdown(passingResult())).not.toContain('Failed checks');
});

test('gives the reason where there is no verdict', () => {
  const html = shown(toMarkdown(noVerdictResult()));
  expect(html).toContain('ECONNREFUSED');
  expect(html).not.toContain('<table>');
});

test('stays short, and says what it leaves out', () => {
  const markdown = toMarkdown(largeResult(50));
  expect(markdown).toContain('30 more failed checks are in the report.');
  expect(markdown.length).toBeLessThan(20_000);
});

for (const text of [
  '<img src=x>',
  '[a](http://127.0.0.1/)',
  '![a](http://127.0.0.1/)',
  '**a** | b | c',
  'a\n\n# b',
  '`a`',
  'http://127.0.0.1/',
  '@someone #1',
  '~~~',
]) {
  test(`${JSON.stringify(text)} stays text`, () => {
    const html = shown(toMarkdown(hostileResult(text)));
    expect(html).not.toMatch(/<(img|a|strong|em|del|code|pre|h1)\b/);
    expect(html.match(/<h2>/g)).toHaveLength(1);
    for (const row of html.match(/<tr>.*?<\/tr>/gs) ?? []) expect(row.match(/<t[dh]/g)?.length).toBeLessThanOrEqual(6);
  });
}
