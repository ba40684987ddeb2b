/** @jsxImportSource preact */
import { Fragment } from 'preact';
import { cannotApply } from '../../result/left-open.ts';
import { CATEGORIES, type Category, type ConformanceResult, type Status } from '../../result/result.ts';
import { Codes, Scroll, type SectionProps } from './parts.tsx';
import type { Row } from './rows.tsx';
import { CATEGORY, STATUS } from './words.ts';

/** One endpoint in one category. */
interface Cell {
  readonly endpoint: number | null;
  readonly category: Category;
  /** Worst first. */
  readonly rows: readonly Row[];
  readonly state: CellState;
}

type CellState = Status | 'never-seen' | 'partly-assessed' | 'none';

/** In the order of the legend. A word is short enough for a cell; the legend has its meaning, where the word alone would not do. */
const CELL: Readonly<Record<CellState, { readonly symbol: string; readonly word: string; readonly meaning?: string }>> = {
  passed: STATUS.passed,
  failed: STATUS.failed,
  'never-seen': { symbol: '◌', word: 'never seen', meaning: 'documented, never seen' },
  waived: STATUS.waived,
  'partly-assessed': { symbol: '◐', word: 'assessed', meaning: 'partly assessed' },
  'not-assessed': STATUS['not-assessed'],
  none: { symbol: '–', word: 'none', meaning: 'no requirement' },
};

/** The status that a cell counts, where it is not its own name. */
const COUNTED: Readonly<Partial<Record<CellState, Status>>> = { 'partly-assessed': 'passed', 'never-seen': 'failed' };

/** Endpoints × categories. Each cell shows the worst status there and the number of checks, and leads to its rows. */
export function matrix({ requirements, endpoints }: ConformanceResult, all: readonly Row[]): SectionProps | null {
  if (requirements.length === 0) return null;
  // Other credentials would be wanted, at every endpoint alike: a cell speaks of its endpoint.
  const leftOut = [...new Set(all.filter(({ check }) => cannotApply(check)).map(({ requirement }) => requirement.id))];
  const rows = all.filter(({ check }) => !cannotApply(check));
  const whole = rows.some(({ check, category }) => check.endpoint === null && category !== null);
  const lines = [...endpoints, ...(whole ? [{ number: null, method: '', path: 'the API as a whole' }] : [])].map((endpoint) => ({
    endpoint,
    cells: CATEGORIES.map((category): Cell => {
      const own = rows.filter((row) => row.check.endpoint === endpoint.number && row.category === category);
      return { endpoint: endpoint.number, category, rows: own, state: stateOf(own) };
    }),
  }));
  const states = new Set(lines.flatMap(({ cells }) => cells.map(({ state }) => state)));
  const legend = Object.entries(CELL).filter(([state]) => states.has(state as CellState));
  return {
    id: 'matrix',
    heading: 'Endpoints and categories',
    filtered: 'goes',
    children: (
      <>
        <p class="key where">
          <span>Each cell: checks with this outcome / all checks.</span>
          {legend.map(([state, { symbol, word, meaning = word }]) => (
            <span key={state} class={state}>
              <b aria-hidden="true">{symbol}</b> {meaning}
            </span>
          ))}
        </p>
        {leftOut.length === 0 ? null : (
          <p class="lead">
            Not in the cells, since it cannot be tried with these credentials at any endpoint: <Codes names={leftOut} />.
          </p>
        )}
        <Scroll label="Matrix of endpoints and categories">
          <table class="matrix">
            <thead>
              <tr>
                {['Endpoint', ...CATEGORIES.map((category) => CATEGORY[category].heading)].map((heading) => (
                  <th key={heading} scope="col">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map(({ endpoint: { number, method, path }, cells }) => (
                <tr key={number}>
                  <th scope="row">
                    <span class="endpoint">
                      <span class="number">{number ?? ''}</span> <span class="method">{method}</span>{' '}
                      <span class="path">
                        <PathText path={path} />
                      </span>
                    </span>
                  </th>
                  {cells.map((cell) => (
                    <CellView key={cell.category} {...cell} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </>
    ),
  };
}

/** *1/5 failed*. It leads to its worst row, and with the script to a search that shows all. */
function CellView({ endpoint, category, rows, state }: Cell) {
  const { symbol, word } = CELL[state];
  const counted = COUNTED[state] ?? state;
  const number = rows.filter(({ check }) => check.status === counted).length;
  const label = (
    <>
      <b aria-hidden="true">{symbol}</b>
      {rows.length === 0 ? null : <span>{`${number}/${rows.length}`}</span>}
      <small>{word}</small>
    </>
  );
  return (
    <td class={state}>
      {rows[0] === undefined ? (
        <span class="cell">{label}</span>
      ) : (
        <a class="cell" href={`#${rows[0].id}`} data-filter={`ep:${endpoint ?? 'none'} cat:${CATEGORY[category].token}`}>
          {label}
        </a>
      )}
    </td>
  );
}

/** A path that may break before each of its segments but the first, and after each `_`. */
function PathText(props: { path: string }) {
  return (
    <>
      {props.path.split(/(?<=_)|(?!^)(?=\/)/).map((part, index) => (
        <Fragment key={part}>
          {index === 0 ? null : <wbr />}
          {part}
        </Fragment>
      ))}
    </>
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
