import { readFileSync } from 'node:fs';
import { findingMarkdown, toFindingsMarkdown } from '../../src/report/findings-markdown.ts';
import type { Finding } from '../../src/result/finding.ts';
import { findingsOf } from '../../src/result/findings.ts';
import { expect, test } from '../test.ts';
import { changedResult, failingResult, largeResult } from './sample-result.ts';

const RESULT = failingResult();

test('no section has more than 60 lines, whatever there is to show', () => {
  const lines = Array.from({ length: 1000 }, (_, n) => `line ${n}`).join('\n');
  const [large] = findingsOf(largeResult(1).requirements);
  if (large === undefined) throw new Error('the sample has findings');
  const exchange = large.exchange && {
    ...large.exchange,
    title: lines,
    answer: { status: 500, headers: {}, body: lines, bytes: 1, cut: true },
  };
  const finding: Finding = {
    ...large,
    pointer: null,
    expected: lines,
    actual: lines,
    contrast: lines,
    curl: lines,
    replay: lines,
    consequences: Array.from({ length: 100 }, () => lines),
    waiver: { reason: lines, owner: lines, expires: lines },
    flaky: true,
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
  const labels = [...toFindingsMarkdown(changedResult()).matchAll(/^- \*\*([\w ]+)\*\*:/gm)].map(([, label = '']) => label);
  for (const label of new Set(labels.filter((each) => !RARE.includes(each)))) expect(guide).toContain(label);
});

/** Parts that say themselves what they are. */
const RARE = ['Waived', 'Flaky', 'Before it'];
