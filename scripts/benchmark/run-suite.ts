import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConformanceResult } from '../../src/result/result.ts';
import { type ProcessUse, watchProcesses } from './processes.ts';
import { type Recording, readRecording } from './recording.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RECORDER = new URL('./record-requests.mjs', import.meta.url).href;

/** Known, so that what was recorded can be sent to another reference service. They guard a service on the loopback interface that lives for seconds. */
export const CREDENTIALS = { REFERENCE_USERNAME: 'bench', REFERENCE_PASSWORD: 'bench-password' } as const;

export interface TimedRun {
  /** From starting npm to its end, in milliseconds. */
  readonly wallMs: number;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly processes: readonly ProcessUse[] | null;
}

export interface SuiteRun extends TimedRun {
  readonly recording: Recording;
  readonly result: ConformanceResult;
}

export interface SuiteOptions {
  /** Generated inputs a property; as many as by default where absent. */
  readonly propertyRuns?: number;
  /** What is recorded of the requests; their times where absent. */
  readonly what?: 'times' | 'everything';
  /** Point the suite at a target; the embedded service where absent. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Further arguments of the command. */
  readonly args?: readonly string[];
}

export const DEFAULT_RUNS = 100;

/**
 * Runs `npm run conformance`, apart from the user's own settings, and records its requests. Throws where the suite does not find the target
 * conformant: then there is nothing to measure.
 */
export async function runSuite({
  propertyRuns = DEFAULT_RUNS,
  what = 'times',
  variables = {},
  args = [],
}: SuiteOptions): Promise<SuiteRun> {
  return inFolder(async (folder) => {
    const recorded = join(folder, 'requests');
    mkdirSync(recorded);
    const environment = {
      ...CREDENTIALS,
      CES_PROPERTY_RUNS: String(propertyRuns),
      BENCH_RECORD: what,
      BENCH_RECORD_DIRECTORY: recorded,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${RECORDER}`.trim(),
      ...variables,
    };
    const run = await runConformance(folder, 0, environment, args);
    const result = JSON.parse(readFileSync(join(folder, 'reports', 'conformance.json'), 'utf8')) as ConformanceResult;
    return { ...run, recording: readRecording(recorded), result };
  });
}

/** Runs `npm run conformance` against a target, and throws where it ends with another exit code. */
export function runAgainst(variables: Readonly<Record<string, string>>, code: number): Promise<TimedRun> {
  return inFolder((folder) => runConformance(folder, code, variables));
}

async function inFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
  try {
    return await act(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runConformance(
  folder: string,
  expected: number,
  variables: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<TimedRun> {
  writeFileSync(join(folder, 'empty.env'), '');
  const own = Object.entries(process.env).filter(([name]) => !/^(CES_|CONFORMANCE_|npm_)/.test(name));
  const { code, output, ...run } = await timed(args, {
    ...Object.fromEntries(own),
    CES_ENV_FILE: join(folder, 'empty.env'),
    CES_REPORT_DIR: join(folder, 'reports'),
    CES_SEED: '1',
    ...variables,
  });
  if (code !== expected) throw new Error(`\`npm run conformance\` ended with exit code ${code}, not ${expected}:\n${output.slice(-4000)}`);
  return run;
}

function timed(args: readonly string[], env: NodeJS.ProcessEnv): Promise<TimedRun & { code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const startedAt = Date.now();
    const begin = performance.now();
    const child = spawn('npm', ['run', '--silent', 'conformance', '--', ...args], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const watch = watchProcesses(child.pid ?? process.pid);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ wallMs: performance.now() - begin, startedAt, processes: watch.stop(), code, output }));
  });
}
