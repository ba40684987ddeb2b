import { clip } from '../../http/clip.ts';
import { visibleLine } from '../../http/visible.ts';
import { formerLine } from '../../report/baseline-words.ts';
import type { ConformanceResult } from '../../result/result.ts';
import { sinceBaseline } from '../../result/since-baseline.ts';

/** Of each list. */
const MOST_LINES = 20;
const LONGEST_LINE = 200;
const LABEL_WIDTH = 15;

/**
 * What a round changed, first in a line, then finding by finding.
 * @param unseen ids of findings that the tests of the round no longer saw, and that others may still show
 */
export function changes(before: ConformanceResult, now: ConformanceResult, unseen: ReadonlySet<string>): string {
  const { fixed, stillThere, new: fresh } = sinceBaseline(now, { file: '', result: before });
  const open = (now.findings ?? []).filter(({ waived }) => !waived);
  const lists = {
    fixed,
    'no longer seen': open.filter(({ id }) => unseen.has(id)),
    'still there': open.filter(({ id }) => stillThere.includes(id) && !unseen.has(id)),
    new: open.filter(({ id }) => fresh.some(({ finding, waived }) => finding === id && !waived)),
  };
  const entries = Object.entries(lists).map(([label, all]) => ({
    label,
    // Completeness is known only of a whole run.
    lines: all
      .filter(({ level }) => level !== 'completeness')
      .map((finding) => clip(visibleLine(formerLine(finding, now.endpoints)), LONGEST_LINE)),
  }));
  return [
    entries.map(({ label, lines }) => `${lines.length} ${label}`).join(', '),
    ...entries.flatMap(({ label, lines }) => [
      ...lines.slice(0, MOST_LINES).map((line) => `  ${label.padEnd(LABEL_WIDTH)}${line}`),
      ...(lines.length > MOST_LINES ? [`  … and ${lines.length - MOST_LINES} more ${label}`] : []),
    ]),
    ...(unseen.size === 0 ? [] : ['  No longer seen: generated input found it too, and was not sent again. It runs with all the others.']),
  ].join('\n');
}
