import { clip } from '../http/clip.ts';
import { visible, visibleLine } from '../http/visible.ts';
import { leftBehindSentence } from '../result/left-behind.ts';
import type { CheckResult, ConformanceResult, FindingResult, Level, RequirementResult, Status } from '../result/result.ts';

/** The caller decides on colour: it knows whether a person is looking. */
export interface TerminalOptions {
  /** Default `false`: plain text. */
  readonly colour?: boolean;
}

const LONGEST_VALUE = 1200;
const LABEL_WIDTH = 15;
const LEVELS: readonly Level[] = ['requirement', 'robustness', 'completeness'];
const STATUSES: readonly Status[] = ['passed', 'failed', 'not-assessed', 'waived'];

const STYLE = { bold: 1, red: 31, green: 32, yellow: 33, quiet: 2 } as const;
type Style = keyof typeof STYLE;

const VERDICT_STYLE = { conformant: 'green', nonconformant: 'red', 'no-verdict': 'yellow' } as const;

/**
 * One failed check for people: Requirement / Expected / Actual / Counterexample / curl / Replay, without a newline at the end. Control
 * characters of the target appear as escapes, so its answers cannot move the cursor or paint the screen.
 */
export function failureBlock(requirement: RequirementResult, check: CheckResult, options: TerminalOptions = {}): string {
  const paint = painter(options);
  const place = check.endpoint === null ? '' : ` (endpoint ${check.endpoint})`;
  const heading = `✕ ${requirement.id} [${requirement.level}] ${check.title}${place}`;
  const entries: readonly (readonly [string, string | undefined])[] = [
    ['Requirement', requirement.text],
    ['Source', requirement.source],
    ...findingEntries(check),
    ['Counterexample', check.counterexample === undefined ? undefined : JSON.stringify(check.counterexample)],
    ['curl', check.curl],
    ['Replay', check.replay],
  ];
  const flaky = check.flaky === true ? [paint('yellow', '  Did not fail again when repeated.')] : [];
  const lines = entries.flatMap(([label, text]) => (text === undefined ? [] : [labelled(label, text, paint)]));
  return [paint('red', paint('bold', visibleLine(heading))), ...flaky, ...lines].join('\n');
}

/** The verdict with its denominator, the counts by level, and where to read on; without a newline at the end. */
export function verdictBlock(result: ConformanceResult, reportPath: string, options: TerminalOptions = {}): string {
  const paint = painter(options);
  const { noVerdictReason, interrupted, partial, target, seed } = result;
  const leftBehind = leftBehindSentence(result);
  return [
    paint(VERDICT_STYLE[result.verdict], paint('bold', visibleLine(result.sentence))),
    ...(noVerdictReason === undefined ? [] : [`  ${visible(noVerdictReason)}`]),
    ...(partial === true ? ['  Part of a run: it was filtered, so not all checks were meant to run.'] : []),
    ...(interrupted ? ['  The run ended before all its checks were done.'] : []),
    ...(result.waiverProblems ?? []).map((problem) => paint('red', `  ${visible(problem)}`)),
    ...(result.notices ?? []).map((notice) => `  ${visible(notice)}`),
    ...LEVELS.flatMap((level) => levelLine(result, level, paint)),
    labelled('Target', `${target.baseUrl}${target.embedded ? ' (embedded reference service)' : ''}`, paint),
    labelled('Seed', `${seed}`, paint),
    labelled('Report', reportPath, paint),
    ...(leftBehind === null ? [] : [labelled('Left behind', leftBehind, paint)]),
  ].join('\n');
}

function levelLine(result: ConformanceResult, level: Level, paint: Painter): string[] {
  const own = result.requirements.filter((requirement) => requirement.level === level);
  if (own.length === 0) return [];
  const parts = STATUSES.flatMap((status) => {
    const number = own.filter((requirement) => requirement.status === status).length;
    return number === 0 ? [] : [`${number} ${status.replace('-', ' ')}`];
  });
  return [labelled(`${level.charAt(0).toUpperCase()}${level.slice(1)}`, `${parts.join(', ')} of ${own.length}`, paint)];
}

function findingEntries(check: CheckResult): [string, string | undefined][] {
  if (check.findings === undefined || check.findings.length === 0) return [['Found', check.message]];
  return check.findings.flatMap((finding): [string, string][] => [
    ['Expected', `${placeOf(finding)}${finding.expected}`],
    ['Actual', `${placeOf(finding)}${finding.actual}`],
  ]);
}

function placeOf({ pointer }: FindingResult): string {
  if (pointer === undefined) return '';
  return `at ${pointer === '' ? 'the whole body' : pointer}: `;
}

/** `  Label          text`, with further lines of the text below its first. */
function labelled(label: string, text: string, paint: Painter): string {
  const indent = ' '.repeat(LABEL_WIDTH + 2);
  const body = visible(clip(text, LONGEST_VALUE)).replaceAll('\n', `\n${indent}`);
  return `  ${paint('quiet', label.padEnd(LABEL_WIDTH))}${body}`;
}

type Painter = (style: Style, text: string) => string;

function painter({ colour = false }: TerminalOptions): Painter {
  return colour ? (style, text) => `\u001b[${STYLE[style]}m${text}\u001b[0m` : (_, text) => text;
}
