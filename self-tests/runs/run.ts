import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LEFT_BEHIND_FILE } from '../../src/engine/evidence/left-behind.ts';
import type { ConformanceResult, RequirementResult } from '../../src/result/result.ts';
import { newFolder } from '../folders.ts';
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

export const test = base.extend<{ runs: Runs; target: (options?: TargetOptions) => Promise<Target> }>({
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

/** What two runs of one implementation must agree on. */
export function statuses(result: ConformanceResult): Record<string, string> {
  return Object.fromEntries(result.requirements.map(({ id, status }) => [id, status]));
}
