import { type Course, type Followed, type History, sortedFindings } from '../result/compare/history.ts';
import type { Run } from '../result/compare/side.ts';

/** *since 2026-02-21*; for what is gone, *2026-02-03 to 2026-02-14*. */
export function whenOf({ state, since, began, first, last }: Course, runs: readonly Run[]): string {
  const name = (index: number) => runs[index]?.name ?? '';
  if (state === 'gone') return first === last ? `on ${name(first)}` : `${name(first)} to ${name(last)}`;
  const from = began ? `since ${name(since)}` : since === 0 ? 'since the first run' : `at least since ${name(since)}`;
  return first < since && began ? `again ${from}` : from;
}

/** What else there is to say of it: *seen in 6 of 30 runs*, *new in the last run*. */
export function detailsOf({ sights, course }: Pick<Followed, 'sights' | 'course'>, runs: readonly Run[]): string[] {
  const { state, since, began, first, last, seen, notAssessed, returns } = course;
  const name = (index: number) => runs[index]?.name ?? '';
  const fixed = sights.indexOf('gone', last);
  return [
    ...(state === 'there' && began && since === runs.length - 1 && runs.length > 1 ? ['new in the last run'] : []),
    ...(state === 'gone' ? [fixed === runs.length - 1 ? 'gone in the last run' : `gone since ${name(fixed)}`] : []),
    ...(state === 'not-looked-for' ? [`no run has looked for it since ${name(last)}`] : []),
    `seen in ${seen} of ${runs.length} ${runs.length === 1 ? 'run' : 'runs'}`,
    ...(notAssessed > 0 ? [`${notAssessed} did not look`] : []),
    ...(state !== 'gone' && first < since ? [`first on ${name(first)}`] : []),
    ...(returns > 0 ? [returns === 1 ? 'came back once' : `came back ${returns} times`] : []),
  ];
}

/** *2 new findings, 1 fixed, 4 still there, 1 not looked for*: the last run beside all before it; null where there is one run. */
export function lastChange({ runs, findings }: Pick<History, 'runs' | 'findings'>): string | null {
  if (runs.length < 2) return null;
  const { broken, notLookedFor, waived, fixed } = sortedFindings({ findings });
  const there = [...broken, ...waived.filter(({ course }) => course.state === 'there')];
  const open = notLookedFor.length + waived.length + broken.length - there.length;
  const last = runs.length - 1;
  const fresh = there.filter(({ course }) => course.since === last && course.began).length;
  const gone = fixed.filter(({ sights, course }) => sights.indexOf('gone', course.last) === last).length;
  return `${fresh} new ${fresh === 1 ? 'finding' : 'findings'}, ${gone} fixed, ${there.length - fresh} still there${open === 0 ? '' : `, ${open} not looked for`}`;
}
