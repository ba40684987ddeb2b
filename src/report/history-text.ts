import { visibleLine } from '../http/visible.ts';
import type { History } from '../result/history/history.ts';
import { placeOf, seenAt } from './finding-words.ts';
import { type Followed, lastChange, sortedFindings, standingOf, whenOf } from './history-words.ts';

const MOST_ROWS = 15;

/** The history for a terminal: the verdict of today, the last change, what is broken since when, and what was left out. */
export function historyText(history: History): string {
  const { runs, target, leftOut, notCompared } = history;
  const { now, since } = standingOf(runs);
  const { broken, notLookedFor } = sortedFindings(history.findings);
  const change = lastChange(history);
  const span = runs.length === 1 ? `1 run, ${now.name}` : `${runs.length} runs, ${runs[0]?.name} to ${runs.at(-1)?.name}`;
  const lines = (findings: readonly Followed[]) => findings.map((followed) => lineOf(followed, history));
  return [
    [`${target.baseUrl}: ${span}`, `  ${now.sentence}, since ${since.name}`, ...(change === null ? [] : [`  In the last run: ${change}`])],
    block('Broken now:', lines(broken)),
    block('Broken when a run last looked:', lines(notLookedFor)),
    block(
      'Left out:',
      leftOut.map(({ file, reason, advice }) => `  ${file}: ${reason}. ${advice}`),
    ),
    block(
      'Not compared:',
      notCompared.map(({ id, reason }) => `  ${id}: ${reason}`),
    ),
  ]
    .filter((part) => part.length > 0)
    .map((part) => part.map(visibleLine).join('\n'))
    .join('\n\n');
}

function lineOf({ finding, course }: Followed, { runs, endpoints }: History): string {
  const place = placeOf(finding);
  return `  ${finding.requirement}, ${seenAt(finding, endpoints)}${place === undefined ? '' : `, at ${place}`}: ${whenOf(course, runs)}`;
}

function block(heading: string, rows: readonly string[]): string[] {
  if (rows.length === 0) return [];
  const more = rows.length > MOST_ROWS ? [`  … and ${rows.length - MOST_ROWS} more on the page`] : [];
  return [heading, ...rows.slice(0, MOST_ROWS), ...more];
}
