import { toComment } from '../../src/report/comment.ts';

import { toFindingsMarkdown } from '../../src/report/findings-markdown.ts';
import { renderComparison } from '../../src/report/html/compare.tsx';
import { renderHistory } from '../../src/report/html/history.tsx';
import { renderHtml } from '../../src/report/html/render.tsx';
import { lostBlock } from '../../src/report/lost-target.ts';
import { toMarkdown } from '../../src/report/summary.ts';
import { verdictBlock } from '../../src/report/terminal.ts';
import { findingsBlock } from '../../src/report/terminal-findings.ts';
import { comparisonText, historyText } from '../../src/report/terminal-lists.ts';
import { compare } from '../../src/result/compare/compare.ts';
import { historyOf } from '../../src/result/history/history-of.ts';
import { recordOf } from '../../src/result/history/record.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { expect, test } from '../test.ts';
import { pageText } from './page-text.ts';
import { eventfulResult, LOST } from './sample-eventful.ts';
import { storedRuns } from './sample-history.ts';
import { changedResult, failingResult, hostileResult, noVerdictResult, partialResult, passingResult } from './sample-result.ts';

// What people read, a file a format: `npx playwright test -c self-tests/self-tests.config.ts golden --update-snapshots` writes them anew.
const RESULTS: Readonly<Record<string, ConformanceResult>> = {
  'everything passed': passingResult(),
  'findings of every kind': eventfulResult(),
  'beside a baseline': changedResult(),
  'filtered, and stopped': partialResult(),
  'no verdict': noVerdictResult(),
  'the target was lost': { ...passingResult(), lost: LOST },
  'hostile text': hostileResult('\u001B[31m</b>`|*\u202E'),
};

/** Each result as a format shows it, under its name. */
const shown = (render: (result: ConformanceResult) => string) =>
  `${Object.entries(RESULTS)
    .map(([name, result]) => `${'='.repeat(20)} ${name}\n${render(result).trimEnd()}`)
    .join('\n\n')}\n`;

const history = historyOf(storedRuns().map(([file, result]) => recordOf(file, result)));
const comparison = compare([
  { file: 'a.json', result: passingResult() },
  { file: 'b.json', result: { ...failingResult(), startedAt: '2026-04-01T00:00:00Z' } },
]);

for (const [file, text] of [
  ['terminal.txt', () => shown((result) => [...findingsBlock(result), verdictBlock(result, 'reports/index.html')].join('\n\n'))],
  ['lost-target.txt', () => `${lostBlock(LOST)}\n${lostBlock({ ...LOST, requests: [] })}\n`],
  ['findings.txt', () => shown(toFindingsMarkdown)],
  ['summary.txt', () => shown(toMarkdown)],
  ['comment.txt', () => shown(toComment)],
  ['report.txt', () => `${pageText(renderHtml(eventfulResult()))}\n`],
  ['history.txt', () => `${historyText(history)}\n\n${pageText(renderHistory(history))}\n`],
  ['compare.txt', () => `${comparisonText(comparison)}\n\n${pageText(renderComparison(comparison))}\n`],
] as const) {
  test(`${file} reads as it was approved`, () => {
    expect(text()).toMatchSnapshot(file);
  });
}
