import type { RunFigures } from './figures.ts';

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

/** A row for each run: its name, and these columns. */
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
