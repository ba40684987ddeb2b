import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';

const MAIN = 'reference/main.ts';
const NODE_ARGUMENTS = ['--import', 'tsx'];

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  /** All that was printed up to the last variable. */
  readonly printed: Promise<string>;
  readonly ended: Promise<Ended>;
}

/** Starts the service as a process of its own, as `npm run reference` does. */
export function startProcess(args: readonly string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [...NODE_ARGUMENTS, MAIN, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const printed = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk;
      if (/^CES_TRACK_UNMATCHED_DATA=.*\n/m.test(stdout)) resolve(stdout);
    });
    child.on('close', (code) => reject(new Error(`ended with ${code} before it was ready: ${stderr}`)));
  });
  // Tests of refusals never look at what was printed.
  printed.catch(() => undefined);
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  return { child, printed, ended };
}

/** Starts the service with a channel to this process. Await its `exit`: Node emits no `close` once the parent has disconnected. */
export function forkProcess(args: readonly string[]): ChildProcess {
  return fork(MAIN, args, { execArgv: NODE_ARGUMENTS, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
}
