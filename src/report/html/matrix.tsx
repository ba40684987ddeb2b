/** @jsxImportSource preact */
import { Fragment } from 'preact';
import { cannotApply } from '../../result/left-open.ts';
import { CATEGORIES, type ConformanceResult } from '../../result/result.ts';
import { CELL, type Cell, type CellState, toCell } from './cells.ts';
import type { Row } from './rows.ts';
import { Scroll } from './scroll.tsx';
import { CATEGORY } from './words.ts';

const LEGEND: readonly CellState[] = ['passed', 'failed', 'never-seen', 'waived', 'partly-assessed', 'not-assessed', 'none'];

interface MatrixRow {
  readonly endpoint: number | null;
  readonly method: string;
  readonly path: string;
}

/** Endpoints × categories. Each cell shows the worst status there and the number of checks, and leads to its rows. */
export function Matrix(props: { result: ConformanceResult; rows: readonly Row[] }) {
  const { result } = props;
  // Other credentials would be wanted, at every endpoint alike: a cell speaks of its endpoint.
  const leftOut = [...new Set(props.rows.filter(({ check }) => cannotApply(check)).map(({ requirement }) => requirement.id))];
  const rows = props.rows.filter(({ check }) => !cannotApply(check));
  if (result.requirements.length === 0) return null;
  const lines: MatrixRow[] = result.endpoints.map(({ number, method, path }) => ({ endpoint: number, method, path }));
  if (rows.some(({ check, category }) => check.endpoint === null && category !== null)) {
    lines.push({ endpoint: null, method: '', path: 'the API as a whole' });
  }
  const cells = lines.map((line) => ({
    ...line,
    cells: CATEGORIES.map((category) => ({ category, cell: toCell(rows, line.endpoint, category) })),
  }));
  const states = new Set(cells.flatMap((line) => line.cells.map(({ cell }) => cell.state)));
  return (
    <section id="matrix" data-aside aria-labelledby="matrix-heading">
      <h2 id="matrix-heading">Endpoints and categories</h2>
      <p class="key">
        <span class="lead-in">Each cell: checks with this outcome / all checks.</span>
        {LEGEND.filter((state) => states.has(state)).map((state) => (
          <span key={state} class={state}>
            <b aria-hidden="true">{CELL[state].symbol}</b> {CELL[state].meaning}
          </span>
        ))}
      </p>
      {leftOut.length === 0 ? null : (
        <p class="lead">
          Not in the cells, since it cannot be tried with these credentials at any endpoint:{' '}
          {leftOut.map((id, index) => (
            <Fragment key={id}>
              {index === 0 ? null : ', '}
              <code>{id}</code>
            </Fragment>
          ))}
          .
        </p>
      )}
      <Scroll label="Matrix of endpoints and categories">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">Endpoint</th>
              {CATEGORIES.map((category) => (
                <th key={category} scope="col">
                  {CATEGORY[category].heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cells.map((line) => (
              <tr key={line.endpoint}>
                <th scope="row">
                  <span class="endpoint">
                    <span class="number">{line.endpoint ?? ''}</span> <span class="method">{line.method}</span>{' '}
                    <span class="path">
                      <PathText path={line.path} />
                    </span>
                  </span>
                </th>
                {line.cells.map(({ category, cell }) => (
                  <CellView key={category} cell={cell} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

function CellView(props: { cell: Cell }) {
  const { state, number, total, worst, filter } = props.cell;
  const { symbol, word } = CELL[state];
  const label = (
    <>
      <b aria-hidden="true">{symbol}</b>
      {total === 0 ? null : <span class="fraction">{`${number}/${total}`}</span>}
      <small>{word}</small>
    </>
  );
  return (
    <td class={state}>
      {worst === null ? (
        <span class="cell">{label}</span>
      ) : (
        <a class="cell" href={`#${worst}`} data-filter={filter}>
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
