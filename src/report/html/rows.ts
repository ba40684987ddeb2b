import type { Category, CheckResult, ConformanceResult, RequirementResult, Status } from '../../result/result.ts';
import { CATEGORY, LEVELS, STATUSES } from './words.ts';

/** One check in the report's lists: the unit of the search box, of the matrix and of a link. */
export interface Row {
  /** Element id, unique in the report and the same in every run: requirement and endpoint. */
  readonly id: string;
  readonly requirement: RequirementResult;
  readonly check: Pick<CheckResult, 'title' | 'endpoint' | 'status'> & Partial<CheckResult>;
  /** `null` for a requirement without a reported check. */
  readonly category: Category | null;
}

/** The rows of one requirement that share a status. */
export interface RowGroup {
  readonly requirement: RequirementResult;
  readonly rows: readonly Row[];
}

/** All rows, worst status first, then worst level, then in the order of the register. */
export function toRows(result: ConformanceResult): Row[] {
  const unique = idMaker();
  const rows = result.requirements.flatMap((requirement) => {
    const base = `check-${requirement.id.replace(/[^A-Za-z0-9._-]/g, '-')}`;
    if (requirement.checks.length === 0) return [unchecked(requirement, unique(base))];
    return requirement.checks.map((check) => {
      const id = unique(check.endpoint === null ? base : `${base}-ep${check.endpoint}`);
      return { id, requirement, check, category: check.category };
    });
  });
  return rows.sort((a, b) => statusRank(a) - statusRank(b) || levelRank(a) - levelRank(b));
}

/** Rows of one status, grouped by requirement, in the order given. */
export function groupsOf(rows: readonly Row[], status: Status): RowGroup[] {
  const groups = new Map<string, { requirement: RequirementResult; rows: Row[] }>();
  for (const row of rows) {
    if (row.check.status !== status) continue;
    const group = groups.get(row.requirement.id);
    if (group === undefined) groups.set(row.requirement.id, { requirement: row.requirement, rows: [row] });
    else group.rows.push(row);
  }
  return [...groups.values()];
}

/** What the search box looks at in a row. */
export function rowAttributes(row: Row): Record<string, string> {
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

function statusRank(row: Row): number {
  return STATUSES.indexOf(row.check.status);
}

function levelRank(row: Row): number {
  return LEVELS.indexOf(row.requirement.level);
}

function idMaker(): (base: string) => string {
  const used = new Set<string>();
  return (base) => {
    let id = base;
    for (let n = 2; used.has(id); n++) id = `${base}-${n}`;
    used.add(id);
    return id;
  };
}
