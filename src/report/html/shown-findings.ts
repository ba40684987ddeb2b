import { groupedFindings } from '../../result/findings.ts';
import type { ConformanceResult, Finding } from '../../result/result.ts';
import { idMaker, idOf, type Row } from './rows.tsx';

/** A finding, and the failed checks that stand under it. */
export interface ShownFinding {
  readonly finding: Finding;
  /** Element id; the same in the next run against the same deviation. */
  readonly anchor: string;
  /** Its simplest evidence. */
  readonly lead: Row | undefined;
  /** The places in the judged answer, with indices. */
  readonly pointers: readonly string[];
  /** Failed checks of its statement. Each check stands under one finding. */
  readonly rows: readonly Row[];
  /** Failed checks of statements that fail because of it. */
  readonly following: readonly Row[];
  /** Further checks that show it and stand under another finding. */
  readonly elsewhere: readonly Row[];
}

/** The findings of all failed checks, in the words of the result where it has them: one of an older format has not. */
export function toShownFindings({ requirements, findings = [] }: ConformanceResult, rows: readonly Row[]): ShownFinding[] {
  const groups = groupedFindings(requirements).map(({ finding, sightings }) => {
    const own = sightings.filter(({ requirement }) => requirement.id === finding.requirement);
    const rowsOf = (some: typeof sightings) => rows.filter((row) => some.some(({ check }) => check === row.check));
    return { finding, own, showing: rowsOf(own), all: rowsOf(sightings) };
  });
  // One that it shows, before one that explains it.
  const homes = new Map<Row, (typeof groups)[number]>();
  for (const kind of ['showing', 'all'] as const)
    for (const group of groups) for (const row of group[kind]) if (!homes.has(row)) homes.set(row, group);
  const unique = idMaker();
  return groups.map((group) => {
    const { showing, own } = group;
    const finding = findings.find(({ id }) => id === group.finding.id) ?? group.finding;
    const lead = showing.find(({ check }) => check.title === finding.title && check.endpoint === finding.endpoint);
    const items = own.flatMap(({ check, item }) => (check === lead?.check && item !== null ? [item] : []));
    const judged = items.find(({ pointer }) => pointer === finding.at)?.exchange;
    const places = items.flatMap(({ pointer, exchange }) => (pointer === undefined || exchange !== judged ? [] : [pointer]));
    const here = group.all.filter((row) => homes.get(row) === group);
    return {
      finding,
      anchor: unique(idOf('finding', finding.id)),
      lead,
      pointers: [...new Set([...(finding.at === undefined ? [] : [finding.at]), ...places])],
      rows: here.filter((row) => showing.includes(row)),
      following: here.filter((row) => !showing.includes(row)),
      elsewhere: showing.filter((row) => homes.get(row) !== group),
    };
  });
}

/** What needs mending, worst level first; what nobody expects to be mended now; and what was merely not seen. */
export function sorted<T extends { readonly finding: Finding }>(shown: readonly T[]) {
  const waived = shown.filter(({ finding }) => finding.waived);
  const open = shown.filter(({ finding }) => !finding.waived);
  return {
    broken: open.filter(({ finding }) => finding.level !== 'completeness'),
    waived,
    unseen: open.filter(({ finding }) => finding.level === 'completeness'),
  };
}

/** Whether there is more to show than what was merely not seen. */
export function isBroken(shown: readonly ShownFinding[]): boolean {
  return shown.some(({ finding }) => finding.waived || finding.level !== 'completeness');
}
