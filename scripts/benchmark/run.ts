import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ConformanceResult } from '../../src/result/result.ts';
import { quietEnvironment } from '../quiet-environment.ts';
import type { Target } from './targets.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RECORDER = new URL('./record-requests.mjs', import.meta.url).href;

export interface Run extends ReturnType<typeof readRecording> {
  /** From starting npm to its end, in milliseconds. */
  readonly wallMs: number;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** Null where there was no verdict and no report. */
  readonly result: ConformanceResult | null;
}

export const DEFAULT_RUNS = 100;
/** What a request may take that is never answered: the setting's default. */
export const TIMEOUT_MS = 10_000;

/** Runs `npm run conformance` against a target, apart from the user's own settings, and records its requests. Throws where it ends with another code. */
export async function runSuite(
  { code: expected, open }: Target,
  { propertyRuns = DEFAULT_RUNS, args = [] as readonly string[] } = {},
): Promise<Run> {
  const { variables, close } = await open();
  const folder = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
  try {
    const [recorded, reports] = [join(folder, 'requests'), join(folder, 'reports')];
    mkdirSync(recorded);
    const env = {
      ...quietEnvironment(),
      CES_REPORT_DIR: reports,
      CES_SEED: '1',
      CES_TIMEOUT_MS: String(TIMEOUT_MS),
      CES_PROPERTY_RUNS: String(propertyRuns),
      BENCH_RECORD_DIRECTORY: recorded,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${RECORDER}`.trim(),
      ...variables,
    };
    const startedAt = Date.now();
    const begin = performance.now();
    const child = spawn('npm', ['run', '--silent', 'conformance', '--', ...args], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await once(child, 'close');
    const wallMs = performance.now() - begin;
    if (code !== expected)
      throw new Error(`\`npm run conformance\` ended with exit code ${code}, not ${expected}:\n${(await output).join('').slice(-4000)}`);
    const file = join(reports, 'conformance.json');
    const result = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ConformanceResult) : null;
    return { wallMs, startedAt, ...readRecording(recorded), result };
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

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

export const lastEnd = (requests: readonly RecordedRequest[]): number => requests.reduce((latest, { endMs }) => Math.max(latest, endMs), 0);

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
