/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { exitOfWhole } from '../../result/exit-reason.ts';
import type { ConformanceResult, LostTarget, Verdict } from '../../result/result.ts';
import { caveatsOf, isPartly } from '../../result/verdict.ts';
import { counted, readableTime } from '../../specification/words.ts';
import { duration, lastRequest, lostHeading, NEVER_SEEN, STATUS, VERDICT, verdictSign } from '../words.ts';
import { notCovered, observations, sensitivity, settings, since } from './about.tsx';
import { findings, neverSeen } from './findings.tsx';
import { matrix } from './overview.tsx';
import { type Fact, Facts, Fold, Lines, List, renderDocument, Section, type SectionProps } from './parts.tsx';
import { notAssessed, passed, type Row, rowsOf, type ShownFinding } from './rows.tsx';
import { theRun } from './the-run.tsx';

/** The report as one HTML file. For reading, it needs no script. */
export function renderHtml(result: ConformanceResult): string {
  const { suite, specification, verdict, startedAt, target } = result;
  return renderDocument(
    `${VERDICT[verdict].word}: ${target.baseUrl}`,
    <>
      <a class="unseen" href="#results">
        Skip to what needs attention
      </a>
      <VerdictBand
        kicker={`Conformance report · ${specification.title}, version ${specification.version}`}
        verdict={verdict}
        partly={isPartly(result)}
        headline={result.sentence}
        exit={exitOfWhole(result)}
        caveats={caveatsOf(result)}
        target={target}
        facts={[
          ['Date', <time dateTime={startedAt}>{readableTime(startedAt)}</time>],
          ['Duration', duration(result.durationMs)],
          ['Suite', `${suite.name} ${suite.version}`],
          ['Seed', <code>{result.seed}</code>],
        ]}
      />
      {result.lost && <Lost lost={result.lost} />}
      <Body result={result} />
      <p id="told" class="unseen" role="status" />
    </>,
    true,
  );
}

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

/** Right below the verdict: the target went away, and what was asked of it last. */
const Lost = ({ lost }: { lost: LostTarget }) => (
  <section class="verdict failed" aria-labelledby="lost-heading">
    <div class="page">
      <p id="lost-heading">
        <strong>{lost.reason}</strong>
      </p>
      <p>{lostHeading(lost)}</p>
      <List
        rows={lost.requests.map((request) => (
          <Fold summary={lastRequest(request)}>
            <pre class="evidence">{request.curl}</pre>
          </Fold>
        ))}
      />
    </div>
  </section>
);

function Body({ result }: { result: ConformanceResult }) {
  const { rows, shown } = rowsOf(result);
  // In the same order in every run.
  const sections = [
    findings(result, shown),
    since(result),
    matrix(result, rows),
    notAssessed(result, rows),
    neverSeen(result, shown),
    sensitivity(result),
    observations(result),
    theRun(result),
    passed(result, rows),
    notCovered(result),
    settings(result),
  ].filter((each) => each !== null);
  return (
    <div class="page columns">
      <Contents sections={sections} />
      <main>
        {rows.length === 0 ? <p class="lead">No check was made.</p> : <Search rows={rows} shown={shown} endpoints={result.endpoints} />}
        <div id="results" tabIndex={-1}>
          <p id="no-match" hidden>
            No row matches this filter.
          </p>
          {sections.map(Section)}
        </div>
      </main>
    </div>
  );
}

const Contents = (props: { sections: readonly SectionProps[] }) => (
  <nav class="contents" aria-labelledby="contents-heading">
    <h2 id="contents-heading">Contents</h2>
    <ul>
      {props.sections.map(({ id, heading, tally }) => (
        <li>
          <a href={`#${id}`}>
            {heading} {tally === undefined ? null : <span class="tally">{tally}</span>}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

/** The search box and its chips. They need the script, so the script shows them. */
function Search(props: { rows: readonly Row[]; shown: readonly ShownFinding[]; endpoints: ConformanceResult['endpoints'] }) {
  const { rows, shown, endpoints } = props;
  const open = shown.filter(({ finding }) => !finding.waived);
  const unseen = open.filter(({ finding }) => finding.level === 'completeness').length;
  const checks = (status: string) => rows.filter(({ check }) => check.status === status).length;
  // Each says its unit: findings, or checks.
  const chips = [
    ['failed', STATUS.failed, open.length - unseen, counted(open.length - unseen, 'finding')],
    ['waived', STATUS.waived, shown.length - open.length, `${shown.length - open.length} waived`],
    ['never-seen', NEVER_SEEN, unseen, `${unseen} never seen`],
    ['not-assessed', STATUS['not-assessed'], checks('not-assessed'), `${counted(checks('not-assessed'), 'check')} not assessed`],
    ['passed', STATUS.passed, checks('passed'), `${counted(checks('passed'), 'check')} passed`],
  ] as const;
  return (
    <search id="search" class="search" hidden>
      <form action="#" method="get">
        <label for="query">Filter</label>
        <input id="query" type="search" autoComplete="off" spellcheck={false} placeholder="s:failed ep:18" aria-describedby="query-count" />
        <select id="endpoint" aria-label="Endpoint">
          <option value="">all endpoints</option>
          {endpoints.map(({ number, method, path }) => (
            <option value={number}>{`${number} ${method} ${path}`}</option>
          ))}
        </select>
        <button type="button" id="clear">
          Clear
        </button>
        <fieldset>
          <legend class="unseen">Show only</legend>
          {chips.map(([status, { symbol, tone }, number, words]) =>
            number === 0 ? null : (
              <button type="button" class={`chip ${tone}`} data-chip={`s:${status}`} aria-pressed="false">
                <b aria-hidden="true">{symbol}</b> {words}
              </button>
            ),
          )}
        </fieldset>
        <output id="query-count" class="where" for="query" aria-live="polite" />
      </form>
    </search>
  );
}
