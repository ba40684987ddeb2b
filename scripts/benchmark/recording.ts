import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request that a process of the suite sent. Times are milliseconds since the Unix epoch. */
export interface RecordedRequest {
  readonly startMs: number;
  readonly endMs: number;
  /** Of head and body, as they were sent. */
  readonly bytes: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: string[];
  /** Base64; empty for none. */
  readonly body: string;
}

interface Recording {
  /** What the process took: its peak of memory, and processor time, which hardly depends on what else the machine does. */
  readonly use: { readonly program: string; readonly megabytes: number; readonly cpuMs: number };
  readonly requests: readonly RecordedRequest[];
}

const SERVICE = /reference\/main\.[jt]s$/;

/** Reads what `record-requests.mjs` wrote of one run: all requests in the order in which they went out, and what the suite's processes took. */
export function readRecording(directory: string) {
  const parts = readdirSync(directory).map((file) => JSON.parse(readFileSync(join(directory, file), 'utf8')) as Recording);
  return {
    requests: parts.flatMap(({ requests }) => requests).sort((a, b) => a.startMs - b.startMs),
    processes: parts.map(({ use }) => use).filter(({ program }) => !SERVICE.test(program)),
  };
}

export function lastEnd(requests: readonly RecordedRequest[]): number {
  return requests.reduce((latest, { endMs }) => Math.max(latest, endMs), 0);
}

/** Milliseconds between first and last in which no request was under way. */
export function idleMs(requests: readonly RecordedRequest[]): number {
  let [idle, busyUntil] = [0, requests[0]?.startMs ?? 0];
  for (const { startMs, endMs } of requests) {
    if (startMs > busyUntil) idle += startMs - busyUntil;
    busyUntil = Math.max(busyUntil, endMs);
  }
  return idle;
}

/** For each request how many were under way just after it was sent, itself included. */
export function concurrencies(requests: readonly RecordedRequest[]): number[] {
  const ends = requests.map(({ endMs }) => endMs).sort((a, b) => a - b);
  let over = 0;
  return requests.map(({ startMs }, index) => {
    while ((ends[over] ?? Number.POSITIVE_INFINITY) <= startMs) over += 1;
    return Math.max(1, index + 1 - over);
  });
}
