/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { ConformanceResult } from '../../result/result.ts';
import { isPartly } from '../../result/verdict.ts';
import { exitSentence } from './exit.ts';
import { duration, readableTime, verdictSign } from './words.ts';

/** What people read first: the verdict with its denominator, and the run. */
export function VerdictBand(props: { result: ConformanceResult }) {
  const { result } = props;
  const { suite, specification, verdict } = result;
  const { symbol, tone } = verdictSign({ verdict, partly: isPartly(result) });
  const exit = exitSentence(result);
  return (
    <header class={`verdict ${tone}`}>
      <div class="page">
        <p class="kicker">{`Conformance report · ${specification.title}, version ${specification.version}`}</p>
        <h1>
          <span class="seal" aria-hidden="true">
            {symbol}
          </span>
          <span>{result.sentence}</span>
        </h1>
        {exit === null ? null : <p class="exit">{exit}</p>}
        {result.noVerdictReason === undefined ? null : <p class="caveat">{result.noVerdictReason}</p>}
        {result.waiverProblems?.map((problem) => (
          <p key={problem} class="caveat">
            {problem}
          </p>
        ))}
        {result.partial === true ? (
          <p class="caveat">
            <strong>Part of a run.</strong> It was filtered, so not all checks were meant to run: the verdict speaks for those that did.
          </p>
        ) : null}
        {result.interrupted ? (
          <p class="caveat">The run ended before all its checks were done: what is missing here was not looked at.</p>
        ) : null}
        {result.notices?.map((notice) => (
          <p key={notice} class="caveat">
            {notice}
          </p>
        ))}
        <dl class="facts">
          <Fact name="Target">
            <code>{result.target.baseUrl}</code>
            {result.target.embedded ? ' (embedded reference service)' : null}
          </Fact>
          <Fact name="Date">
            <time dateTime={result.startedAt}>{readableTime(result.startedAt)}</time>
          </Fact>
          <Fact name="Duration">{duration(result.durationMs)}</Fact>
          <Fact name="Suite">{`${suite.name} ${suite.version}`}</Fact>
          <Fact name="Seed">
            <code>{result.seed}</code>
          </Fact>
        </dl>
      </div>
    </header>
  );
}

function Fact(props: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
