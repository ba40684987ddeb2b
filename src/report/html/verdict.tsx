/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { ConformanceResult, Level, RequirementResult, Status } from '../../result/result.ts';
import { Scroll } from './scroll.tsx';
import { duration, LEVEL, LEVELS, readableTime, STATUS, STATUSES, VERDICT } from './words.ts';

/** What people read first: the verdict with its denominator, and the run. */
export function VerdictBand(props: { result: ConformanceResult }) {
  const { result } = props;
  const { suite, specification, verdict } = result;
  return (
    <header class={`verdict ${verdict}`}>
      <div class="page">
        <p class="kicker">{`Conformance report · ${specification.title}, version ${specification.version}`}</p>
        <h1>
          <span class="seal" aria-hidden="true">
            {VERDICT[verdict].symbol}
          </span>
          <span>{result.sentence}</span>
        </h1>
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

/** Requirements by level and status, so that no level hides behind another. */
export function Totals(props: { requirements: readonly RequirementResult[] }) {
  return (
    <section id="totals" class="totals" data-aside aria-labelledby="totals-heading">
      <h2 id="totals-heading">By level</h2>
      <Scroll label="Table of levels">
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">Level</th>
              {STATUSES.map((status) => (
                <th key={status} scope="col">
                  <span class={`status ${status}`}>{`${STATUS[status].symbol} ${STATUS[status].word}`}</span>
                </th>
              ))}
              <th scope="col">of</th>
            </tr>
          </thead>
          <tbody>
            {LEVELS.map((level) => (
              <Total key={level} level={level} requirements={props.requirements.filter((requirement) => requirement.level === level)} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

function Total(props: { level: Level; requirements: readonly RequirementResult[] }) {
  const { level, requirements } = props;
  const number = (status: Status) => requirements.filter((requirement) => requirement.status === status).length;
  return (
    <tr>
      <th scope="row">{LEVEL[level].name}</th>
      {STATUSES.map((status) => (
        <td key={status}>
          {number(status) === 0 ? (
            <span class="zero">0</span>
          ) : (
            <a href={`#q=${encodeURIComponent(`level:${level} s:${status}`)}`} data-filter={`level:${level} s:${status}`}>
              {number(status)}
            </a>
          )}
        </td>
      ))}
      <td>{requirements.length}</td>
    </tr>
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
