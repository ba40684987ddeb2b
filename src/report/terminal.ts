import { join } from 'node:path';
import { clip, visible, visibleLine } from '../http/text.ts';
import { leftBehindSentence } from '../result/left-behind.ts';
import { leftOpenLines, settingsFirst } from '../result/left-open.ts';
import { firstOf } from '../result/lists.ts';
import { wouldAddSentence } from '../result/prospects.ts';
import type { ConformanceResult, Finding, Level } from '../result/result.ts';
import { tally } from '../result/roll-up.ts';
import { caveatsOf, isPartly, PARTLY } from '../result/verdict.ts';
import { LEVELS } from '../specification/categories.ts';
import { baselineCaveats, baselineName, changeLine, changesSince, sinceSentence } from './baseline-words.ts';
import { type FindingContext, factsOf } from './finding-facts.ts';
import { countOf, findingLine, seenAt } from './finding-words.ts';
import { credentialsForCurl, scriptOf } from './send-again.ts';

/** Of each list of what changed. */
const MOST_LINES = 5;
/** Whoever mends counts them one by one. */
const MOST_FIXED = 20;
const LONGEST_LINE = 200;

const VERDICT_STYLE = { conformant: 'green', nonconformant: 'red', 'no-verdict': 'yellow' } as const;

/** The verdict with its denominator, the counts by level, and where to read on; without a newline at the end. */
export function verdictBlock(result: ConformanceResult, reportPath: string, options: TerminalOptions = {}): string {
  const paint = painter(options);
  const { noVerdictReason, interrupted, waiverProblems = [], target, seed } = result;
  const leftBehind = leftBehindSentence(result);
  const forCurl = credentialsForCurl(result);
  const leftOpen = leftOpenLines(result);
  const wouldAdd = wouldAddSentence(result);
  // The last line gives the reason too, but not where a signal stopped the run.
  const caveats = caveatsOf(result).filter((sentence) => interrupted || sentence !== noVerdictReason);
  return [
    headline(result, paint),
    ...caveats.map((sentence) => (waiverProblems.includes(sentence) ? paint('red', `  ${visible(sentence)}`) : `  ${visible(sentence)}`)),
    ...LEVELS.flatMap((level) => levelLine(result, level, paint)),
    ...sinceBaseline(result, paint),
    ...neverSeen(result).map((fields) => labelled('Never seen', fields, paint)),
    labelled('Target', `${target.baseUrl}${target.embedded ? ' (embedded reference service)' : ''}`, paint),
    labelled('Seed', `${seed}`, paint),
    labelled('Report', reportPath, paint),
    ...(forCurl === null ? [] : [labelled('curl', forCurl, paint)]),
    ...(leftBehind === null ? [] : [labelled('Records created', leftBehind, paint)]),
    ...(leftOpen.length === 0 ? [] : [labelled('Unclear', leftOpen.map((line) => clip(line, LONGEST_LINE)).join('\n'), paint)]),
    ...(wouldAdd === null ? [] : [labelled('Set next', wouldAdd, paint)]),
  ].join('\n');
}

function headline(result: ConformanceResult, paint: Painter): string {
  const [style, mark] = isPartly(result) ? (['yellow', `${PARTLY} `] as const) : [VERDICT_STYLE[result.verdict], ''];
  return paint(style, paint('bold', visibleLine(mark + result.sentence)));
}

function levelLine(result: ConformanceResult, level: Level, paint: Painter): string[] {
  const own = result.requirements.filter((requirement) => requirement.level === level);
  if (own.length === 0) return [];
  const { passed, inPart, failed, notAssessed, waived } = tally(own);
  const numbers = { passed: passed - inPart, [`${PARTLY} passed in part`]: inPart, failed, 'not assessed': notAssessed, waived };
  const parts = Object.entries(numbers).flatMap(([words, number]) => (number === 0 ? [] : [`${number} ${words}`]));
  return [labelled(`${level.charAt(0).toUpperCase()}${level.slice(1)}`, `${parts.join(', ')} of ${own.length} ${COUNTED[level]}`, paint)];
}

/** Headings of lists that are too long for a label. */
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
    labelled('Since baseline', [`${sinceSentence(baseline)} (${baselineName(baseline)})`, ...baselineCaveats(result)].join('\n'), paint),
    ...Object.entries(lists).flatMap(([label, changes]) =>
      firstOf(changes.map(changeLine), label === 'Fixed' ? MOST_FIXED : MOST_LINES, (rest) => `… and ${rest} more in the report`).map(
        (line, index) => labelled(index === 0 ? (SHORT[label] ?? label) : '', clip(line, LONGEST_LINE), paint),
      ),
    ),
  ];
}

/** What a level counts: the statements of it. */
const COUNTED: Readonly<Record<Level, string>> = { requirement: 'requirements', robustness: 'statements', completeness: 'resources' };

/** The fields behind the completeness that failed: *campaign /segment, /steps; customer /metadata*. */
function neverSeen({ fields = [] }: ConformanceResult): string[] {
  const missing = fields.filter(({ state }) => state === 'never-seen');
  const resources = [...new Set(missing.map(({ resource }) => resource))];
  const pointers = (name: string) => missing.flatMap(({ resource, pointer }) => (resource === name ? [pointer] : []));
  return resources.length === 0 ? [] : [resources.map((name) => `${name} ${pointers(name).join(', ')}`).join('; ')];
}

/** Findings shown at length; the others get a line each. */
const MOST_BLOCKS = 20;
/** Of statements that follow from a finding, so that its block has some twenty lines. */
const MOST_SENTENCES = 3;

/** All findings of a result for the terminal: a block each, a line each after the twentieth, and a line for each that is waived. */
export function findingsBlock(result: ConformanceResult, options: TerminalOptions = {}): string[] {
  const { findings = [], endpoints } = result;
  const open = findings.filter(({ waived, level }) => !waived && level !== 'completeness');
  const blocks = open.slice(0, MOST_BLOCKS).map((finding) => findingBlock(finding, result, options));
  const rest = open.slice(MOST_BLOCKS).map((finding) => findingLine(finding, endpoints));
  const waived = findings.filter((finding) => finding.waived).map((finding) => waivedLine(finding, endpoints));
  const first = open.length === 0 ? null : settingsFirst(result);
  return [
    ...(first === null ? [] : [visibleLine(first)]),
    ...blocks,
    ...[rest, waived].filter(({ length }) => length > 0).map((lines) => lines.join('\n')),
  ];
}

/**
 * One finding for people, without a newline at the end. Control characters of the target appear as escapes, so its answers cannot move
 * the cursor or paint the screen.
 */
export function findingBlock(finding: Finding, result: FindingContext, options: TerminalOptions = {}): string {
  const paint = painter(options);
  const heading = paint('red', paint('bold', visibleLine(`✕ ${finding.requirement} [${finding.level}]`)));
  const script = scriptOf(finding);
  const facts = factsOf(finding, result, MOST_SENTENCES).map(({ label, lines }) =>
    labelled(label, label === 'curl' && script !== null ? `sh '${join(options.folder ?? '', script)}'` : lines.join('\n'), paint),
  );
  return [heading, ...facts].join('\n');
}

function waivedLine(finding: Finding, endpoints: ConformanceResult['endpoints']): string {
  const { reason = '', owner = '', expires = '' } = finding.waiver ?? {};
  const where = `${seenAt(finding, endpoints)}, ${countOf(finding)}`;
  return visibleLine(`≈ ${finding.requirement} [${finding.level}] ${where}: waived until ${expires} (${owner}): ${reason}`);
}

/** The caller decides on colour: it knows whether a person is looking. */
export interface TerminalOptions {
  /** Default `false`: plain text. */
  readonly colour?: boolean;
  /** Of the report, from the working directory; that itself where absent. */
  readonly folder?: string;
}

const LONGEST_VALUE = 1200;
const LABEL_WIDTH = 16;

const STYLE = { bold: 1, red: 31, green: 32, yellow: 33, quiet: 2 } as const;
type Style = keyof typeof STYLE;

/** `  Label          text`, with further lines of the text below its first. */
export function labelled(label: string, text: string, paint: Painter): string {
  const indent = ' '.repeat(LABEL_WIDTH + 2);
  const body = visible(clip(text, LONGEST_VALUE)).replaceAll('\n', `\n${indent}`);
  return `  ${paint('quiet', label.padEnd(LABEL_WIDTH))}${body}`;
}

export type Painter = (style: Style, text: string) => string;

export function painter({ colour = false }: TerminalOptions): Painter {
  return colour ? (style, text) => `\u001b[${STYLE[style]}m${text}\u001b[0m` : (_, text) => text;
}
