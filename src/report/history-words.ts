import { type Course, courseOf } from '../result/history/course.ts';
import type { History, Run, TrackedFinding } from '../result/history/history.ts';
import type { FormerFinding } from '../result/result.ts';

/** A finding with its course, for lists. */
export interface Followed {
  readonly finding: FormerFinding;
  readonly sights: TrackedFinding['sights'];
  readonly course: Course;
}

/** The findings by what is known of them at the end; within each, worse levels first, then the latest. */
export interface Sorted {
  readonly broken: readonly Followed[];
  readonly notLookedFor: readonly Followed[];
  readonly waived: readonly Followed[];
  readonly fixed: readonly Followed[];
  /** Documented fields that no answer held: nothing is broken, in the past either. */
  readonly neverSeen: readonly Followed[];
}

export function sortedFindings(findings: readonly TrackedFinding[]): Sorted {
  const rank = ({ finding, course }: Followed) => [Number(finding.level !== 'requirement'), -course.since, -course.last];
  const all = findings
    .map(({ finding, sights }) => ({ finding, sights, course: courseOf(sights) }))
    .sort((a, b) => byRank(rank(a), rank(b)));
  const real = all.filter(({ finding }) => finding.level !== 'completeness');
  const open = real.filter(({ course }) => course.state !== 'gone');
  return {
    broken: open.filter(({ course }) => course.state === 'there' && !course.waived),
    notLookedFor: open.filter(({ course }) => course.state === 'not-looked-for' && !course.waived),
    waived: open.filter(({ course }) => course.waived),
    fixed: real.filter(({ course }) => course.state === 'gone').sort((a, b) => b.course.last - a.course.last),
    neverSeen: all.filter(({ finding }) => finding.level === 'completeness'),
  };
}

function byRank(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((value, index) => value !== other[index]);
  return place < 0 ? 0 : (one[place] ?? 0) - (other[place] ?? 0);
}

/** *since 2026-02-21*; for what is gone, *2026-02-03 to 2026-02-14*. */
export function whenOf({ state, since, began, first, last }: Course, runs: readonly Run[]): string {
  const name = (index: number) => runs[index]?.name ?? '';
  if (state === 'gone') return first === last ? `on ${name(first)}` : `${name(first)} to ${name(last)}`;
  const from = began ? `since ${name(since)}` : since === 0 ? 'since the first run' : `at least since ${name(since)}`;
  return first < since && began ? `again ${from}` : from;
}

/** What else there is to say of it: *seen in 6 of 30 runs*, *new in the last run*. */
export function detailsOf(
  { state, since, began, first, last, seen, notAssessed, returns }: Course,
  { sights }: TrackedFinding,
  runs: readonly Run[],
): string[] {
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

/** What the history says of the verdict. */
export interface Standing {
  /** The last run that can say it: one that breaks a requirement, or a whole one with a verdict; where there is none, the last. */
  readonly now: Run;
  /** The first of the runs up to that one whose verdict is the same. */
  readonly since: Run;
  /** No run that can say it had another verdict before. */
  readonly fromTheFirst: boolean;
  /** Later runs, which say nothing. */
  readonly later: number;
}

/** A filtered run, or one without a verdict, neither begins nor ends what a verdict says. */
export function standingOf(runs: readonly Run[]): Standing {
  const saying = runs.filter(({ verdict, partial }) => verdict === 'nonconformant' || (verdict === 'conformant' && !partial));
  const row = saying.length > 0 ? saying : runs;
  const now = row.at(-1);
  if (now === undefined) throw new Error('A history needs a run.');
  const other = row.findLastIndex(({ verdict, partly }) => verdict !== now.verdict || partly !== now.partly);
  return { now, since: row[other + 1] ?? now, fromTheFirst: other < 0, later: runs.length - 1 - runs.indexOf(now) };
}

/** *2 new findings, 1 fixed, 4 still there, 1 not looked for*: the last run beside all before it; null where there is one run. */
export function lastChange({ runs, findings }: Pick<History, 'runs' | 'findings'>): string | null {
  if (runs.length < 2) return null;
  const { broken, notLookedFor, waived, fixed } = sortedFindings(findings);
  const there = [...broken, ...waived.filter(({ course }) => course.state === 'there')];
  const open = notLookedFor.length + waived.length + broken.length - there.length;
  const last = runs.length - 1;
  const fresh = there.filter(({ course }) => course.since === last && course.began).length;
  const gone = fixed.filter(({ sights, course }) => sights.indexOf('gone', course.last) === last).length;
  return `${fresh} new ${fresh === 1 ? 'finding' : 'findings'}, ${gone} fixed, ${there.length - fresh} still there${open === 0 ? '' : `, ${open} not looked for`}`;
}
