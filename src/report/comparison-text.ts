import { visibleLine } from '../http/visible.ts';
import type { Comparison } from '../result/compare/comparison.ts';
import { holdsInPart } from '../result/roll-up.ts';

const MOST_ROWS = 15;

/** The comparison for a terminal: one line a column, then the statements and questions that differ. */
export function toText({ sentence, columns, requirements, observations, notCompared }: Comparison): string {
  const columnLines = columns.map(({ name, sentence }, index) => `  ${index + 1}  ${name}: ${sentence}`);
  const open = requirements.filter(({ onlyInAssessment }) => onlyInAssessment).map(({ id }) => `  ${id}`);
  const statements = requirements
    .filter(({ differs, onlyInAssessment }) => differs && !onlyInAssessment)
    .map(
      ({ id, outcomes }) => `  ${id}: ${outcomes.map((outcome) => (holdsInPart(outcome) ? 'passed in part' : outcome.status)).join(' | ')}`,
    );
  const questions = observations
    .filter(({ differs }) => differs)
    .map(
      ({ id, answers }) =>
        `  ${id}: ${answers.map((given) => given.map((answer) => JSON.stringify(answer)).join(', ') || '–').join(' | ')}`,
    );
  const rest = notCompared.map(({ id, reason }) => `  ${id}: ${reason}`);
  return [
    [sentence, ...columnLines],
    block('Statements that differ, in the order of the results:', statements),
    block('Observations that differ:', questions),
    block('Statements that were assessed in some results only, or in part:', open),
    block('Not compared:', rest),
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map(visibleLine).join('\n'))
    .join('\n\n');
}

function block(heading: string, rows: readonly string[]): string[] {
  if (rows.length === 0) return [];
  const more = rows.length > MOST_ROWS ? [`  … and ${rows.length - MOST_ROWS} more in the report`] : [];
  return [heading, ...rows.slice(0, MOST_ROWS), ...more];
}
