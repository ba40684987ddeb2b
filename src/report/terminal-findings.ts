import { visibleLine } from '../http/visible.ts';
import type { Finding } from '../result/finding.ts';
import type { ConformanceResult } from '../result/result.ts';
import { sinceThen } from './baseline-words.ts';
import { answerLines, countOf, exactPlaceOf, following, placeOf, seenAt } from './finding-words.ts';
import { sendAgain } from './send-again.ts';
import { labelled, painter, type TerminalOptions } from './terminal-lines.ts';

/** Findings shown at length; the others get a line each. */
const MOST_BLOCKS = 20;
/** Of statements that follow from a finding, so that its block has some twenty lines. */
const MOST_SENTENCES = 3;

/** All findings of a result for the terminal: a block each, a line each after the twentieth, and a line for each that is waived. */
export function findingsBlock(result: ConformanceResult, options: TerminalOptions = {}): string[] {
  const { findings = [], requirements, endpoints } = result;
  const open = findings.filter(({ waived, level }) => !waived && level !== 'completeness');
  const statements = new Map(requirements.map((requirement) => [requirement.id, requirement]));
  const blocks = open
    .slice(0, MOST_BLOCKS)
    .map((finding) => findingBlock(finding, statements.get(finding.requirement) ?? { text: '', source: '' }, result, options));
  const rest = open.slice(MOST_BLOCKS).map((finding) => findingLine(finding, endpoints));
  const waived = findings.filter((finding) => finding.waived).map((finding) => waivedLine(finding, endpoints));
  return [...blocks, ...[rest, waived].filter(({ length }) => length > 0).map((lines) => lines.join('\n'))];
}

/**
 * One finding for people, without a newline at the end. Control characters of the target appear as escapes, so its answers cannot move
 * the cursor or paint the screen.
 */
export function findingBlock(
  finding: Finding,
  statement: { readonly text: string; readonly source: string },
  result: Pick<ConformanceResult, 'endpoints' | 'requirements' | 'baseline'>,
  options: TerminalOptions = {},
): string {
  const paint = painter(options);
  const again = sendAgain(finding);
  const entries: readonly (readonly [string, string | undefined])[] = [
    ['Statement', `${statement.text} (${statement.source})`],
    ['Where', `${seenAt(finding, result.endpoints)}, ${countOf(finding)}`],
    ['Baseline', sinceThen(finding, result)],
    ['At', exactPlaceOf(finding)],
    ['Expected', finding.expected],
    ['Actual', finding.actual],
    ['Answer', answerLines(finding)],
    ['But', finding.contrast],
    ['Counterexample', finding.counterexample === undefined ? undefined : JSON.stringify(finding.counterexample)],
    ['Therefore', therefore(finding, result.requirements)],
    ['Before it', finding.before?.join('\n')],
    ['Again', again?.advice ?? undefined],
    ['curl', again?.commands],
    ['Replay', finding.replay],
  ];
  const flaky = finding.flaky === true ? [paint('yellow', '  Did not fail again when repeated.')] : [];
  const lines = entries.flatMap(([label, text]) => (text === undefined ? [] : [labelled(label, text, paint)]));
  return [paint('red', paint('bold', visibleLine(`✕ ${finding.requirement} [${finding.level}]`))), ...flaky, ...lines].join('\n');
}

/** A line each for the first statements that follow; of the others, the ids. */
function therefore(finding: Finding, requirements: ConformanceResult['requirements']): string | undefined {
  const lines = following(finding, requirements);
  if (lines.length === 0) return undefined;
  const others = finding.consequences.slice(MOST_SENTENCES);
  return `also broken: ${[...lines.slice(0, MOST_SENTENCES), ...(others.length === 0 ? [] : [others.join(', ')])].join('\n')}`;
}

/** One finding in one line. */
export function findingLine(finding: Finding, endpoints: ConformanceResult['endpoints']): string {
  const place = placeOf(finding);
  const where = `${seenAt(finding, endpoints)}${place === undefined ? '' : `, ${place}`}`;
  return visibleLine(`✕ ${finding.requirement} [${finding.level}] ${where}: expected ${finding.expected}; actual ${finding.actual}`);
}

function waivedLine(finding: Finding, endpoints: ConformanceResult['endpoints']): string {
  const { reason = '', owner = '', expires = '' } = finding.waiver ?? {};
  const where = `${seenAt(finding, endpoints)}, ${countOf(finding)}`;
  return visibleLine(`≈ ${finding.requirement} [${finding.level}] ${where}: waived until ${expires} (${owner}): ${reason}`);
}
