import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request that a process of the suite sent. Times are milliseconds since the Unix epoch. */
export interface RecordedRequest {
  readonly startMs: number;
  readonly endMs: number;
  /** Of head and body, as they were sent. */
  readonly bytes: number;
  /** Absent, as what follows, where only the times were recorded. */
  readonly method?: string;
  readonly path?: string;
  /** Names and values in turn. */
  readonly headers?: readonly string[];
  /** Base64. */
  readonly body?: string | null;
}

/** Reads what `record-requests.mjs` wrote into a directory: what all processes of one run sent, in the order in which it went out. */
export function readRecording(directory: string): RecordedRequest[] {
  const parts = readdirSync(directory).map((file) => JSON.parse(readFileSync(join(directory, file), 'utf8')) as RecordedRequest[]);
  return parts.flat().sort((a, b) => a.startMs - b.startMs);
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
