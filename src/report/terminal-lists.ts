import { clip } from '../http/clip.ts';
import { visibleLine } from '../http/visible.ts';
import { type Followed, type History, sortedFindings, standingOf } from '../result/compare/history.ts';
import type { SideBySide } from '../result/compare/side-by-side.ts';
import { holdsInPart } from '../result/roll-up.ts';
import { whereOf } from './finding-words.ts';
import { lastChange, whenOf } from './history-words.ts';

/** Of each list. */
const MOST_ROWS = 20;
const LONGEST_ROW = 200;

/** The comparison for a terminal: one line a column, then the statements and questions that differ. */
export function comparisonText({ sentence, columns, requirements, observations, notCompared }: SideBySide): string {
  const different = requirements.filter(({ differs, onlyInAssessment }) => differs && !onlyInAssessment);
  return listText([sentence, ...columns.map(({ name, sentence: own }, index) => `  ${index + 1}  ${name}: ${own}`)], {
    'Statements that differ, in the order of the results:': different.map(
      ({ id, outcomes }) => `${id}: ${outcomes.map((outcome) => (holdsInPart(outcome) ? 'passed in part' : outcome.status)).join(' | ')}`,
    ),
    'Observations that differ:': observations
      .filter(({ differs }) => differs)
      .map(({ id, answers }) => `${id}: ${answers.map((given) => given.map((one) => JSON.stringify(one)).join(', ') || '–').join(' | ')}`),
    'Statements that were assessed in some results only, or in part:': requirements
      .filter(({ onlyInAssessment }) => onlyInAssessment)
      .map(({ id }) => id),
    'Not compared:': notCompared.map(({ id, reason }) => `${id}: ${reason}`),
  });
}

/** The history for a terminal: the verdict of today, the last change, what is broken since when, and what was left out. */
export function historyText(history: History): string {
  const { runs, endpoints, target, leftOut, notCompared } = history;
  const { now, since } = standingOf(runs);
  const { broken, notLookedFor } = sortedFindings(history);
  const change = lastChange(history);
  const span = runs.length === 1 ? `1 run, ${now.name}` : `${runs.length} runs, ${runs[0]?.name} to ${runs.at(-1)?.name}`;
  const line = ({ finding, course }: Followed) => `${finding.requirement}, ${whereOf(finding, endpoints)}: ${whenOf(course, runs)}`;
  return listText(
    [`${target.baseUrl}: ${span}`, `  ${now.sentence}, since ${since.name}`, ...(change === null ? [] : [`  In the last run: ${change}`])],
    {
      'Broken now:': broken.map(line),
      'Broken when a run last looked:': notLookedFor.map(line),
      'Left out:': leftOut.map(({ file, reason, advice }) => `${file}: ${reason}. ${advice}`),
      'Not compared:': notCompared.map(({ id, reason }) => `${id}: ${reason}`),
    },
  );
}

/** What is said first, and a list under each heading that has rows. */
export function listText(first: readonly string[], lists: Readonly<Record<string, readonly string[]>>): string {
  const blocks = Object.entries(lists).map(([heading, rows]) => {
    const more = rows.length > MOST_ROWS ? [`  … and ${rows.length - MOST_ROWS} more`] : [];
    return rows.length === 0 ? [] : [heading, ...rows.slice(0, MOST_ROWS).map((row) => `  ${clip(row, LONGEST_ROW)}`), ...more];
  });
  return [first, ...blocks]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map(visibleLine).join('\n'))
    .join('\n\n');
}
