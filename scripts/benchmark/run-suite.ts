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

export interface SuiteRun {
  /** From starting npm to its end, in milliseconds. */
  readonly wallMs: number;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly processes: readonly ProcessUse[] | null;
  readonly recording: Recording;
}

/**
 * Runs `npm run conformance` on the embedded service, apart from the user's own settings. `what` is recorded of its requests: their times, or everything.
 * Throws where the suite does not find the service conformant: then there is nothing to measure.
 */
export async function runSuite(propertyRuns: number, what: 'times' | 'everything'): Promise<SuiteRun> {
  const directory = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
  try {
    const recorded = join(directory, 'requests');
    mkdirSync(recorded);
    writeFileSync(join(directory, 'empty.env'), '');
    const own = Object.entries(process.env).filter(([name]) => !/^(CES_|CONFORMANCE_|npm_)/.test(name));
    const environment = {
      ...Object.fromEntries(own),
      ...CREDENTIALS,
      CES_ENV_FILE: join(directory, 'empty.env'),
      CES_REPORT_DIR: join(directory, 'reports'),
      CES_PROPERTY_RUNS: String(propertyRuns),
      CES_SEED: '1',
      BENCH_RECORD: what,
      BENCH_RECORD_DIRECTORY: recorded,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${RECORDER}`.trim(),
    };
    const { wallMs, startedAt, processes, code, output } = await run(environment);
    if (code !== 0) throw new Error(`\`npm run conformance\` ended with exit code ${code}:\n${output.slice(-4000)}`);
    return { wallMs, startedAt, processes, recording: readRecording(recorded) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function run(env: NodeJS.ProcessEnv): Promise<Omit<SuiteRun, 'recording'> & { code: number | null; output: string }> {
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
