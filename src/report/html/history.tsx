/** @jsxImportSource preact */
import type { Course } from '../../result/history/course.ts';
import type { EndpointLatencies, History, Run, Sight } from '../../result/history/history.ts';
import type { FormerFinding, Latency } from '../../result/result.ts';
import { placeOf, seenAt } from '../finding-words.ts';
import { detailsOf, type Followed, lastChange, sortedFindings, standingOf, whenOf } from '../history-words.ts';
import { renderDocument } from './document.tsx';
import { FirstOf, Section, Table } from './parts.tsx';
import { VerdictBand } from './verdict.tsx';
import { count, duration, figure, LEVEL, STATUS, short, signOf, verdictSign } from './words.ts';

/** More stand in a fold. */
const MOST_FINDINGS = 12;
const MOST_RUNS = 10;
const LONGEST_VALUE = 70;
const LONGEST_PLACE = 60;

/** A character a run, from the first to the last. The words beside it say the same. */
const MARKS: Readonly<Record<Sight, readonly [mark: string, words: string]>> = {
  seen: ['■', 'found'],
  waived: ['◧', 'found, and waived'],
  gone: ['─', 'looked for, not found'],
  'not-assessed': ['·', 'not looked for'],
};

/** A history as one HTML file without any script. */
export function renderHistory(history: History): string {
  return renderDocument(
    `${headline(history)}: ${history.target.baseUrl}`,
    <>
      <Header history={history} />
      <main class="page history">
        <Findings history={history} />
        <Runs runs={history.runs} />
        <Latencies history={history} />
        <NotCompared notCompared={history.notCompared} />
        <LeftOut leftOut={history.leftOut} />
      </main>
    </>,
  );
}

/** What people read first: the verdict of today, since when, and what the last run changed. */
function Header(props: { history: History }) {
  const { history } = props;
  const { runs, leftOut, target } = history;
  const { now, later } = standingOf(runs);
  const change = lastChange(history);
  const caveats = [
    change !== null && `The last run, ${runs.at(-1)?.name}: ${change}.`,
    later > 0 && laterWords(later),
    leftOut.length > 0 && (
      <>
        <a href="#left-out">{`${count(leftOut.length, 'result')} left out`}</a>, each with the reason.
      </>
    ),
  ];
  return (
    <VerdictBand
      kicker="History of conformance results"
      verdict={now.verdict}
      partly={now.partly}
      headline={headline(history)}
      exit={`${now.name}: ${now.sentence}`}
      caveats={caveats.filter((caveat) => caveat !== false)}
      target={target}
      facts={[
        ['Runs', `${runs.length}, from ${runs[0]?.name} to ${runs.at(-1)?.name}`],
        ['Suite', versions(runs, ({ suiteVersion }) => suiteVersion)],
        ['Specification', versions(runs, ({ specificationVersion }) => specificationVersion)],
      ]}
    />
  );
}

/** *Not conformant since 2026-02-21* */
function headline({ runs }: History): string {
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

/** Every finding, from the first run that shows it to the last: what is broken now comes first. */
function Findings(props: { history: History }) {
  const { history } = props;
  const { broken, notLookedFor, waived, fixed, neverSeen } = sortedFindings(history.findings);
  const marks = Object.values(MARKS).map(([mark, words]) => `${mark} ${words}`);
  const nothing = broken.length === 0 ? `${nothingBroken(history.runs, notLookedFor.length > 0)} ` : '';
  const key = history.findings.length === 0 ? '' : `A mark a run: ${marks.join(', ')}.`;
  const parts: readonly (readonly [id: string, heading: string, found: readonly Followed[], lead?: string])[] = [
    ['broken', 'Broken now', broken, `${nothing}${key}`.trim()],
    [
      'not-looked-for',
      'Not looked for since',
      notLookedFor,
      'Broken when a run last looked. Since then no run has looked: a fixture is missing, or the runs were filtered.',
    ],
    ['waived', 'Waived', waived],
    ['fixed', 'Fixed', fixed, 'A later run looked, and found nothing.'],
    ['never-seen', 'Documented, never seen', neverSeen, 'Documented fields that no answer of a run held. They may be absent.'],
  ];
  return (
    <>
      {parts.map(([id, heading, found, lead]) =>
        found.length === 0 && id !== 'broken' ? null : (
          <Section key={id} id={id} heading={heading} tally={found.length} lead={lead}>
            <FirstOf all={found} most={MOST_FINDINGS} more={(number) => `${number} more`}>
              {(some) => <Rows findings={some} history={history} />}
            </FirstOf>
          </Section>
        ),
      )}
    </>
  );
}

function nothingBroken(runs: History['runs'], isOpen: boolean): string {
  if (isOpen) return 'The last run did not look for what was broken before, and found nothing else.';
  return runs.at(-1)?.verdict === 'no-verdict' ? 'The last run has no verdict, and found nothing.' : 'The last run found nothing broken.';
}

function Rows(props: { findings: readonly Followed[]; history: History }) {
  const { runs, endpoints } = props.history;
  return (
    <ul class="rows">
      {props.findings.map(({ finding, sights, course }) => {
        const { symbol, word, tone } = signAfter(course, finding);
        const place = placeOf(finding);
        return (
          <li key={finding.id} class={tone}>
            <b class="mark" aria-hidden="true">
              {symbol}
            </b>{' '}
            <span class="unseen">{`${word}: `}</span>
            <code>{finding.requirement}</code>{' '}
            {finding.level === 'robustness' ? <span class="level">{LEVEL[finding.level].name}</span> : null}{' '}
            <span class="where">{seenAt(finding, endpoints)}</span>
            <p>
              {place === undefined ? null : <code>{`${short(place, LONGEST_PLACE)} `}</code>}
              {`expected ${short(finding.expected, LONGEST_VALUE)} → ${short(finding.actual, LONGEST_VALUE)}`}
            </p>
            <p>
              <b>{whenOf(course, runs)}</b> <span class="where">{detailsOf(course, { finding, sights }, runs).join(' · ')}</span>
            </p>
            <p class="course" aria-hidden="true">
              {sights.map((sight) => MARKS[sight][0]).join('')}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** What is fixed steps back: it is in a quiet colour. */
function signAfter({ state, waived }: Course, { level }: FormerFinding) {
  if (state === 'gone' && level !== 'completeness') return { symbol: STATUS.passed.symbol, word: 'fixed', tone: 'fixed' };
  return signOf(waived ? 'waived' : 'failed', level);
}

const RUN = [
  'Run',
  'Verdict',
  'Broken',
  'Robustness',
  'Not assessed',
  'In part',
  'Left behind',
  'Duration',
  'Suite, specification',
  'File',
];

/** Every run with its verdict and its figures, the newest first. */
function Runs(props: { runs: readonly Run[] }) {
  return (
    <Section id="runs" heading="Runs" tally={props.runs.length} lead="The newest first. Times are UTC.">
      <FirstOf all={props.runs.toReversed()} most={MOST_RUNS} more={(number) => count(number, 'earlier run')}>
        {(some, from) => (
          <Table label={from === 0 ? 'Table of runs' : 'Table of earlier runs'} head={RUN} words={[1, 8, 9]} rows={some.map(runRow)} />
        )}
      </FirstOf>
    </Section>
  );
}

function runRow(run: Run) {
  const { name, sentence, partial, counts, leftBehind, durationMs, suiteVersion, specificationVersion, file } = run;
  const verdict = `${verdictSign(run).symbol} ${sentence}${partial ? ' · part of a run: it was filtered, or ended early' : ''}`;
  const records = leftBehind?.reduce((sum, { count: created }) => sum + created, 0);
  const figures = [counts?.broken, counts?.robustness, counts?.notAssessed, counts?.inPart, records].map((value) => value ?? '–');
  return [name, verdict, ...figures, duration(durationMs), `${suiteVersion}, ${specificationVersion}`, <code key="file">{file}</code>];
}

const LATENCY = ['Endpoint', 'Median, last run', '95 %, last run', 'Median, all runs', '95 %, all runs'];

/** Round-trip times of each endpoint: in the last run, and the least and the most of all runs. */
function Latencies(props: { history: History }) {
  const rows = props.history.endpoints.flatMap(({ number, method, path, latencies }) => {
    const known = latencies.flatMap((latency) => latency ?? []);
    const quantiles = [({ medianMs }: Latency) => medianMs, ({ p95Ms }: Latency) => p95Ms];
    const name = <code key={number}>{`${number} ${method} ${path}`}</code>;
    return known.length === 0
      ? []
      : [[name, ...quantiles.map((of) => lastOf(latencies, of)), ...quantiles.map((of) => range(known.map(of)))]];
  });
  if (rows.length === 0) return null;
  const lead =
    'Round trips in milliseconds; 95 % took no longer than the second figure. A conformance run is no load test: few requests, many of them odd, from one place.';
  return (
    <Section id="latency" heading="Latency" tally={rows.length} lead={lead}>
      <Table label="Table of latencies" head={LATENCY} rows={rows} />
    </Section>
  );
}

/** Of the last run, which may have measured none. */
function lastOf(latencies: EndpointLatencies['latencies'], quantile: (latency: Latency) => number): string {
  const latency = latencies.at(-1);
  return latency == null ? '–' : figure(quantile(latency));
}

function range(values: readonly number[]): string {
  const [least, most] = [figure(Math.min(...values)), figure(Math.max(...values))];
  return least === most ? least : `${least} to ${most}`;
}

/** Results in the folder that are no part of the history, each with the reason and what to do. */
function LeftOut(props: { leftOut: History['leftOut'] }) {
  const rows = props.leftOut.map(({ file, reason, advice }) => ({ name: file, reason, more: advice }));
  return <Reasons id="left-out" heading="Left out" rows={rows} />;
}

const OTHER_VERSIONS =
  'Runs of another version of suite or specification did not ask the same here. Their findings of these statements are left out; their verdicts stay as they were. Run this version again where you need them.';

/** Statements of which earlier runs say nothing, because they asked something else by the same id. */
function NotCompared(props: { notCompared: History['notCompared'] }) {
  const span = (runs: readonly string[]) => (runs.length === 1 ? runs[0] : `${runs[0]} to ${runs.at(-1)}`);
  const rows = props.notCompared.map(({ id, reason, runs }) => ({ name: id, reason, more: `${count(runs.length, 'run')}: ${span(runs)}` }));
  return <Reasons id="not-compared" heading="Not compared" lead={OTHER_VERSIONS} rows={rows} />;
}

function Reasons(props: { id: string; heading: string; lead?: string; rows: readonly { name: string; reason: string; more: string }[] }) {
  const { rows, ...section } = props;
  if (rows.length === 0) return null;
  return (
    <Section {...section} tally={rows.length}>
      <ul class="rows">
        {rows.map(({ name, reason, more }) => (
          <li key={name}>
            <code>{name}</code>
            {`: ${reason}. `}
            <span class="where">{more}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
