import type { Benchmark, ReportFigures, RunFigures } from './figures.ts';

export const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const milliseconds = (ms: number) => `${Math.round(ms)} ms`;
export const UNKNOWN = 'not available on this system';
export const megabytes = (mb: number | undefined) => (mb === undefined ? UNKNOWN : `${Math.round(mb)} MB`);
export const whole = (count: number) => Math.round(count).toLocaleString('en-GB');

/** The figures that people quote. */
export function headline({ suite, bareClient, allWallMs, allBareClientMs, ratioTotal, ratioRequestPhase, ...machine }: Benchmark): string {
  const statuses = Object.entries(bareClient.statuses).map(([status, count]) => `${status} ${whole(count)}`);
  return table([
    [
      '',
      `${machine.cores} cores, load ${machine.loadAverage.toFixed(1)} at the start, Node ${machine.node}; median of ${allWallMs.length}`,
    ],
    ['suite, wall time', `${seconds(suite.wallMs)} (${spread(allWallMs)})`],
    ['requests', `${whole(suite.requests)}, ${whole(suite.requestsPerSecond)} a second while requests are sent`],
    ['bare client, same requests', `${seconds(bareClient.phaseMs)} (${spread(allBareClientMs)}); answers: ${statuses.join(', ')}`],
    ['ratio, whole run', ratioTotal.toFixed(1)],
    ['ratio, request phase', ratioRequestPhase.toFixed(1)],
    ['records, bytes sent', `${whole(suite.records)}, ${(suite.bytesSent / 1e6).toFixed(1)} MB`],
    ['longest scenario', `${seconds(suite.longest.ms)}: ${suite.longest.title}`],
    ['processor time of the suite', suite.processes ? seconds(suite.processes.cpuMs) : UNKNOWN],
    ['largest process', megabytes(suite.processes?.largestMb)],
    ['all processes of the suite', `${megabytes(suite.processes?.sumMb)} (sum of their peaks)`],
    ['reference service', megabytes(suite.processes?.serviceMb)],
  ]);
}

/** Where the time of one run goes. */
export function breakdown({ startMs, preflightMs, requestPhaseMs, idleMs, endMs }: RunFigures): string {
  return table([
    ['start: npm, command, runner, service', seconds(startMs)],
    ['preflight, start of the workers', seconds(preflightMs)],
    ['requests', `${seconds(requestPhaseMs)}, of which none is under way for ${seconds(idleMs)}`],
    ['reports, end of all processes', seconds(endMs)],
  ]);
}

/** How time and memory grow with the number of generated inputs. */
export function growthTable(growth: readonly RunFigures[]): string {
  return table([
    ['inputs a property', 'wall time', 'requests', 'a second', 'records', 'sent', 'processor time', 'largest process', 'all processes'],
    ...growth.map(({ propertyRuns, wallMs, requests, requestsPerSecond, records, bytesSent, processes }) => [
      whole(propertyRuns),
      seconds(wallMs),
      whole(requests),
      whole(requestsPerSecond),
      whole(records),
      `${(bytesSent / 1e6).toFixed(1)} MB`,
      processes ? seconds(processes.cpuMs) : UNKNOWN,
      megabytes(processes?.largestMb),
      megabytes(processes?.sumMb),
    ]),
  ]);
}

/** How long the report takes to open, and to answer a search. */
export function reportTable({ checks, failures, bytes, renderMs, emptyMs, openMs, keystrokeMs, keystrokeP95Ms }: ReportFigures): string {
  return table([
    [`report of ${checks} checks, ${failures} failures`, `${(bytes / 1e6).toFixed(2)} MB, written in ${milliseconds(renderMs)}`],
    ['open, and its filter has run', `${milliseconds(openMs - emptyMs)} over an empty page (${milliseconds(emptyMs)})`],
    ['a keystroke in its filter, to paint', `${milliseconds(keystrokeMs)}; 95 %: ${milliseconds(keystrokeP95Ms)}`],
  ]);
}

function spread(all: readonly number[]): string {
  return `${seconds(Math.min(...all))} to ${seconds(Math.max(...all))}`;
}

export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
