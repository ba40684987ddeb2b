import type { BaselineComparison, ConformanceResult } from '../result/result.ts';
import { baselineCaveats, baselineName, formerLine, sinceSentence } from './baseline-words.ts';
import { code, prose } from './markdown.ts';
import { findingLine } from './terminal-findings.ts';

/** Of each list. The report has all. */
const MOST_LINES = 10;
const LONGEST_LINE = 300;

/** What changed since the baseline, for summaries and comments; empty without one. What is still there is counted, and listed elsewhere. */
export function baselineMarkdown(result: ConformanceResult): string[] {
  const { baseline, endpoints, findings = [] } = result;
  if (baseline === undefined) return [];
  const fresh = findings.filter(({ id }) => baseline.new.some(({ finding }) => finding === id));
  return [
    '### Since the baseline',
    `**${prose(sinceSentence(baseline))}** (${prose(baselineName(baseline))})`,
    ...baselineCaveats(result).map((sentence) => prose(sentence)),
    ...list(
      'New',
      fresh.map((finding) => prose(`${findingLine(finding, endpoints)}${finding.waived ? ' (waived)' : ''}`, LONGEST_LINE)),
    ),
    ...list(
      'Fixed',
      baseline.fixed.map((finding) => prose(formerLine(finding, endpoints), LONGEST_LINE)),
    ),
    ...list(
      'No longer looked for',
      baseline.noLongerAssessed.map((finding) => prose(formerLine(finding, endpoints), LONGEST_LINE)),
    ),
    ...list(
      'Newly not assessed',
      baseline.notAssessed.map((id) => code(id)),
    ),
    ...list(
      'Now judged in part',
      (baseline.inPart ?? []).map((id) => code(id)),
    ),
    ...list('Drifted', driftLines(baseline)),
  ];
}

/** The questions that are answered otherwise than in the baseline, a line each. */
export function driftLines({ drifted }: BaselineComparison): string[] {
  return drifted.map(({ question, before, now }) => `${prose(question, LONGEST_LINE)} ${answers(before)}, now ${answers(now)}`);
}

function list(heading: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const rest = lines.length - MOST_LINES;
  return [
    [
      `${heading}:`,
      '',
      ...lines.slice(0, MOST_LINES).map((line) => `- ${line}`),
      ...(rest > 0 ? [`- … and ${rest} more in the report`] : []),
    ].join('\n'),
  ];
}

function answers(given: readonly unknown[]): string {
  return given.map((answer) => code(JSON.stringify(answer), LONGEST_LINE)).join(', ');
}
