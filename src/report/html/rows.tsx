/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { grouped } from '../../result/lists.ts';
import type { Category, CheckResult, ConformanceResult, RequirementResult, Status } from '../../result/result.ts';
import { LEVELS } from '../../specification/categories.ts';
import { Mark, Prose } from './parts.tsx';
import { CATEGORY, placeOf, STATUSES, signOf } from './words.ts';

/** One check in the report's lists: the unit of the search box, of the matrix and of a link. */
export interface Row {
  /** Element id, unique in the report and the same in every run: requirement and endpoint. */
  readonly id: string;
  readonly requirement: RequirementResult;
  readonly check: Pick<CheckResult, 'title' | 'endpoint' | 'status'> & Partial<CheckResult>;
  /** `null` for a requirement without a reported check. */
  readonly category: Category | null;
}

/** Element id of what has a name of its own. */
export function idOf(kind: string, name: string): string {
  return `${kind}-${name.replace(/[^A-Za-z0-9._-]/g, '-')}`;
}

/** All rows, worst status first, then worst level, then in the order of the register. */
export function toRows(result: ConformanceResult): Row[] {
  const unique = idMaker();
  const rows = result.requirements.flatMap((requirement) => {
    const base = idOf('check', requirement.id);
    if (requirement.checks.length === 0) return [unchecked(requirement, unique(base))];
    return requirement.checks.map((check) => {
      const id = unique(check.endpoint === null ? base : `${base}-ep${check.endpoint}`);
      return { id, requirement, check, category: check.category };
    });
  });
  const rank = ({ check, requirement }: Row) => STATUSES.indexOf(check.status) * LEVELS.length + LEVELS.indexOf(requirement.level);
  return rows.sort((a, b) => rank(a) - rank(b));
}

/** Rows of one status, grouped by requirement, in the order given. */
export function groupsOf(rows: readonly Row[], status: Status) {
  const own = rows.filter(({ check }) => check.status === status);
  return [...grouped(own, ({ requirement }) => requirement)].map(([requirement, group]) => ({ requirement, rows: group }));
}

/** What the search box looks at in a row. */
function rowAttributes(row: Row): Record<string, string> {
  return {
    id: row.id,
    'data-s': row.check.status,
    'data-ep': row.check.endpoint === null ? 'none' : `${row.check.endpoint}`,
    'data-cat': row.category === null ? 'none' : CATEGORY[row.category].token,
    'data-level': row.requirement.level,
    'data-req': row.requirement.id,
  };
}

/** Lists a requirement without checks too: what was not assessed must not vanish. */
function unchecked(requirement: RequirementResult, id: string): Row {
  const check = { title: 'No check of this requirement reported a result', endpoint: null, status: requirement.status };
  return { id, requirement, check, category: null };
}

/** The second of a name gets `-2`. */
export function idMaker(): (base: string) => string {
  const used = new Set<string>();
  return (base) => {
    let id = base;
    for (let n = 2; used.has(id); n++) id = `${base}-${n}`;
    used.add(id);
    return id;
  };
}

/** One check in a list: what became of it, its statement where it is not said above, its title and its endpoint. */
export function CheckRow(props: {
  row: Row;
  endpoints: ConformanceResult['endpoints'];
  named?: boolean;
  /** What else stands in its line. */
  more?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const { row, endpoints, named, more, children } = props;
  const { check, requirement } = row;
  return (
    <li data-row {...rowAttributes(row)}>
      <Mark {...signOf(check.status, requirement.level)} /> {named ? <code>{requirement.id}</code> : null} <Prose text={check.title} />
      <span class="where">
        {` · ${placeOf(endpoints, check)}`}
        {more}
      </span>
      {children}
    </li>
  );
}
