/** @jsxImportSource preact */

import { cannotApply } from '../../result/left-open.ts';
import { CATEGORIES, type Category, type ConformanceResult, type Status } from '../../result/result.ts';
import { capitalised, IN_PART, NEVER_SEEN, type Sign, STATUS } from '../words.ts';
import { Breakable, Codes, type SectionProps, Table } from './parts.tsx';
import type { Row } from './rows.tsx';

type CellState = Status | 'never-seen' | 'partly-assessed' | 'none';

/** In the order of the legend: what a cell shows, the status that it counts, and its meaning where the word alone would not do. */
const CELL: Readonly<Record<CellState, Omit<Sign, 'tone'> & { readonly counts?: Status; readonly meaning?: string }>> = {
  failed: STATUS.failed,
  waived: STATUS.waived,
  'never-seen': { symbol: NEVER_SEEN.symbol, word: NEVER_SEEN.word, counts: 'failed', meaning: 'documented, never seen' },
  'partly-assessed': { symbol: IN_PART.symbol, word: 'assessed', counts: 'passed', meaning: 'partly assessed' },
  'not-assessed': STATUS['not-assessed'],
  passed: STATUS.passed,
  none: { symbol: '–', word: 'none', meaning: 'no requirement' },
};

/** Endpoints × categories, those with failures first. Each cell shows the worst status there and the number of checks, and leads to its rows. */
export function matrix({ requirements, endpoints }: ConformanceResult, all: readonly Row[]): SectionProps | null {
  if (requirements.length === 0) return null;
  // Other credentials would be wanted, at every endpoint alike: a cell speaks of its endpoint.
  const leftOut = [...new Set(all.filter(({ check }) => cannotApply(check)).map(({ requirement }) => requirement.id))];
  const rows = all.filter(({ check }) => !cannotApply(check));
  const within = (endpoint: number | null, category: Category) =>
    rows.filter((row) => row.check.endpoint === endpoint && row.category === category);
  const whole = rows.some(({ check, category }) => check.endpoint === null && category !== null);
  const lines = [...endpoints, ...(whole ? [{ number: null, method: '', path: 'the API as a whole' }] : [])];
  const isBroken = (category: Category) => lines.some(({ number }) => ['failed', 'waived'].includes(stateOf(within(number, category))));
  const columns = [...CATEGORIES.filter(isBroken), ...CATEGORIES.filter((category) => !isBroken(category))];
  const states = new Set(lines.flatMap(({ number }) => columns.map((category) => stateOf(within(number, category)))));
  return {
    id: 'matrix',
    heading: 'Endpoints and categories',
    children: (
      <>
        <p class="key where">
          <span>Each cell: checks with this outcome / all checks.</span>
          {(Object.keys(CELL) as CellState[]).map((state) =>
            states.has(state) ? (
              <span class={state}>
                <b aria-hidden="true">{CELL[state].symbol}</b> {CELL[state].meaning ?? CELL[state].word}
              </span>
            ) : null,
          )}
        </p>
        {leftOut.length === 0 ? null : (
          <p class="lead">
            Not in the cells, since it cannot be tried with these credentials at any endpoint: <Codes names={leftOut} />.
          </p>
        )}
        <Table
          label="Matrix of endpoints and categories"
          class="matrix"
          head={['Endpoint', ...columns.map((category) => capitalised(category.replace(' and ', ', ')))]}
          rows={lines.map(({ number, method, path }) => [
            <span class="endpoint">
              <span class="number">{number ?? ''}</span> <span class="method">{method}</span>{' '}
              <span class="path">
                <Breakable text={path} />
              </span>
            </span>,
            ...columns.map((category) => <Cell rows={within(number, category)} />),
          ])}
        />
      </>
    ),
  };
}

/** *1/5 failed*. It leads to its worst row. */
function Cell({ rows }: { rows: readonly Row[] }) {
  const state = stateOf(rows);
  const { symbol, word, counts = state } = CELL[state];
  const number = rows.filter(({ check }) => check.status === counts).length;
  const label = (
    <>
      <b aria-hidden="true">{symbol}</b>
      {rows.length === 0 ? null : <span>{`${number}/${rows.length}`}</span>}
      <small>{word}</small>
    </>
  );
  if (rows[0] === undefined) return <span class={`cell ${state}`}>{label}</span>;
  return (
    <a class={`cell ${state}`} href={`#${rows[0].id}`}>
      {label}
    </a>
  );
}

/** A failure outranks what was not assessed, which outranks a pass. */
function stateOf(rows: readonly Row[]): CellState {
  const has = (status: string) => rows.some((row) => row.check.status === status);
  if (rows.length === 0) return 'none';
  if (has('failed')) return rows.every(({ requirement }) => requirement.level === 'completeness') ? 'never-seen' : 'failed';
  if (has('waived')) return 'waived';
  if (has('not-assessed')) return has('passed') ? 'partly-assessed' : 'not-assessed';
  return 'passed';
}
