import type { Category, Status } from '../../result/result.ts';
import type { Row } from './rows.ts';
import { CATEGORY } from './words.ts';

/** The status of one endpoint in one category. */
export interface Cell {
  readonly state: CellState;
  /** How many of its checks have the cell's status: *1/5 failed*. */
  readonly number: number;
  readonly total: number;
  /** Id of the worst row, for a link that works without a script; `null` in an empty cell. */
  readonly worst: string | null;
  /** The search that shows the rows of this cell. */
  readonly filter: string;
}

export type CellState = 'failed' | 'never-seen' | 'waived' | 'partly-assessed' | 'not-assessed' | 'passed' | 'none';

interface CellWords {
  readonly symbol: string;
  /** Short enough for a cell. */
  readonly word: string;
  /** For the legend. */
  readonly meaning: string;
}

export const CELL: Readonly<Record<CellState, CellWords>> = {
  passed: { symbol: '✓', word: 'passed', meaning: 'passed' },
  failed: { symbol: '✕', word: 'failed', meaning: 'failed' },
  'never-seen': { symbol: '◌', word: 'never seen', meaning: 'documented, never seen' },
  waived: { symbol: '≈', word: 'waived', meaning: 'waived' },
  'partly-assessed': { symbol: '◐', word: 'assessed', meaning: 'partly assessed' },
  'not-assessed': { symbol: '○', word: 'not assessed', meaning: 'not assessed' },
  none: { symbol: '–', word: 'none', meaning: 'no requirement' },
};

/** The status that a cell counts, where it is not its own name. */
const COUNTED: Readonly<Partial<Record<CellState, Status>>> = { 'partly-assessed': 'passed', 'never-seen': 'failed' };

/** The cell of `endpoint` and `category`. `rows` come worst first. A failure outranks what was not assessed, which outranks a pass. */
export function toCell(rows: readonly Row[], endpoint: number | null, category: Category): Cell {
  const own = rows.filter((row) => row.check.endpoint === endpoint && row.category === category);
  const state = stateOf(own);
  const counted = COUNTED[state] ?? state;
  return {
    state,
    number: own.filter((row) => row.check.status === counted).length,
    total: own.length,
    worst: own[0]?.id ?? null,
    filter: `ep:${endpoint ?? 'none'} cat:${CATEGORY[category].token}`,
  };
}

function stateOf(rows: readonly Row[]): CellState {
  const has = (status: string) => rows.some((row) => row.check.status === status);
  if (rows.length === 0) return 'none';
  if (has('failed')) return rows.every(({ requirement }) => requirement.level === 'completeness') ? 'never-seen' : 'failed';
  if (has('waived')) return 'waived';
  if (has('not-assessed')) return has('passed') ? 'partly-assessed' : 'not-assessed';
  return 'passed';
}
