/** @jsxImportSource preact */
import type { History } from '../../../result/history/history.ts';
import { count } from '../words.ts';

/** Results in the folder that are no part of the history, each with the reason and what to do. */
export function LeftOut(props: { leftOut: History['leftOut'] }) {
  const { leftOut } = props;
  if (leftOut.length === 0) return null;
  return (
    <section id="left-out" aria-labelledby="left-out-heading">
      <h2 id="left-out-heading">
        Left out <span class="tally">{leftOut.length}</span>
      </h2>
      <ul class="rows">
        {leftOut.map(({ file, reason, advice }) => (
          <li key={file}>
            <code>{file}</code>
            {`: ${reason}. `}
            <span class="where">{advice}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Statements of which earlier runs say nothing, because they asked something else by the same id. */
export function NotCompared(props: { notCompared: History['notCompared'] }) {
  const { notCompared } = props;
  if (notCompared.length === 0) return null;
  return (
    <section id="not-compared" aria-labelledby="not-compared-heading">
      <h2 id="not-compared-heading">
        Not compared <span class="tally">{notCompared.length}</span>
      </h2>
      <p class="lead">
        Runs of another version of suite or specification did not ask the same here. Their findings of these statements are left out; their
        verdicts stay as they were. Run this version again where you need them.
      </p>
      <ul class="rows">
        {notCompared.map(({ id, reason, runs }) => (
          <li key={id}>
            <code>{id}</code>
            {`: ${reason}. `}
            <span class="where">{`${count(runs.length, 'run')}: ${runs.length === 1 ? runs[0] : `${runs[0]} to ${runs.at(-1)}`}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
