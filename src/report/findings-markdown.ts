import { clip } from '../http/clip.ts';
import type { Finding } from '../result/finding.ts';
import { findingsOf } from '../result/findings.ts';
import type { ConformanceResult } from '../result/result.ts';
import { driftLines } from './baseline-markdown.ts';
import { baselineName, formerLine, sinceSentence, sinceThen } from './baseline-words.ts';
import { answerLines, countOf, exactPlaceOf, following, seenAt } from './finding-words.ts';
import { lostMarkdown } from './lost-target.ts';
import { code, codeBlock, prose } from './markdown.ts';
import { credentialsForCurl, sendAgain } from './send-again.ts';

/** With these, no section has more than 60 lines. */
const MOST_ANSWER_LINES = 12;
const MOST_COMMAND_LINES = 6;
const LONGEST_BODY = 800;
/** A command that is cut is of no use. Requests longer than this are in the report. */
const LONGEST_COMMAND = 20_000;

/** All findings for an issue, a chat or a coding agent: a section each, complete in itself. No text of the target acts as Markdown or HTML. */
export function toFindingsMarkdown(result: ConformanceResult): string {
  const { requirements, findings = findingsOf(requirements), noVerdictReason, specification, seed } = result;
  const statements = new Map(requirements.map((requirement) => [requirement.id, requirement]));
  const forCurl = credentialsForCurl(result);
  return [
    '# Findings',
    ...(result.lost ? lostMarkdown(result.lost) : []),
    prose(result.sentence),
    ...(noVerdictReason === undefined ? [] : [prose(noVerdictReason)]),
    ...(result.partial === true ? ['Part of a run: it was filtered, so not all checks were meant to run.'] : []),
    ...(result.interrupted ? ['The run ended before all its checks were done.'] : []),
    `Target ${code(result.target.baseUrl)}, against ${prose(`${specification.title} ${specification.version}`)}, seed ${seed}`,
    GUIDE,
    ...(forCurl === null ? [] : [prose(forCurl)]),
    ...sinceBaseline(result),
    ...(findings.length === 0 ? ['No findings: nothing that was assessed is broken.'] : []),
    ...findings.map((finding) => findingMarkdown(finding, statements.get(finding.requirement) ?? NO_STATEMENT, result).trimEnd()),
  ]
    .join('\n\n')
    .concat('\n');
}

const GUIDE =
  'Each section is one deviation of the target. `docs/for-agents.md` of the suite says how to read it, how to run one test again, and what to leave alone.';

/** What became of the findings of the baseline: those that are gone have no section. */
function sinceBaseline({ baseline, endpoints }: ConformanceResult): string[] {
  if (baseline === undefined) return [];
  const former = (some: typeof baseline.fixed) => some.map((finding) => prose(formerLine(finding, endpoints)));
  const lists = {
    'Fixed since the baseline': former(baseline.fixed),
    'No longer looked for': former(baseline.noLongerAssessed),
    'Drifted since the baseline': driftLines(baseline),
  };
  return [
    prose(`Since the baseline: ${sinceSentence(baseline)} (${baselineName(baseline)})`),
    ...Object.entries(lists).flatMap(([heading, lines]) =>
      lines.length === 0 ? [] : [`${heading}:\n\n${lines.map((line) => `- ${line}`).join('\n')}`],
    ),
  ];
}

/** What a section takes from the result besides its finding. */
type Context = Pick<ConformanceResult, 'endpoints' | 'requirements' | 'baseline'>;

const NO_STATEMENT = { text: '', source: '' };

/** One finding as a section of at most 60 lines, complete in itself. */
export function findingMarkdown(finding: Finding, statement: { readonly text: string; readonly source: string }, result: Context): string {
  return [
    `## ${prose(finding.requirement)} (${finding.level}${finding.waived ? ', waived' : ''})`,
    `${prose(statement.text)} (${prose(statement.source)})`,
    factsOf(finding, result).join('\n'),
    ...answerOf(finding),
    ...requestsOf(finding),
    ...(finding.replay === undefined ? [] : ['Run the test again:', command(finding.replay)]),
  ]
    .join('\n\n')
    .concat('\n');
}

function factsOf(finding: Finding, result: Context): string[] {
  const { before, contrast, counterexample, waiver } = finding;
  const therefore = following(finding, result.requirements, code, prose);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Finding', code(finding.id)],
    ['Baseline', optional(sinceThen(finding, result), prose)],
    ['Where', prose(`${seenAt(finding, result.endpoints)}, ${countOf(finding)}`)],
    ['Place', optional(exactPlaceOf(finding), code)],
    ['Expected', code(finding.expected)],
    ['Actual', code(finding.actual)],
    ['But', optional(contrast, prose)],
    ['Before it', before?.map((title) => code(title)).join(', then ')],
    ['Counterexample', counterexample === undefined ? undefined : code(JSON.stringify(counterexample))],
    ['Therefore', therefore.length === 0 ? undefined : `also broken: ${therefore.join(', ')}`],
    ['Waived', waiver && `until ${prose(waiver.expires)}: ${prose(waiver.reason)} (${prose(waiver.owner)})`],
    ['Flaky', finding.flaky && 'it did not fail again when repeated'],
  ];
  return facts.flatMap(([label, text]) => (text === undefined ? [] : [`- **${label}**: ${text}`]));
}

/** The lines around the place; the beginning of the body where no place is meant. */
function answerOf(finding: Finding): string[] {
  const { exchange } = finding;
  if (exchange === undefined) return [];
  const heading = `In ${code(exchange.title)}${exchange.failure === null ? '' : `: ${prose(exchange.failure.message)}`}`;
  const text = answerLines(finding) ?? clip(exchange.answer?.body ?? '', LONGEST_BODY);
  return text === '' ? [heading] : [heading, codeBlock(text, '', MOST_ANSWER_LINES)];
}

function requestsOf(finding: Finding): string[] {
  const again = sendAgain(finding);
  if (again === undefined) return [];
  const what = finding.sequence === undefined ? 'Send the request again' : 'Send the requests again';
  return [again.advice === null ? `${what}:` : `${what}. ${prose(again.advice)}`, command(again.commands)];
}

function command(text: string): string {
  return codeBlock(clip(text, LONGEST_COMMAND), 'sh', MOST_COMMAND_LINES);
}

function optional(text: string | undefined, shown: (text: string) => string): string | undefined {
  return text === undefined ? undefined : shown(text);
}
