import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ConformanceResult } from '../../src/result/result.ts';
import { quietEnvironment } from '../quiet-environment.ts';
import { atTarget } from './at-target.ts';
import { type ProcessUse, watchProcesses } from './processes.ts';
import { type RecordedRequest, readRecording } from './recording.ts';
import { CREDENTIALS, type Target } from './targets.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RECORDER = new URL('./record-requests.mjs', import.meta.url).href;

export interface Run {
  /** From starting npm to its end, in milliseconds. */
  readonly wallMs: number;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** Null where the system does not tell. */
  readonly processes: readonly ProcessUse[] | null;
  readonly requests: readonly RecordedRequest[];
  /** Null where there was no verdict and no report. */
  readonly result: ConformanceResult | null;
}

export interface RunOptions {
  /** Generated inputs a property. */
  readonly propertyRuns?: number;
  /** What is recorded of the requests. */
  readonly record?: 'times' | 'everything';
  /** Further arguments of the command. */
  readonly args?: readonly string[];
}

export const DEFAULT_RUNS = 100;
/** What a request may take that is never answered: the setting's default. */
export const TIMEOUT_MS = 10_000;

/**
 * Runs `npm run conformance` against a target, apart from the user's own settings, and records its requests.
 * @throws Error where it ends with another exit code than the target's: then something else was measured
 */
export function runSuite(target: Target, options: RunOptions = {}): Promise<Run> {
  return atTarget(target, async (variables) => {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
    try {
      return await runIn(folder, target.code, variables, options);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

async function runIn(
  folder: string,
  expected: number,
  variables: Readonly<Record<string, string>>,
  { propertyRuns = DEFAULT_RUNS, record = 'times', args = [] }: RunOptions,
): Promise<Run> {
  const [recorded, reports] = [join(folder, 'requests'), join(folder, 'reports')];
  mkdirSync(recorded);
  const env = {
    ...quietEnvironment(),
    REFERENCE_USERNAME: CREDENTIALS.username,
    REFERENCE_PASSWORD: CREDENTIALS.password,
    CES_REPORT_DIR: reports,
    CES_SEED: '1',
    CES_TIMEOUT_MS: String(TIMEOUT_MS),
    CES_PROPERTY_RUNS: String(propertyRuns),
    BENCH_RECORD: record,
    BENCH_RECORD_DIRECTORY: recorded,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${RECORDER}`.trim(),
    ...variables,
  };
  const startedAt = Date.now();
  const begin = performance.now();
  const child = spawn('npm', ['run', '--silent', 'conformance', '--', ...args], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const watch = watchProcesses(child.pid ?? process.pid);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  const [wallMs, processes] = [performance.now() - begin, watch.stop()];
  if (code !== expected)
    throw new Error(`\`npm run conformance\` ended with exit code ${code}, not ${expected}:\n${(await output).join('').slice(-4000)}`);
  const file = join(reports, 'conformance.json');
  const result = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ConformanceResult) : null;
  return { wallMs, startedAt, processes, requests: readRecording(recorded), result };
}
