import { clip, visible, visibleLine } from '../http/text.ts';
import { leftBehindSentence } from '../result/left-behind.ts';
import { leftOpenLines, settingsFirst } from '../result/left-open.ts';
import { firstOf, grouped } from '../result/lists.ts';
import { wouldAddSentence } from '../result/prospects.ts';
import { type ConformanceResult, type Finding, type Level, type LostTarget, tally } from '../result/result.ts';
import { caveatsOf, isPartly, PARTLY } from '../result/verdict.ts';
import { LEVELS } from '../specification/categories.ts';
import { baselineCaveats, baselineName, changeLine, changesSince, newFirst, sinceSentence } from './comparison-words.ts';
import { countOf, type FindingContext, factsOf, findingLine, plainHeadline, sinceThen } from './finding-view.ts';
import { credentialsForCurl } from './send-again.ts';
import { capitalised, lastRequest, lostHeading, NOUN } from './words.ts';

const MOST_LINES = 5;
/** Whoever mends counts them one by one. */
const MOST_FIXED = 20;
const LONGEST_LINE = 200;
const LONGEST_VALUE = 1200;
const LABEL_WIDTH = 16;

/** The caller decides on colour: it knows whether a person is looking. */
interface TerminalOptions {
  readonly colour?: boolean;
  /** Of the report, from the working directory; that itself where absent. */
  readonly folder?: string;
}

const STYLE = { bold: 1, quiet: 2, red: 31, green: 32, yellow: 33 } as const;
type Painter = (style: keyof typeof STYLE, text: string) => string;
const VERDICT_STYLE = { conformant: 'green', nonconformant: 'red', 'no-verdict': 'yellow' } as const;

const painter = ({ colour = false }: TerminalOptions): Painter =>
  colour ? (style, text) => `\u001b[${STYLE[style]}m${text}\u001b[0m` : (_, text) => text;

/** `  Label          text`, with further lines of the text below its first. */
function labelled(label: string, text: string, paint: Painter): string {
  const indent = ' '.repeat(LABEL_WIDTH + 2);
  const body = visible(clip(text, LONGEST_VALUE)).replaceAll('\n', `\n${indent}`);
  return `  ${paint('quiet', label.padEnd(LABEL_WIDTH))}${label === 'Actual' ? paint('red', body) : body}`;
}

/** The verdict with its denominator, the counts by level, and where to read on; without a newline at the end. */
export function verdictBlock(result: ConformanceResult, reportPath: string, options: TerminalOptions = {}): string {
  const paint = painter(options);
  const { noVerdictReason, interrupted, waiverProblems = [], target, seed } = result;
  const [style, mark] = isPartly(result) ? (['yellow', `${PARTLY} `] as const) : [VERDICT_STYLE[result.verdict], ''];
  // The last line gives the reason too, but not where a signal stopped the run.
  const caveats = caveatsOf(result).filter((sentence) => interrupted || sentence !== noVerdictReason);
  const said: Readonly<Record<string, string | null>> = {
    Target: `${target.baseUrl}${target.embedded ? ' (embedded reference service)' : ''}`,
    Seed: `${seed}`,
    Report: reportPath,
    curl: credentialsForCurl(result),
    'Left behind': leftBehindSentence(result),
    Unclear: leftOpenLines(result)
      .map((line) => clip(line, LONGEST_LINE))
      .join('\n'),
    'Set next': wouldAddSentence(result),
  };
  return [
    paint(style, paint('bold', visibleLine(mark + result.sentence))),
    ...caveats.map((sentence) => (waiverProblems.includes(sentence) ? paint('red', `  ${visible(sentence)}`) : `  ${visible(sentence)}`)),
    ...LEVELS.flatMap((level) => levelLine(result, level, paint)),
    ...sinceBaseline(result, paint),
    ...Object.entries(said).flatMap(([label, text]) => (text === null || text === '' ? [] : [labelled(label, text, paint)])),
  ].join('\n');
}

/** *Requirement     112 passed, 3 failed of 115 requirements*. A field that was never seen is no failure. */
function levelLine({ requirements, fields = [] }: ConformanceResult, level: Level, paint: Painter): string[] {
  const own = requirements.filter((requirement) => requirement.level === level);
  const { passed, inPart, failed, notAssessed, waived } = tally(own);
  if (own.length === 0) return [];
  const [whole, part, less] =
    level === 'completeness' ? ['seen whole', 'looked for in part', 'not seen whole'] : ['passed', 'passed in part', 'failed'];
  const numbers = { [whole]: passed - inPart, [`${PARTLY} ${part}`]: inPart, [less]: failed, 'not assessed': notAssessed, waived };
  const parts = Object.entries(numbers).flatMap(([words, number]) => (number === 0 ? [] : [`${number} ${words}`]));
  const never = fields.filter(({ state }) => state === 'never-seen');
  const unseen = [...grouped(never, ({ resource }) => resource)].map(
    ([resource, missing]) => `${resource} ${missing.map(({ pointer }) => pointer).join(', ')}`,
  );
  const open = own.filter(({ status }) => status === 'not-assessed').map(({ id }) => id);
  // In a run that leaves much open, the reasons stand below.
  const named = level === 'robustness' && open.length > 0 && open.length <= MOST_OPEN_NAMED ? `\nnot assessed: ${open.join(', ')}` : '';
  const which = level === 'completeness' && unseen.length > 0 ? `\nnever seen: ${unseen.join('; ')}` : named;
  return [labelled(capitalised(level), `${parts.join(', ')} of ${own.length} ${NOUN[level]}s${which}`, paint)];
}

const MOST_OPEN_NAMED = 3;

const SHORT: Readonly<Record<string, string>> = {
  'No longer looked for': 'Not looked for',
  'Newly not assessed': 'Not assessed',
  'Now judged in part': 'In part',
};

/** What changed, and what is fixed: what is new stands among the findings. */
function sinceBaseline(result: ConformanceResult, paint: Painter): string[] {
  const { baseline } = result;
  if (baseline === undefined) return [];
  const { New: _new, 'Not compared': _others, ...lists } = changesSince(result);
  return [
    labelled('Since baseline', [`${sinceSentence(result)} (${baselineName(baseline)})`, ...baselineCaveats(result)].join('\n'), paint),
    ...Object.entries(lists).flatMap(([label, changes]) =>
      firstOf(changes.map(changeLine), label === 'Fixed' ? MOST_FIXED : MOST_LINES, (rest) => `… and ${rest} more in the report`).map(
        (line, index) => labelled(index === 0 ? (SHORT[label] ?? label) : '', clip(line, LONGEST_LINE), paint),
      ),
    ),
  ];
}

/** Findings shown at length; the others get a line each. */
const MOST_BLOCKS = 20;
/** Of statements that follow from a finding, so that its block has some twenty lines. */
const MOST_SENTENCES = 3;

/** All findings of a result: a block each, the new ones first, a line each after the twentieth, and a line for each that is waived. */
export function findingsBlock(result: ConformanceResult, options: TerminalOptions = {}): string[] {
  const findings = newFirst(result).filter(({ waived, level }) => waived || level !== 'completeness');
  const open = findings.filter(({ waived }) => !waived);
  const rest = open.slice(MOST_BLOCKS).map((finding) => findingLine(finding, result.endpoints));
  const waived = findings.filter((finding) => finding.waived).map((finding) => waivedLine(finding, result.endpoints));
  const first = open.length === 0 ? null : settingsFirst(result);
  return [
    ...(first === null ? [] : [visibleLine(first)]),
    ...open.slice(0, MOST_BLOCKS).map((finding) => findingBlock(finding, result, options)),
    ...[rest, waived].filter(({ length }) => length > 0).map((lines) => lines.join('\n')),
  ];
}

/** One finding for people. A target's control characters appear as escapes, so they cannot move the cursor or paint the screen. */
export function findingBlock(finding: Finding, result: FindingContext, options: TerminalOptions): string {
  const paint = painter(options);
  const { folder = '' } = options;
  const mark = sinceThen(finding, result)?.startsWith('new') ? ' [new]' : '';
  const heading = paint('red', paint('bold', visibleLine(`✕ ${plainHeadline(finding, result.endpoints)}`)));
  return [
    `${heading} ${paint('quiet', visibleLine(`(${finding.requirement}, ${finding.level})${mark}`))}`,
    ...Object.entries(factsOf(finding, result, { sentences: MOST_SENTENCES, folder })).map(([label, lines]) =>
      labelled(label, lines.join('\n'), paint),
    ),
  ].join('\n');
}

function waivedLine(finding: Finding, endpoints: ConformanceResult['endpoints']): string {
  const { reason = '', owner = '', expires = '' } = finding.waiver ?? {};
  return visibleLine(
    `≈ ${plainHeadline(finding, endpoints)} (${finding.requirement}), ${countOf(finding)}: waived until ${expires} (${owner}): ${reason}`,
  );
}

export function lostBlock(lost: LostTarget, options: TerminalOptions = {}): string {
  const paint = painter(options);
  return [
    paint('red', paint('bold', visible(`✕ ${lost.reason}`))),
    `  ${lostHeading(lost)}`,
    ...lost.requests.flatMap((request, index) => [
      visibleLine(`  ${index + 1}. ${lastRequest(request)}`),
      labelled('curl', request.curl, paint),
    ]),
  ].join('\n');
}
