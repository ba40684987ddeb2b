import { marked } from 'marked';
import { MARKER, toComment } from '../../src/report/comment.ts';
import { toFindingsMarkdown } from '../../src/report/findings-markdown.ts';
import { toMarkdown } from '../../src/report/summary.ts';
import { findingsOf } from '../../src/result/findings.ts';
import { expect, test } from '../test.ts';
import { ACTIVE, HOSTILE_MARKDOWN } from './hostile-markdown.ts';
import { hostileResult } from './sample-result.ts';

for (const text of HOSTILE_MARKDOWN) {
  test(`${JSON.stringify(text)} stays text on every page`, () => {
    const result = hostileResult(text);
    const shown = (markdown: string) => marked.parse(markdown, { async: false });
    expect(shown(toComment(result)).replace(MARKER, '')).not.toMatch(ACTIVE);

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
}
