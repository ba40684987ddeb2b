/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { exitReason } from '../../result/exit-reason.ts';
import type { ConformanceResult, LostTarget, Verdict } from '../../result/result.ts';
import { caveatsOf, failsRun, isPartly } from '../../result/verdict.ts';
import { readableTime } from '../../specification/words.ts';
import { duration, lastRequest, lostHeading, verdictSign } from '../words.ts';
import { type Fact, Facts, Lines, List } from './parts.tsx';

/** What people read first on a page: a verdict, what limits it, and what it is of. */
export function VerdictBand(props: {
  kicker: string;
  verdict: Verdict;
  partly: boolean;
  headline: string;
  exit: string | null;
  caveats: readonly ComponentChildren[];
  target: ConformanceResult['target'];
  facts: readonly Fact[];
}) {
  const { symbol, tone } = verdictSign(props);
  const target = (
    <>
      <code>{props.target.baseUrl}</code>
      {props.target.embedded ? ' (embedded reference service)' : null}
    </>
  );
  return (
    <header class={`verdict ${tone}`}>
      <div class="page">
        <p class="where">{props.kicker}</p>
        <h1>
          <span class="seal" aria-hidden="true">
            {symbol}
          </span>
          <span>{props.headline}</span>
        </h1>
        {props.exit === null ? null : <p class="exit">{props.exit}</p>}
        <Lines class="caveat" lines={props.caveats} />
        <Facts class="facts" facts={[['Target', target], ...props.facts]} />
      </div>
    </header>
  );
}

export function RunVerdict({ result }: { result: ConformanceResult }) {
  const { suite, specification, verdict, startedAt } = result;
  return (
    <VerdictBand
      kicker={`Conformance report · ${specification.title}, version ${specification.version}`}
      verdict={verdict}
      partly={isPartly(result)}
      headline={result.sentence}
      exit={exitSentence(result)}
      caveats={caveatsOf(result)}
      target={result.target}
      facts={[
        ['Date', <time dateTime={startedAt}>{readableTime(startedAt)}</time>],
        ['Duration', duration(result.durationMs)],
        ['Suite', `${suite.name} ${suite.version}`],
        ['Seed', <code>{result.seed}</code>],
      ]}
    />
  );
}

/** Why the run ends with its exit code; null where more than the result decides on it: of a shard, a stopped run, a run without a verdict. */
function exitSentence(result: ConformanceResult): string | null {
  if (result.verdict === 'no-verdict' || result.partial === true || result.interrupted) return null;
  return exitReason(failsRun(result) ? 1 : 0, result);
}

/** Above everything else: the target went away, and what was asked of it last. */
export function Lost(props: { lost: LostTarget | undefined }) {
  const { lost } = props;
  if (lost === undefined) return null;
  return (
    <section class="verdict failed" aria-labelledby="lost-heading">
      <div class="page">
        <p id="lost-heading">
          <strong>{lost.reason}</strong>
        </p>
        <p>{lostHeading(lost)}</p>
        <List
          rows={lost.requests.map((request) => (
            <>
              {lastRequest(request)}
              <pre class="evidence">{request.curl}</pre>
            </>
          ))}
        />
      </div>
    </section>
  );
}
