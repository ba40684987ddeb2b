/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { groupedFindings } from '../../result/findings.ts';
import { grouped } from '../../result/lists.ts';
import type { Category, CheckResult, ConformanceResult, Finding, RequirementResult, Status } from '../../result/result.ts';
import { LEVELS } from '../../specification/categories.ts';
import { newFirst } from '../comparison-words.ts';
import { placeOf, STATUSES, signOf, tokenOf } from '../words.ts';
import { Mark, Prose } from './parts.tsx';

export interface Row {
  /** Element id, unique in the report and the same in every run: statement and endpoint. Of one that failed, its finding's. */
  readonly id: string;
  readonly requirement: RequirementResult;
  readonly check: Pick<CheckResult, 'title' | 'endpoint' | 'status'> & Partial<CheckResult>;
  /** `null` for a requirement without a reported check. */
  readonly category: Category | null;
}

export interface ShownFinding {
  readonly finding: Finding;
  /** Element id; the same in the next run against the same deviation. */
  readonly anchor: string;
  /** Its simplest evidence. */
  readonly lead: CheckResult | undefined;
  /** The places in the judged answer, with indices. */
  readonly pointers: readonly string[];
  /** Failed checks of its statement, then those of statements that fail because of it. */
  readonly rows: readonly Row[];
}

export const idOf = (kind: string, name: string): string => `${kind}-${name.replace(/[^A-Za-z0-9._-]/g, '-')}`;

/** All checks, worst first; and all findings, what is new first, in the words of the result where it has them: one of an older format has not. */
export function rowsOf(result: ConformanceResult): { rows: Row[]; shown: ShownFinding[] } {
  const groups = groupedFindings(result.requirements);
  const anchors = new Map<Row['check'], string>();
  for (const { finding, sightings } of groups.toReversed())
    for (const { check } of sightings) anchors.set(check, idOf('finding', finding.id));
  const used = new Map<string, number>();
  const rows = result.requirements.flatMap((requirement) => {
    // What was not assessed must not vanish.
    const unchecked = { title: 'No check of this requirement reported a result', endpoint: null, status: requirement.status };
    const checks: readonly Row['check'][] = requirement.checks.length === 0 ? [unchecked] : requirement.checks;
    return checks.map((check): Row => {
      const name = idOf('check', `${requirement.id}${check.endpoint === null ? '' : `-ep${check.endpoint}`}`);
      const anchor = anchors.get(check);
      const number = (used.get(name) ?? 0) + (anchor === undefined ? 1 : 0);
      used.set(name, number);
      return { id: anchor ?? `${name}${number === 1 ? '' : `-${number}`}`, requirement, check, category: check.category ?? null };
    });
  });
  const rank = ({ check, requirement }: Row) => STATUSES.indexOf(check.status) * LEVELS.length + LEVELS.indexOf(requirement.level);
  rows.sort((a, b) => rank(a) - rank(b));
  const words = new Map((result.findings ?? []).map((finding) => [finding.id, finding]));
  const shown = groups.map((group) => shownFinding({ ...group, finding: words.get(group.finding.id) ?? group.finding }, rows));
  const order = newFirst({ ...result, findings: shown.map(({ finding }) => finding) });
  return { rows, shown: order.flatMap((finding) => shown.find((each) => each.finding === finding) ?? []) };
}

function shownFinding({ finding, sightings }: ReturnType<typeof groupedFindings>[number], rows: readonly Row[]): ShownFinding {
  const isOwn = ({ requirement }: Pick<Row, 'requirement'>) => requirement.id === finding.requirement;
  const own = sightings.filter(isOwn);
  const lead = own.find(({ check }) => check.title === finding.title && check.endpoint === finding.endpoint)?.check;
  const items = own.flatMap(({ check, item }) => (check === lead && item !== null ? [item] : []));
  const judged = items.find(({ pointer }) => pointer === finding.at)?.exchange;
  const places = items.flatMap(({ pointer, exchange }) => (pointer === undefined || exchange !== judged ? [] : [pointer]));
  const checks = new Set<Row['check']>(sightings.map(({ check }) => check));
  const showing = rows.filter(({ check }) => checks.has(check));
  return {
    finding,
    anchor: idOf('finding', finding.id),
    lead,
    pointers: [...new Set([...(finding.at === undefined ? [] : [finding.at]), ...places])],
    rows: [...showing.filter(isOwn), ...showing.filter((row) => !isOwn(row))],
  };
}

/** Rows of one status, grouped by requirement, in the order given. */
export function groupsOf(rows: readonly Row[], status: Status) {
  const own = rows.filter(({ check }) => check.status === status);
  return [...grouped(own, ({ requirement }) => requirement)].map(([requirement, group]) => ({ requirement, rows: group }));
}

export function searchable(status: string, level: string, ids: readonly string[], checks: readonly Pick<Row, 'check' | 'category'>[]) {
  const distinct = (values: readonly (string | number | null | undefined)[]) =>
    [...new Set(values.map((value) => value ?? 'none'))].join(' ');
  return {
    'data-row': true,
    'data-s': status,
    'data-ep': distinct(checks.map(({ check }) => check.endpoint)),
    'data-cat': distinct(checks.map(({ category }) => category && tokenOf(category))),
    'data-level': level,
    'data-req': ids.join(' '),
  };
}

export function CheckRow(props: { row: Row; endpoints: ConformanceResult['endpoints']; named?: boolean; children?: ComponentChildren }) {
  const { row, endpoints, named, children } = props;
  const { check, requirement, category } = row;
  return (
    <>
      <Mark {...signOf(check.status, requirement.level)} /> {named ? <code>{requirement.id}</code> : null} <Prose text={check.title} />
      <span class="where">{` · ${placeOf(check, endpoints)}${category === null ? '' : ` · ${category}`}`}</span>
      {children}
    </>
  );
}
