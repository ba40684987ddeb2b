/** @jsxImportSource preact */
import type { ConformanceResult, Latency } from '../../result/result.ts';
import { Prose } from './prose.tsx';
import { Scroll } from './scroll.tsx';
import { endpointName, figure } from './words.ts';

/** Round-trip times per endpoint. */
export function Latencies(props: {
  latencies: readonly Latency[];
  inFlight: number | undefined;
  endpoints: ConformanceResult['endpoints'];
}) {
  const { latencies, inFlight, endpoints } = props;
  if (latencies.length === 0) return null;
  const scale = Math.max(1, ...latencies.map(({ p95Ms }) => p95Ms));
  return (
    <section id="latency" data-aside aria-labelledby="latency-heading">
      <h2 id="latency-heading">Latency</h2>
      <p class="lead">
        Round trips as this run met them, in milliseconds. A conformance run is no load test: few requests, many of them odd, from one
        place.{inFlight !== undefined && ` At most ${inFlight} were in flight at once in one worker.`}
      </p>
      <Scroll label="Table of latencies">
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">Endpoint</th>
              <th scope="col">Requests</th>
              <th scope="col">Median</th>
              <th scope="col">95 %</th>
              <th scope="col">Slowest</th>
              <th scope="col" class="bar">
                Median and 95 %
              </th>
            </tr>
          </thead>
          <tbody>
            {latencies.map((latency) => (
              <tr key={latency.endpoint}>
                <th scope="row">
                  <code>{endpointName(endpoints, latency.endpoint)}</code>
                </th>
                <td>{latency.count}</td>
                <td>{figure(latency.medianMs)}</td>
                <td>{figure(latency.p95Ms)}</td>
                <td>{figure(latency.maxMs)}</td>
                <td class="bar">
                  <svg width="100%" height="12" aria-hidden="true">
                    <rect class="p95" width={`${((latency.p95Ms / scale) * 100).toFixed(1)}%`} height="12" />
                    <rect class="median" width={`${((latency.medianMs / scale) * 100).toFixed(1)}%`} height="12" />
                  </svg>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

/** How many generated inputs each property tried, and how many the target accepted. A property proves little if all were refused. */
export function Properties(props: { properties: ConformanceResult['properties']; endpoints: ConformanceResult['endpoints'] }) {
  const { properties, endpoints } = props;
  if (properties.length === 0) return null;
  return (
    <section id="properties" data-aside aria-labelledby="properties-heading">
      <h2 id="properties-heading">Properties</h2>
      <p class="lead">Generated inputs. The target may refuse an unusual one; only what it accepted shows anything.</p>
      <Scroll label="Table of properties">
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">Property</th>
              <th scope="col">Endpoint</th>
              <th scope="col">Tried</th>
              <th scope="col">Accepted</th>
            </tr>
          </thead>
          <tbody>
            {properties.map(({ title, endpoint, tried, accepted }) => (
              <tr key={title}>
                <th scope="row">
                  <Prose text={title} />
                </th>
                <td class="word">
                  <code>{endpointName(endpoints, endpoint)}</code>
                </td>
                <td>{tried}</td>
                <td>{accepted}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}
