import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
}

/**
 * Runs `npm run conformance` on the embedded service, apart from the user's own settings. `what` is recorded of its requests: their times, or everything.
 * Throws where the suite does not find the service conformant: then there is nothing to measure.
 */
export async function runSuite(propertyRuns: number, what: 'times' | 'everything'): Promise<SuiteRun> {
  return inFolder(async (folder) => {
    const recorded = join(folder, 'requests');
    mkdirSync(recorded);
    const run = await runConformance(folder, 0, {
      ...CREDENTIALS,
      CES_PROPERTY_RUNS: String(propertyRuns),
      BENCH_RECORD: what,
      BENCH_RECORD_DIRECTORY: recorded,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${RECORDER}`.trim(),
    });
    return { ...run, recording: readRecording(recorded) };
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

async function runConformance(folder: string, expected: number, variables: Readonly<Record<string, string>>): Promise<TimedRun> {
  writeFileSync(join(folder, 'empty.env'), '');
  const own = Object.entries(process.env).filter(([name]) => !/^(CES_|CONFORMANCE_|npm_)/.test(name));
  const { code, output, ...run } = await timed({
    ...Object.fromEntries(own),
    CES_ENV_FILE: join(folder, 'empty.env'),
    CES_REPORT_DIR: join(folder, 'reports'),
    CES_SEED: '1',
    ...variables,
  });
  if (code !== expected) throw new Error(`\`npm run conformance\` ended with exit code ${code}, not ${expected}:\n${output.slice(-4000)}`);
  return run;
}

function timed(env: NodeJS.ProcessEnv): Promise<TimedRun & { code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const startedAt = Date.now();
    const begin = performance.now();
    const child = spawn('npm', ['run', '--silent', 'conformance'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
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
