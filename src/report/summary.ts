import { clip } from '../http/clip.ts';
import type { Finding } from '../result/finding.ts';
import { findingsOf } from '../result/findings.ts';
import { leftBehindSentence } from '../result/left-behind.ts';
import { leftOpenLines } from '../result/left-open.ts';
import type { ConformanceResult, RequirementResult, Verdict } from '../result/result.ts';
import { holdsInPart } from '../result/roll-up.ts';
import { isPartly, PARTLY } from '../result/verdict.ts';
import { LEVELS } from '../specification/categories.ts';
import { baselineMarkdown } from './baseline-markdown.ts';
import { countOf, following, placeOf, seenAt } from './finding-words.ts';
import { lostMarkdown } from './lost-target.ts';
import { code, codeBlock, prose } from './markdown.ts';
import { sendAgain } from './send-again.ts';

/** A step summary is a page among many. It counts further findings; the report holds them. */
const MOST_FINDINGS = 20;
const LONGEST_VALUE = 200;
/** A server cuts long summaries. A longer command is in the report. */
const LONGEST_COMMAND = 2000;
const MOST_COMMAND_LINES = 6;

/** The result as a short piece of Markdown for the step summary of a CI server. No text of the target acts as Markdown or HTML. */
export function toMarkdown(result: ConformanceResult): string {
  const { noVerdictReason, target, suite, specification, seed, requirements, findings = findingsOf(requirements) } = result;
  const leftBehind = leftBehindSentence(result);
  return [
    ...(result.lost ? lostMarkdown(result.lost) : []),
    `## ${symbolOf(result)} ${prose(result.sentence)}`,
    ...(noVerdictReason === undefined ? [] : [prose(noVerdictReason)]),
    ...(result.partial === true ? ['**Part of a run**: it was filtered, so not all checks were meant to run.'] : []),
    ...(result.interrupted ? ['The run ended before all its checks were done.'] : []),
    ...[...(result.waiverProblems ?? []), ...(result.notices ?? [])].map((sentence) => prose(sentence)),
    `${code(target.baseUrl)} · ${prose(`${specification.title} ${specification.version}`)} · ${prose(`${suite.name} ${suite.version}`)} · seed ${seed}`,
    ...(requirements.length === 0 ? [] : [countsTable(requirements)]),
    ...baselineMarkdown(result),
    ...broken(
      findings.filter(({ waived }) => !waived),
      result,
    ),
    ...waived(
      findings.filter((finding) => finding.waived),
      result,
    ),
    ...leftOpen(result),
    ...notAssessed(requirements),
    ...(leftBehind === null ? [] : [`Left behind: ${prose(leftBehind)}`]),
  ]
    .join('\n\n')
    .concat('\n');
}

/** A tick only where everything was meant to run, ran, and was assessed. */
export function symbolOf(result: ConformanceResult): string {
  return isPartly(result) ? PARTLY : SYMBOLS[result.verdict];
}

const SYMBOLS: Readonly<Record<Verdict, string>> = { conformant: '✅', nonconformant: '❌', 'no-verdict': '❔' };

function countsTable(requirements: readonly RequirementResult[]): string {
  const rows = LEVELS.flatMap((level) => {
    const own = requirements.filter((requirement) => requirement.level === level);
    const number = (status: string) => own.filter((requirement) => requirement.status === status).length;
    const inPart = own.filter(holdsInPart).length;
    if (own.length === 0) return [];
    const passed = `${number('passed') - inPart}${inPart === 0 ? '' : ` + ${PARTLY} ${inPart} in part`}`;
    return [`| ${level} | ${passed} | ${number('failed')} | ${number('not-assessed')} | ${number('waived')} | ${own.length} |`];
  });
  return ['| statements | passed | failed | not assessed | waived | of |', '| --- | ---: | ---: | ---: | ---: | ---: |', ...rows].join(
    '\n',
  );
}

function broken(findings: readonly Finding[], { requirements, endpoints }: ConformanceResult): string[] {
  if (findings.length === 0) return [];
  const texts = new Map(requirements.map(({ id, text }) => [id, text]));
  const sections = findings.slice(0, MOST_FINDINGS).flatMap((finding) => {
    const { requirement, level } = finding;
    const therefore = following(finding, requirements, code, prose);
    const again = sendAgain(finding);
    const place = placeOf(finding);
    return [
      `**${prose(requirement)}** (${level}): ${prose(texts.get(requirement) ?? '')}`,
      [
        `- ${prose(`${seenAt(finding, endpoints)}, ${countOf(finding)}`)}${place === undefined ? '' : `, at ${code(place, LONGEST_VALUE)}`}`,
        `- expected ${code(finding.expected, LONGEST_VALUE)}, actual ${code(finding.actual, LONGEST_VALUE)}`,
        ...(finding.contrast === undefined ? [] : [`- ${prose(finding.contrast)}`]),
        ...(therefore.length === 0 ? [] : [`- therefore also broken: ${therefore.join(', ')}`]),
      ].join('\n'),
      ...(again === undefined
        ? []
        : [
            ...(again.advice === null ? [] : [prose(again.advice)]),
            codeBlock(clip(again.commands, LONGEST_COMMAND), 'sh', MOST_COMMAND_LINES),
          ]),
    ];
  });
  const rest = findings.length - MOST_FINDINGS;
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

function leftOpen(result: ConformanceResult): string[] {
  const lines = leftOpenLines(result);
  return lines.length === 0 ? [] : [`Left open: ${lines.map((line) => prose(clip(line, LONGEST_VALUE))).join('; ')}.`];
}

function notAssessed(requirements: readonly RequirementResult[]): string[] {
  const variables = requirements.flatMap(({ checks }) =>
    checks.flatMap((check) => (check.status === 'not-assessed' ? (check.variables ?? []) : [])),
  );
  if (variables.length === 0) return [];
  const names = [...new Set(variables)].sort();
  return [`Not assessed for want of ${names.map((name) => code(name)).join(', ')}.`];
}
