/** @jsxImportSource preact */
import type { ConformanceResult } from '../result.ts';
import { type Row, rowAttributes } from './rows.ts';
import { count, endpointName } from './words.ts';

/** What nobody looked at, grouped by the variables that would change it: the largest group first, what no variable changes last. */
export function NotAssessed(props: { rows: readonly Row[]; endpoints: ConformanceResult['endpoints'] }) {
  const rows = props.rows.filter(({ check }) => check.status === 'not-assessed');
  if (rows.length === 0) return null;
  return (
    <section id="not-assessed" data-group aria-labelledby="not-assessed-heading">
      <h2 id="not-assessed-heading">
        Not assessed <span class="tally">{rows.length}</span>
      </h2>
      <p class="lead">
        These checks say nothing about the implementation, good or bad. Most need a record that the API cannot create itself.
      </p>
      {byVariables(rows).map(([variables, group]) => (
        <section class="variables" key={variables} data-group data-requirement>
          <header>
            <h3>{variables === '' ? 'No setting would change these' : <code>{variables}</code>}</h3>
            <p class="source">{variables === '' ? count(group.length, 'check') : `would allow ${count(group.length, 'more check')}`}</p>
          </header>
          <ul class="rows">
            {group.map((row) => (
              <li key={row.id} data-row {...rowAttributes(row)}>
                <span class="status not-assessed">○ not assessed</span> <code>{row.requirement.id}</code> {row.check.title}
                <span class="where">{` · ${endpointName(props.endpoints, row.check.endpoint)}`}</span>
                {row.check.message === undefined ? null : <span class="reason">{row.check.message}</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function byVariables(rows: readonly Row[]): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = [...(row.check.variables ?? [])].sort().join(', ');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups].sort(([a, rowsA], [b, rowsB]) => Number(a === '') - Number(b === '') || rowsB.length - rowsA.length);
}
