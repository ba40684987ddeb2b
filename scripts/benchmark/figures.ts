import { createdOf } from '../../src/result/left-behind.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { idleMs, lastEnd, type Run, runSuite, TIMEOUT_MS } from './run.ts';
import type { Target } from './targets.ts';

/** One run in figures; times in milliseconds, memory in MB. Null is what a run without a result does not tell. */
type RunFigures = ReturnType<typeof runFigures>;

export function runFigures({ wallMs, startedAt, processes, requests, result }: Run) {
  const first = requests[0]?.startMs ?? startedAt;
  const phase = lastEnd(requests) - first;
  return {
    wallMs,
    requests: requests.length,
    requestsPerSecond: requests.length / (phase / 1000),
    /** Heads and bodies of all requests. */
    bytesSent: sum(requests.map(({ bytes }) => bytes)),
    records: result && createdOf(result.leftBehind ?? []),
    longest: result && longest(result),
    /** From starting npm to the first request: npm, the runner, the embedded service. */
    startMs: first - startedAt,
    /** From there to the last answer. */
    requestPhaseMs: phase,
    /** Of the request phase: the time in which no request was under way. */
    idleMs: idleMs(requests),
    /** From the last answer to the end: reports, and the end of all processes. */
    endMs: startedAt + wallMs - lastEnd(requests),
    /** Of the suite's processes, without the service. */
    cpuMs: sum(processes.map(({ cpuMs }) => cpuMs)),
    /** The peaks of the suite's processes; they need not have been at the same time. */
    sumMb: sum(processes.map(({ megabytes }) => megabytes)),
    largestMb: Math.max(...processes.map(({ megabytes }) => megabytes)),
  };
}

function longest({ tests = [] }: ConformanceResult): { readonly title: string; readonly ms: number } | null {
  const [first] = [...tests].sort((a, b) => b.durationMs - a.durationMs);
  return first === undefined ? null : { title: first.title, ms: first.durationMs };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The middle one by some measure, so that one disturbed repetition does not decide. */
export function median<T>(all: readonly T[], measure: (one: T) => number): T {
  const middle = [...all].sort((a, b) => measure(a) - measure(b))[Math.floor((all.length - 1) / 2)];
  if (middle === undefined) throw new Error('There is no median of nothing.');
  return middle;
}

export interface Place {
  readonly name: string;
  readonly target: Target;
  readonly args?: readonly string[];
}

/** Runs at each place in turn, so many times, since a shared machine may be slower a minute later. Each run has a fresh target: a full store is slower. */
export async function inTurns(places: readonly Place[], repetitions: number) {
  const entries = places.map((place) => ({ ...place, runs: [] as RunFigures[] }));
  for (let index = 0; index < repetitions; index += 1)
    for (const { target, args = [], runs } of entries) runs.push(runFigures(await runSuite(target, { args })));
  const all = entries.map((entry) => ({ ...entry, typical: median(entry.runs, ({ wallMs }) => wallMs) }));
  return all.map(({ name, target, runs, typical }) => {
    const { typical: first = typical } = all[0] ?? {};
    return {
      ...{ name, typical, allWallMs: runs.map(({ wallMs }) => wallMs) },
      // Less one time-out for what hangs.
      toFirst: (typical.wallMs - (target.hangs ? TIMEOUT_MS : 0)) / first.wallMs,
      cpuToFirst: typical.cpuMs / first.cpuMs,
    };
  });
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
export const milliseconds = (ms: number) => `${Math.round(ms)} ms`;
export const whole = (count: number) => Math.round(count).toLocaleString('en-GB');
const megabytes = (mb: number) => `${Math.round(mb)} MB`;

/** What a table shows of a run, by the heading of its column. */
const COLUMNS = {
  'wall time': ({ wallMs }) => seconds(wallMs),
  'first request': ({ startMs }) => seconds(startMs),
  'nothing under way': ({ idleMs }) => seconds(idleMs),
  'longest scenario': ({ longest, wallMs }) => longest && `${seconds(longest.ms)}, ${Math.round((100 * longest.ms) / wallMs)} %`,
  requests: ({ requests }) => whole(requests),
  'a second': ({ requestsPerSecond }) => whole(requestsPerSecond),
  records: ({ records }) => records && whole(records),
  sent: ({ bytesSent }) => `${(bytesSent / 1e6).toFixed(1)} MB`,
  'processor time': ({ cpuMs }) => seconds(cpuMs),
  'largest process': ({ largestMb }) => megabytes(largestMb),
  'all processes': ({ sumMb }) => megabytes(sumMb),
} satisfies Readonly<Record<string, (run: RunFigures) => string | number | null>>;

type Column = keyof typeof COLUMNS;

export function runTable(title: string, columns: readonly Column[], runs: readonly (readonly [string, RunFigures])[]): string {
  return table([
    [title, ...columns],
    ...runs.map(([name, run]) => [name, ...columns.map((column) => `${COLUMNS[column](run) ?? 'unknown'}`)]),
  ]);
}

export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}
