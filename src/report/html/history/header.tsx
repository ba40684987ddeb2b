/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { History, Run } from '../../../result/history/history.ts';
import { lastChange, standingOf } from '../../history-words.ts';
import { count, verdictSign } from '../words.ts';

/** What people read first: the verdict of today, since when, and what the last run changed. */
export function Header(props: { history: History }) {
  const { history } = props;
  const { runs, leftOut, target } = history;
  const { now, later } = standingOf(runs);
  const { symbol, tone } = verdictSign(now);
  const change = lastChange(history);
  return (
    <header class={`verdict ${tone}`}>
      <div class="page">
        <p class="kicker">History of conformance results</p>
        <h1>
          <span class="seal" aria-hidden="true">
            {symbol}
          </span>
          <span>{headline(history)}</span>
        </h1>
        <p class="exit">{`${now.name}: ${now.sentence}`}</p>
        {change === null ? null : <p class="caveat">{`The last run, ${runs.at(-1)?.name}: ${change}.`}</p>}
        {later === 0 ? null : <p class="caveat">{laterWords(later)}</p>}
        {leftOut.length === 0 ? null : (
          <p class="caveat">
            <a href="#left-out">{`${count(leftOut.length, 'result')} left out`}</a>, each with the reason.
          </p>
        )}
        <dl class="facts">
          <Fact name="Target">
            <code>{target.baseUrl}</code>
            {target.embedded ? ' (embedded reference service)' : null}
          </Fact>
          <Fact name="Runs">{runs.length}</Fact>
          <Fact name="First">{runs[0]?.name}</Fact>
          <Fact name="Last">{runs.at(-1)?.name}</Fact>
          <Fact name="Suite">{versions(runs, ({ suiteVersion }) => suiteVersion)}</Fact>
          <Fact name="Specification">{versions(runs, ({ specificationVersion }) => specificationVersion)}</Fact>
        </dl>
      </div>
    </header>
  );
}

/** *Not conformant since 2026-02-21* */
export function headline({ runs }: History): string {
  const { now, since, fromTheFirst } = standingOf(runs);
  const { word } = verdictSign(now);
  if (runs.length === 1) return `${word} on ${now.name}`;
  return fromTheFirst ? `${word} since the first run, ${since.name}` : `${word} since ${since.name}`;
}

function laterWords(later: number): string {
  return later === 1
    ? 'The last run says nothing of the verdict: it has none, or looked at a part only.'
    : `The last ${later} runs say nothing of the verdict: they have none, or looked at a part only.`;
}

/** In the order in which they came: *0.1.0, then 0.2.0*. */
function versions(runs: readonly Run[], versionOf: (run: Run) => string): string {
  return [...new Set(runs.map(versionOf))].join(', then ');
}

function Fact(props: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
