/** @jsxImportSource preact */
import type { Sight } from '../../result/compare/comparison.ts';
import { type EndpointLatencies, type Followed, type History, sortedFindings, standingOf } from '../../result/compare/history.ts';
import type { Run } from '../../result/compare/side.ts';
import type { Latency } from '../../result/result.ts';
import { counted } from '../../specification/words.ts';
import { detailsOf, lastChange, verdictSince, whenOf } from '../comparison-words.ts';
import { headlineOf } from '../finding-view.ts';
import { COMPLETENESS, figure, STATUS, signOf } from '../words.ts';
import { LeftOut, RunsTable } from './compare.tsx';
import { FirstOf, List, Mark, Prose, renderDocument, Section, Table } from './parts.tsx';
import { VerdictBand } from './render.tsx';

/** More stand in a fold. */
const MOST_FINDINGS = 12;
const MOST_RUNS = 10;
/** A character a run, from the first to the last. The words beside it say the same. */
const MARKS: Readonly<Record<Sight, readonly [mark: string, words: string]>> = {
  seen: ['■', 'found'],
  waived: ['◧', 'found, and waived'],
  gone: ['─', 'looked for, not found'],
  'not-assessed': ['·', 'not looked for'],
};

const LATENCY = ['Endpoint', 'Median, last run', '95 %, last run', 'Median, all runs', '95 %, all runs'];
const ROUND_TRIPS =
  'Round trips in milliseconds; 95 % took no longer than the second figure. A conformance run is no load test: few requests, many of them odd, from one place.';
const NOT_LOOKED_FOR = 'Broken when a run last looked. Since then no run has looked: a fixture is missing, or the runs were filtered.';

/** A history as one HTML file without any script. */
export function renderHistory(history: History): string {
  const { runs, target, leftOut, notCompared } = history;
  const latencies = history.endpoints.flatMap(latencyRow);
  const span = (names: readonly string[]) => (names.length === 1 ? names[0] : `${names[0]} to ${names.at(-1)}`);
  return renderDocument(
    `${verdictSince(runs)}: ${target.baseUrl}`,
    <>
      <Header history={history} />
      <main class="page history">
        <Findings history={history} />
        <Section id="runs" heading="Runs" tally={runs.length} lead="The newest first. Times are UTC.">
          <FirstOf all={runs.toReversed()} most={MOST_RUNS} more={(number) => counted(number, 'earlier run')}>
            {(some, from) => <RunsTable label={from === 0 ? 'Table of runs' : 'Table of earlier runs'} runs={some} />}
          </FirstOf>
        </Section>
        {latencies.length === 0 ? null : (
          <Section id="latency" heading="Latency" tally={latencies.length} lead={ROUND_TRIPS}>
            <Table label="Table of latencies" head={LATENCY} rows={latencies} />
          </Section>
        )}
        <LeftOut
          id="not-compared"
          heading="Not compared"
          lead="Runs of another version of suite or specification did not ask the same here. Their findings of these statements are left out; their verdicts stay as they were. Run this version again where you need them."
          rows={notCompared.map(({ id: name, reason, runs: at }) => ({ name, reason, more: `${counted(at.length, 'run')}: ${span(at)}` }))}
        />
        <LeftOut
          id="left-out"
          heading="Left out"
          rows={leftOut.map(({ file, reason, advice }) => ({ name: file, reason, more: advice }))}
        />
      </main>
    </>,
  );
}

function Header(props: { history: History }) {
  const { runs, leftOut, target } = props.history;
  const { now, later } = standingOf(runs);
  const change = lastChange(props.history);
  const which =
    later === 1 ? 'The last run says nothing of the verdict: it has' : `The last ${later} runs say nothing of the verdict: they have`;
  const caveats = [
    ...(change === null ? [] : [`The last run, ${runs.at(-1)?.name}: ${change}.`]),
    ...(later === 0 ? [] : [`${which} none, or looked at a part only.`]),
    ...(leftOut.length === 0 ? [] : [`${counted(leftOut.length, 'result')} left out, each with the reason below.`]),
  ];
  /** In the order in which they came: *0.1.0, then 0.2.0*. */
  const versions = (versionOf: (run: Run) => string) => [...new Set(runs.map(versionOf))].join(', then ');
  return (
    <VerdictBand
      kicker="History of conformance results"
      verdict={now.verdict}
      partly={now.partly}
      headline={verdictSince(runs)}
      exit={`${now.name}: ${now.sentence}`}
      caveats={caveats}
      target={target}
      facts={[
        ['Runs', `${runs.length}, from ${runs[0]?.name} to ${runs.at(-1)?.name}`],
        ['Suite', versions(({ suiteVersion }) => suiteVersion)],
        ['Specification', versions(({ specificationVersion }) => specificationVersion)],
      ]}
    />
  );
}

/** Every finding, from the first run that shows it to the last: what is broken now comes first. */
function Findings({ history }: { history: History }) {
  const { broken, notLookedFor, waived, fixed, neverSeen } = sortedFindings(history);
  const marks = Object.values(MARKS).map(([mark, words]) => `${mark} ${words}`);
  const nothing = broken.length === 0 ? `${nothingBroken(history.runs, notLookedFor.length > 0, waived.length > 0)} ` : '';
  const key = history.findings.length === 0 ? '' : `A mark a run: ${marks.join(', ')}.`;
  const parts: readonly (readonly [id: string, heading: string, found: readonly Followed[], lead?: string])[] = [
    ['broken', 'Broken now', broken, `${nothing}${key}`.trim()],
    ['not-looked-for', 'Not looked for since', notLookedFor, NOT_LOOKED_FOR],
    ['waived', 'Waived', waived],
    ['fixed', 'Fixed', fixed, 'A later run looked, and found nothing.'],
    ['never-seen', 'Documented, never seen', neverSeen, COMPLETENESS],
  ];
  return parts.map(([id, heading, found, lead]) =>
    found.length === 0 && id !== 'broken' ? null : (
      <Section id={id} heading={heading} tally={found.length} lead={lead}>
        <FirstOf all={found} most={MOST_FINDINGS}>
          {(some) => <List rows={some.map((followed) => findingRow(followed, history))} />}
        </FirstOf>
      </Section>
    ),
  );
}

function nothingBroken(runs: History['runs'], isOpen: boolean, isWaived: boolean): string {
  if (isOpen) return 'The last run did not look for what was broken before, and found nothing else.';
  if (runs.at(-1)?.verdict === 'no-verdict') return 'The last run has no verdict, and found nothing.';
  return `The last run found nothing broken${isWaived ? ' that is not waived' : ''}.`;
}

function findingRow({ finding, sights, course }: Followed, { runs, endpoints }: History) {
  const isFixed = course.state === 'gone' && finding.level !== 'completeness';
  const sign = isFixed ? { ...STATUS.passed, word: 'fixed' } : signOf(course.waived ? 'waived' : 'failed', finding.level);
  return (
    <div class={sign.tone}>
      <Mark {...sign} />{' '}
      <b>
        <Prose text={headlineOf(finding, endpoints)} />
      </b>{' '}
      <code class="where">{finding.requirement}</code>
      <p>
        {whenOf(course, runs)} <span class="where">{detailsOf({ sights, course }, runs).join(' · ')}</span>
      </p>
      <p class="course" aria-hidden="true">
        {sights.map((sight) => MARKS[sight][0]).join('')}
      </p>
    </div>
  );
}

/** Round-trip times of an endpoint: in the last run, which may have measured none, and the least and the most of all runs. */
function latencyRow({ number, method, path, latencies }: EndpointLatencies) {
  const known = latencies.flatMap((latency) => latency ?? []);
  if (known.length === 0) return [];
  const last = latencies.at(-1);
  const quantiles = [({ medianMs }: Latency) => medianMs, ({ p95Ms }: Latency) => p95Ms];
  const range = (values: readonly number[]) => [...new Set([Math.min(...values), Math.max(...values)].map(figure))].join(' to ');
  const name = <code>{`${number} ${method} ${path}`}</code>;
  return [[name, ...quantiles.map((of) => (last == null ? '–' : figure(of(last)))), ...quantiles.map((of) => range(known.map(of)))]];
}
