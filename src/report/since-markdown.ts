import type { BaselineComparison, ConformanceResult } from '../result/result.ts';
import { baselineCaveats, baselineName, formerLine, sinceSentence } from './baseline-words.ts';
import { findingLine } from './finding-words.ts';
import { bullets, code, prose } from './markdown.ts';

/** Of each list. The report has all. */
const MOST_LINES = 10;
const LONGEST_LINE = 300;

/** What changed since the baseline, for summaries and comments; empty without one. What is still there is counted, and listed elsewhere. */
export function sinceMarkdown(result: ConformanceResult): string[] {
  const { baseline, endpoints, findings = [] } = result;
  if (baseline === undefined) return [];
  const fresh = findings.filter(({ id }) => baseline.new.some(({ finding }) => finding === id));
  const former = (some: typeof baseline.fixed) => some.map((finding) => prose(formerLine(finding, endpoints), LONGEST_LINE));
  const ids = (some: readonly string[] = []) => some.map((id) => code(id));
  const lists = {
    New: fresh.map((finding) => prose(`${findingLine(finding, endpoints)}${finding.waived ? ' (waived)' : ''}`, LONGEST_LINE)),
    Fixed: former(baseline.fixed),
    'No longer looked for': former(baseline.noLongerAssessed),
    'Newly not assessed': ids(baseline.notAssessed),
    'Now judged in part': ids(baseline.inPart),
    Drifted: driftLines(baseline),
  };
  return [
    '### Since the baseline',
    `**${prose(sinceSentence(baseline))}** (${prose(baselineName(baseline))})`,
    ...baselineCaveats(result).map((sentence) => prose(sentence)),
    ...Object.entries(lists).flatMap(([heading, lines]) => bullets(heading, lines, MOST_LINES)),
  ];
}

/** The questions that are answered otherwise than in the baseline, a line each. */
export function driftLines({ drifted }: BaselineComparison): string[] {
  const answers = (given: readonly unknown[]) => given.map((answer) => code(JSON.stringify(answer), LONGEST_LINE)).join(', ');
  return drifted.map(({ question, before, now }) => `${prose(question, LONGEST_LINE)} ${answers(before)}, now ${answers(now)}`);
}
