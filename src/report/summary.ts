import { clip } from '../http/text.ts';
import { findingsOf } from '../result/findings.ts';
import { leftBehindSentence } from '../result/left-behind.ts';
import { leftOpenLines } from '../result/left-open.ts';
import type { ConformanceResult, Finding, RequirementResult, Verdict } from '../result/result.ts';
import { tally } from '../result/roll-up.ts';
import { caveatsOf, isPartly, PARTLY } from '../result/verdict.ts';
import { LEVELS } from '../specification/categories.ts';
import { changeMarkdown, changeOf, sinceMarkdown } from './baseline-words.ts';
import { countOf, seenAt } from './finding-words.ts';
import { findingSummary } from './findings-markdown.ts';
import { lostMarkdown } from './lost-target.ts';
import { code, items, pageOf, prose } from './markdown.ts';

/** A step summary is a page among many. It counts further findings; the report holds them. */
const MOST_FINDINGS = 20;
const LONGEST_VALUE = 200;
/** Of each list of what changed since the baseline. */
const MOST_CHANGES = 10;

/** The result as a short piece of Markdown for the step summary of a CI server. No text of the target acts as Markdown or HTML. */
export function toMarkdown(result: ConformanceResult): string {
  const { requirements, findings = findingsOf(requirements), specification } = result;
  const leftBehind = leftBehindSentence(result);
  const open = leftOpenLines(result).map((line) => prose(clip(line, LONGEST_VALUE)));
  return pageOf([
    ...(result.lost ? lostMarkdown(result.lost) : []),
    ...verdictMarkdown(result),
    `${prose(`${specification.title} ${specification.version}`)} · ${runMarkdown(result)}`,
    ...(requirements.length === 0 ? [] : [countsTable(requirements)]),
    ...sinceMarkdown(result, MOST_CHANGES),
    ...broken(
      findings.filter(({ waived }) => !waived),
      result,
    ),
    ...waived(
      findings.filter((finding) => finding.waived),
      result,
    ),
    ...(open.length === 0 ? [] : [`Unclear: ${open.join('; ')}.`]),
    ...notAssessed(requirements),
    ...(leftBehind === null ? [] : [`Records created: ${prose(leftBehind)}`]),
  ]);
}

/** Begins the comment. Nobody sees it, and a script finds the comment again by it. */
export const MARKER = '<!-- customer-engagement-conformance -->';

/** The result as a comment on a pull request: the verdict, and what changed since the baseline, or what is broken where there is none. */
export function toComment(result: ConformanceResult): string {
  const { baseline, endpoints, requirements, findings = findingsOf(requirements) } = result;
  const known = findings.filter(({ id }) => baseline === undefined || baseline.stillThere.includes(id));
  const lines = known.map((finding) => `${changeMarkdown(changeOf(finding, endpoints))}${finding.waived ? ' (waived)' : ''}`);
  const heading = `<details><summary>${baseline === undefined ? 'What is broken' : 'Still there'}: ${known.length}</summary>`;
  return pageOf([
    MARKER,
    ...verdictMarkdown(result),
    ...sinceMarkdown(result, MOST_CHANGES),
    ...(known.length === 0 ? [] : [heading, items(lines, MOST_FINDINGS), '</details>']),
    runMarkdown(result),
  ]);
}

/** The verdict as a heading, and what limits it. */
function verdictMarkdown(result: ConformanceResult): string[] {
  const symbol = isPartly(result) ? PARTLY : SYMBOLS[result.verdict];
  return [`## ${symbol} ${prose(result.sentence)}`, ...caveatsOf(result).map((sentence) => prose(sentence))];
}

/** What was run, in one line. */
function runMarkdown({ target, suite, seed }: ConformanceResult): string {
  return `${code(target.baseUrl)} · ${prose(`${suite.name} ${suite.version}`)} · seed ${seed}`;
}

/** A tick only where everything was meant to run, ran, and was assessed. */
const SYMBOLS: Readonly<Record<Verdict, string>> = { conformant: '✅', nonconformant: '❌', 'no-verdict': '❔' };

function countsTable(requirements: readonly RequirementResult[]): string {
  const rows = LEVELS.flatMap((level) => {
    const { passed, inPart, failed, notAssessed: open, waived: known, all } = tally(requirements.filter((entry) => entry.level === level));
    const whole = `${passed - inPart}${inPart === 0 ? '' : ` + ${PARTLY} ${inPart} in part`}`;
    return all === 0 ? [] : [`| ${level} | ${whole} | ${failed} | ${open} | ${known} | ${all} |`];
  });
  const head = ['| statements | passed | failed | not assessed | waived | of |', '| --- | ---: | ---: | ---: | ---: | ---: |'];
  return [...head, ...rows].join('\n');
}

function broken(findings: readonly Finding[], result: ConformanceResult): string[] {
  if (findings.length === 0) return [];
  const rest = findings.length - MOST_FINDINGS;
  const sections = findings.slice(0, MOST_FINDINGS).flatMap((finding) => findingSummary(finding, result));
  return ['### What is broken', ...sections, ...(rest > 0 ? [`${rest} more findings are in the report.`] : [])];
}

/** Known deviations with their owners: a waived failure must not be forgotten. */
function waived(findings: readonly Finding[], { endpoints }: ConformanceResult): string[] {
  if (findings.length === 0) return [];
  const lines = findings.slice(0, MOST_FINDINGS).map((finding) => {
    const { reason = '', owner = '', expires = '' } = finding.waiver ?? {};
    return `- **${prose(finding.requirement)}**, ${prose(seenAt(finding, endpoints))}, ${countOf(finding)}: ${prose(reason)} (${prose(owner)}, until ${prose(expires)})`;
  });
  const rest = findings.length - MOST_FINDINGS;
  return ['### Waived', lines.join('\n'), ...(rest > 0 ? [`${rest} more are in the report.`] : [])];
}

function notAssessed(requirements: readonly RequirementResult[]): string[] {
  const variables = requirements.flatMap(({ checks }) =>
    checks.flatMap((check) => (check.status === 'not-assessed' ? (check.variables ?? []) : [])),
  );
  if (variables.length === 0) return [];
  const names = [...new Set(variables)].sort();
  return [`Not assessed for want of ${names.map((name) => code(name)).join(', ')}.`];
}
