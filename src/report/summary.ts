import { clip } from '../http/text.ts';
import { leftBehindSentence } from '../result/left-behind.ts';
import { leftOpenLines, settingsFirst } from '../result/left-open.ts';
import { firstOf } from '../result/lists.ts';
import { type ConformanceResult, type RequirementResult, tally, type Verdict, wantedBy } from '../result/result.ts';
import { caveatsOf, isPartly, PARTLY } from '../result/verdict.ts';
import { LEVELS } from '../specification/categories.ts';
import { changeOf, newFirst } from './comparison-words.ts';
import { changeMarkdown, findingSummary, lostMarkdown, sinceMarkdown } from './findings-markdown.ts';
import { code, items, pageOf, prose } from './markdown.ts';

/** A step summary is a page among many. It counts further findings; the report holds them. */
const MOST_FINDINGS = 20;
const LONGEST_VALUE = 200;
const MOST_CHANGES = 10;

/** The result as a short piece of Markdown for the step summary of a CI server. No text of the target acts as Markdown or HTML. */
export const toMarkdown = (result: ConformanceResult): string => pageOf(summaryBlocks(result, broken(result)));

/** Begins the comment. Nobody sees it, and a script finds the comment again by it. */
export const MARKER = '<!-- customer-engagement-conformance -->';

/** The same as a comment on a pull request: the findings that are not new, a line each, folded. */
export function toComment(result: ConformanceResult): string {
  const { baseline, endpoints } = result;
  const known = newFirst(result).filter(
    ({ id, level }) => level !== 'completeness' && (baseline === undefined || baseline.stillThere.includes(id)),
  );
  const lines = known.map((finding) => `${changeMarkdown(changeOf(finding, endpoints))}${finding.waived ? ' (waived)' : ''}`);
  const heading = `<details><summary>${baseline === undefined ? 'What is broken' : 'Still there'}: ${known.length}</summary>`;
  return pageOf([MARKER, ...summaryBlocks(result, known.length === 0 ? [] : [heading, items(lines, MOST_FINDINGS), '</details>'])]);
}

/** A tick only where everything was meant to run, ran, and was assessed. */
const SYMBOLS: Readonly<Record<Verdict, string>> = { conformant: '✅', nonconformant: '❌', 'no-verdict': '❔' };

/** A result in blocks: the verdict, the figures, what changed, what is broken, and what was left open. */
function summaryBlocks(result: ConformanceResult, findings: readonly string[]): string[] {
  const { lost, sentence, requirements, specification, target, suite, seed } = result;
  const leftBehind = leftBehindSentence(result);
  const first = settingsFirst(result);
  const open = first === null ? leftOpenLines(result).map((line) => prose(clip(line, LONGEST_VALUE))) : [];
  const wanted = wantedBy(requirements.flatMap(({ checks }) => checks)).sort();
  const run = [`${specification.title} ${specification.version}`, `${suite.name} ${suite.version}`].map((text) => prose(text));
  return [
    ...(lost ? lostMarkdown(lost) : []),
    `## ${isPartly(result) ? PARTLY : SYMBOLS[result.verdict]} ${prose(sentence)}`,
    ...caveatsOf(result).map((caveat) => prose(caveat)),
    ...(first === null ? [] : [prose(first)]),
    `${code(target.baseUrl)} · ${run.join(' · ')} · seed ${seed}`,
    ...(requirements.length === 0 ? [] : [countsTable(requirements)]),
    ...sinceMarkdown(result, MOST_CHANGES),
    ...findings,
    ...(open.length === 0 ? [] : [`Unclear: ${open.join('; ')}.`]),
    ...(wanted.length === 0 ? [] : [`Not assessed for want of ${wanted.map((name) => code(name)).join(', ')}.`]),
    ...(leftBehind === null ? [] : [`Records created: ${prose(leftBehind)}`]),
  ];
}

function countsTable(requirements: readonly RequirementResult[]): string {
  const rows = LEVELS.flatMap((level) => {
    const { passed, inPart, failed, notAssessed: open, waived, all } = tally(requirements.filter((entry) => entry.level === level));
    const whole = `${passed - inPart}${inPart === 0 ? '' : ` + ${PARTLY} ${inPart} in part`}`;
    const missing = level === 'completeness' && failed > 0 ? `${failed} not seen whole` : failed;
    return all === 0 ? [] : [`| ${level} | ${whole} | ${missing} | ${open} | ${waived} | ${all} |`];
  });
  const head = ['| statements | passed | failed | not assessed | waived | of |', '| --- | ---: | ---: | ---: | ---: | ---: |'];
  return [...head, ...rows].join('\n');
}

/** What is new first, then the rest, then known deviations with their owners: a waived failure must not be forgotten. */
function broken(result: ConformanceResult): string[] {
  const findings = newFirst(result).filter(({ level, waived }) => waived || level !== 'completeness');
  return Object.entries({ 'What is broken': false, Waived: true }).flatMap(([heading, waived]) => {
    const own = findings.filter((finding) => finding.waived === waived).map((finding) => findingSummary(finding, result));
    return own.length === 0 ? [] : [`### ${heading}`, ...firstOf(own, MOST_FINDINGS, (rest) => `${rest} more findings are in the report.`)];
  });
}
