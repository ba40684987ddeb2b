import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { LEFT_BEHIND_FILE } from '../../src/engine/evidence/left-behind.ts';
import type { ConformanceResult, RequirementResult } from '../../src/result/result.ts';
import { PROVIDER_STATES } from '../../src/settings/fixtures/provider-states.ts';
import { newFolder } from '../folders.ts';
import { listen } from '../servers.ts';
import { test as base } from '../test.ts';
import { startTarget, type Target, type TargetOptions } from './target.ts';

/** The program, and the runner alone as people who know Playwright start it. */
export const PROGRAM = ['scripts/conformance.mjs'];
export const RUNNER = ['node_modules/@playwright/test/cli.js'];

export type Variables = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly directory: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly directory: string;
  readonly ended: Promise<Ended>;
}

export interface StartOptions {
  /** Arguments of Node; the program where none are given. */
  readonly program?: readonly string[];
  /** Where it is started; here where none is given. */
  readonly cwd?: string;
  /** Leads a process group of its own, as a job of an interactive shell does. */
  readonly group?: boolean;
  /** Its standard input stays open. */
  readonly keys?: boolean;
}

/** Starts the program in a child process, and reads what it wrote. */
export interface Runs {
  start(args: readonly string[], variables?: Variables, options?: StartOptions): Started;
  run(args: readonly string[], variables?: Variables, options?: StartOptions): Promise<Ended>;
}

/** Nothing of this process's own settings, nor of a `.env` file, reaches the program. */
const CLEAN = { CES_ENV_FILE: '/dev/null', PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };

/** The quickest settings: no generated inputs, and events that nobody watches for long. */
export const QUICK = { CES_PROPERTY_RUNS: '0', CES_UNMATCHED_WINDOW_MS: '600' };

/** Arguments for scenarios by a pattern of their titles. */
export const only = (titles: string): readonly string[] => ['--grep', titles];

interface StateChange {
  readonly state: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly action: 'setup' | 'teardown';
  readonly authorization: string | undefined;
}

/** A server that sets up what it is given, on an origin of its own. `status` says how it answers a change instead. */
type Serve = (
  fixtures: Readonly<Record<string, string>>,
  status?: (change: StateChange) => number,
) => Promise<{ readonly url: string; readonly changes: readonly StateChange[] }>;

export const test = base.extend<{ runs: Runs; target: (options?: TargetOptions) => Promise<Target>; states: Serve }>({
  runs: async ({ cleanUps }, use) => {
    const start: Runs['start'] = (args, variables = {}, options = {}) => {
      const started = spawnProgram(args, { CES_REPORT_DIR: join(newFolder(), 'reports'), CES_PATIENCE_MS: '2000', ...variables }, options);
      cleanUps.push(() => started.child.kill('SIGKILL'));
      return started;
    };
    await use({ start, run: (args, variables, options) => start(args, variables, options).ended });
  },
  target: async ({ cleanUps }, use) => {
    await use(async (options) => {
      const started = await startTarget(options);
      cleanUps.push(() => started.close());
      return started;
    });
  },
  states: async ({ cleanUps }, use) => {
    await use(async (fixtures, status = () => 200) => {
      const changes: StateChange[] = [];
      const server = createServer(async (request, response) => {
        const change: StateChange = { ...JSON.parse((await buffer(request)).toString()), authorization: request.headers.authorization };
        changes.push(change);
        const { gives = [], mayGive = [] } = PROVIDER_STATES.find(({ name }) => name === change.state) ?? {};
        const answer = Object.fromEntries([...gives, ...mayGive].map((name) => [name, fixtures[name]]));
        response.writeHead(status(change)).end(JSON.stringify(answer));
      });
      cleanUps.push(() => server.close());
      return { url: `http://127.0.0.1:${await listen(server)}/states`, changes };
    });
  },
});

function spawnProgram(
  args: readonly string[],
  variables: Variables,
  { program = PROGRAM, group = false, cwd = process.cwd(), keys = false }: StartOptions,
): Started {
  const directory = variables.CES_REPORT_DIR ?? '';
  const child = spawn(process.execPath, [...program, ...args], {
    cwd,
    env: { ...CLEAN, ...variables },
    stdio: [keys ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    detached: group,
  });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      resolve({ code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString(), directory });
    });
  });
  return { child, directory, ended };
}

export async function resultIn(directory: string): Promise<ConformanceResult> {
  return JSON.parse(await readFile(join(directory, 'conformance.json'), 'utf8')) as ConformanceResult;
}

/** What stands in the list of created records, a row a record. */
export function rowsIn(directory: string): Record<string, unknown>[] {
  const lines = readFileSync(join(directory, LEFT_BEHIND_FILE), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

export function withStatus(result: ConformanceResult, status: RequirementResult['status']): string[] {
  return result.requirements.filter((requirement) => requirement.status === status).map(({ id }) => id);
}

const CREDENTIALS = ['CES_BASE_URL', 'CES_USERNAME', 'CES_PASSWORD'];

/** What says where the target is, and what names its records. */
export function split(variables: Readonly<Record<string, string>>): [target: Record<string, string>, fixtures: Record<string, string>] {
  const entries = Object.entries(variables);
  const target = entries.filter(([name]) => CREDENTIALS.includes(name));
  return [Object.fromEntries(target), Object.fromEntries(entries.filter(([name]) => !CREDENTIALS.includes(name)))];
}

/** Runs a script, and reads what it writes. This process goes on meanwhile, so it may be what the script asks. */
export function shell(
  script: string,
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...variables };
  return new Promise((resolve) => {
    execFile('bash', ['-e', '-c', script], { cwd, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}
