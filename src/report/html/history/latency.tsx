/** @jsxImportSource preact */
import type { EndpointLatencies, History, Run } from '../../../result/history/history.ts';
import type { Latency } from '../../../result/result.ts';
import { count, figure } from '../words.ts';
import { Axis } from './bar.tsx';
import { Columns, type Measured } from './columns.tsx';

/** Round-trip times of each endpoint over the runs: a chart, its figures beside it, and each run in a fold. */
export function EndpointLatency(props: { history: History }) {
  const { runs, endpoints } = props.history;
  const measured = endpoints.filter(({ latencies }) => latencies.some((latency) => latency !== null));
  if (measured.length === 0) return null;
  return (
    <section id="latency" aria-labelledby="latency-heading">
      <h2 id="latency-heading">Latency</h2>
      <p class="lead">
        Round trips in milliseconds, each chart on a scale of its own. A conformance run is no load test: few requests, many of them odd,
        from one place.
      </p>
      <p class="key">
        <span>
          <svg width="12" height="12" aria-hidden="true">
            <rect class="median" width="12" height="12" />
          </svg>{' '}
          median
        </span>
        <span>
          <svg width="12" height="12" aria-hidden="true">
            <rect class="p95" width="12" height="12" />
          </svg>{' '}
          95 % took no longer
        </span>
      </p>
      <div class="latencies">
        {measured.map((endpoint) => (
          <Endpoint key={endpoint.number} endpoint={endpoint} runs={runs} />
        ))}
      </div>
    </section>
  );
}

const QUANTILES = [
  ['p95', '95 %', ({ p95Ms }: Latency) => p95Ms],
  ['median', 'Median', ({ medianMs }: Latency) => medianMs],
] as const;

function Endpoint(props: { endpoint: EndpointLatencies; runs: readonly Run[] }) {
  const { endpoint, runs } = props;
  const { number, method, path, latencies } = endpoint;
  const known = latencies.flatMap((latency) => latency ?? []);
  const most = Math.max(...known.map(({ p95Ms }) => p95Ms));
  const measured = (quantile: (latency: Latency) => number): Measured[] =>
    latencies.map((latency, index) => ({ value: latency && quantile(latency), partial: runs[index]?.partial === true }));
  return (
    <section class="latency" aria-labelledby={`latency-${number}`}>
      <h3 id={`latency-${number}`}>
        <code>{`${number} ${method} ${path}`}</code>
      </h3>
      <div class="beside">
        <div class="chart">
          <Columns series={QUANTILES.map(([tone, , quantile]) => ({ tone, measured: measured(quantile) }))} most={most} height={72} />
          <Axis runs={runs} />
        </div>
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">ms</th>
              <th scope="col">Last</th>
              <th scope="col">Least</th>
              <th scope="col">Most</th>
            </tr>
          </thead>
          <tbody>
            {QUANTILES.toReversed().map(([tone, name, quantile]) => (
              <tr key={tone}>
                <th scope="row">{name}</th>
                <td>{last(latencies, quantile)}</td>
                <td>{figure(Math.min(...known.map(quantile)))}</td>
                <td>{figure(Math.max(...known.map(quantile)))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {runs.length === 1 ? null : <Figures endpoint={endpoint} runs={runs} />}
    </section>
  );
}

/** Of the last run, which may have measured none. */
function last(latencies: EndpointLatencies['latencies'], quantile: (latency: Latency) => number): string {
  const latency = latencies.at(-1);
  return latency == null ? '–' : figure(quantile(latency));
}

function Figures(props: { endpoint: EndpointLatencies; runs: readonly Run[] }) {
  const { endpoint, runs } = props;
  return (
    <details class="fold">
      <summary>
        {`Each of ${count(runs.length, 'run')}`}
        <span class="unseen">{`, endpoint ${endpoint.number}`}</span>
      </summary>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Requests</th>
            <th scope="col">Median</th>
            <th scope="col">95 %</th>
            <th scope="col">Slowest</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run, index) => {
            const latency = endpoint.latencies[index] ?? null;
            const cells = latency === null ? ['–', '–', '–', '–'] : cellsOf(latency);
            return (
              <tr key={run.file}>
                <th scope="row">{run.name}</th>
                {cells.map((cell, place) => (
                  <td key={`${place}`}>{cell}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}

function cellsOf({ count: requests, medianMs, p95Ms, maxMs }: Latency): string[] {
  return [`${requests}`, figure(medianMs), figure(p95Ms), figure(maxMs)];
}
