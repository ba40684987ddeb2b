/** @jsxImportSource preact */
import type { Run } from '../../../result/history/history.ts';
import { Scroll } from '../scroll.tsx';
import { count } from '../words.ts';
import { recordsOf } from './trends.tsx';

/** What the runs created or changed at the target, by kind. Nothing where no run left anything. */
export function LeftBehind(props: { runs: readonly Run[] }) {
  const own = props.runs.filter(({ leftBehind }) => (leftBehind ?? []).length > 0);
  if (own.length === 0) return null;
  const kinds = [...new Set(own.flatMap(({ leftBehind }) => (leftBehind ?? []).map(({ kind }) => kind)))];
  const total = own.reduce((sum, run) => sum + (recordsOf(run) ?? 0), 0);
  return (
    <details class="fold">
      <summary>{`${count(total, 'record')} left behind by all runs together, which the API cannot delete`}</summary>
      <Scroll label="Table of records left behind">
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">Run</th>
              {kinds.map((kind) => (
                <th key={kind} scope="col">
                  {kind}
                </th>
              ))}
              <th scope="col">perhaps more</th>
            </tr>
          </thead>
          <tbody>
            {own.map((run) => (
              <Row key={run.file} run={run} kinds={kinds} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  );
}

function Row(props: { run: Run; kinds: readonly string[] }) {
  const { name, leftBehind } = props.run;
  const entries = leftBehind ?? [];
  return (
    <tr>
      <th scope="row">{name}</th>
      {props.kinds.map((kind) => (
        <td key={kind}>{entries.filter((entry) => entry.kind === kind).reduce((sum, entry) => sum + entry.count, 0)}</td>
      ))}
      <td>{entries.reduce((sum, { unanswered = 0 }) => sum + unanswered, 0)}</td>
    </tr>
  );
}
