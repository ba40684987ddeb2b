import { visibleLine } from '../http/visible.ts';
import type { Finding } from '../result/finding.ts';
import type { ConformanceResult } from '../result/result.ts';
import { type FindingContext, factsOf } from './finding-facts.ts';
import { countOf, findingLine, seenAt } from './finding-words.ts';
import { labelled, painter, type TerminalOptions } from './terminal-lines.ts';

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
  return [...blocks, ...[rest, waived].filter(({ length }) => length > 0).map((lines) => lines.join('\n'))];
}

/**
 * One finding for people, without a newline at the end. Control characters of the target appear as escapes, so its answers cannot move
 * the cursor or paint the screen.
 */
export function findingBlock(finding: Finding, result: FindingContext, options: TerminalOptions = {}): string {
  const paint = painter(options);
  const heading = paint('red', paint('bold', visibleLine(`✕ ${finding.requirement} [${finding.level}]`)));
  return [heading, ...factsOf(finding, result, MOST_SENTENCES).map(({ label, lines }) => labelled(label, lines.join('\n'), paint))].join(
    '\n',
  );
}

function waivedLine(finding: Finding, endpoints: ConformanceResult['endpoints']): string {
  const { reason = '', owner = '', expires = '' } = finding.waiver ?? {};
  const where = `${seenAt(finding, endpoints)}, ${countOf(finding)}`;
  return visibleLine(`≈ ${finding.requirement} [${finding.level}] ${where}: waived until ${expires} (${owner}): ${reason}`);
}
