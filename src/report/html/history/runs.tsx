/** @jsxImportSource preact */
import type { Run } from '../../../result/history/history.ts';
import { Scroll } from '../scroll.tsx';
import { count, duration, verdictSign } from '../words.ts';
import { LeftBehind } from './left-behind.tsx';
import { recordsOf } from './trends.tsx';

/** Earlier ones stand in a fold. */
const MOST_AT_ONCE = 10;

/** Every run with its figures, the newest first. */
export function Runs(props: { runs: readonly Run[] }) {
  const newestFirst = props.runs.toReversed();
  const earlier = newestFirst.slice(MOST_AT_ONCE);
  return (
    <section id="runs" aria-labelledby="runs-heading">
      <h2 id="runs-heading">
        Runs <span class="tally">{props.runs.length}</span>
      </h2>
      <p class="lead">The newest first. Times are UTC.</p>
      <Table label="Table of runs" runs={newestFirst.slice(0, MOST_AT_ONCE)} />
      {earlier.length === 0 ? null : (
        <details class="fold">
          <summary>{count(earlier.length, 'earlier run')}</summary>
          <Table label="Table of earlier runs" runs={earlier} />
        </details>
      )}
      <LeftBehind runs={newestFirst} />
    </section>
  );
}

function Table(props: { label: string; runs: readonly Run[] }) {
  return (
    <Scroll label={props.label}>
      <table class="figures runs">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col" class="word">
              Verdict
            </th>
            <th scope="col">Robustness</th>
            <th scope="col">Not assessed</th>
            <th scope="col">In part</th>
            <th scope="col">Left behind</th>
            <th scope="col">Duration</th>
            <th scope="col" class="word">
              Suite, specification
            </th>
            <th scope="col" class="word">
              File
            </th>
          </tr>
        </thead>
        <tbody>
          {props.runs.map((run) => (
            <Row key={run.file} run={run} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Row(props: { run: Run }) {
  const { run } = props;
  const { symbol, tone } = verdictSign(run);
  return (
    <tr class={tone}>
      <th scope="row">{run.name}</th>
      <td class="word">
        <b class="mark" aria-hidden="true">
          {symbol}
        </b>{' '}
        {run.sentence}
        {run.partial ? <span class="where">{' · part of a run: it was filtered, or ended early'}</span> : null}
      </td>
      <td>{run.counts?.robustness ?? '–'}</td>
      <td>{run.counts?.notAssessed ?? '–'}</td>
      <td>{run.counts?.inPart ?? '–'}</td>
      <td>{recordsOf(run) ?? '–'}</td>
      <td>{duration(run.durationMs)}</td>
      <td class="word">{`${run.suiteVersion}, ${run.specificationVersion}`}</td>
      <td class="word">
        <code>{run.file}</code>
      </td>
    </tr>
  );
}
