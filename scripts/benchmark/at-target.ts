import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { OpenTarget, Target } from './targets.ts';

/** Opens a target of `TARGETS` in a process of its own, and closes it in the end. */
export async function atTarget<T>({ name }: Target, act: (variables: OpenTarget['variables']) => Promise<T>): Promise<T> {
  const service = forkScript('./serve.ts', name);
  const ended = new Promise<void>((resolve) => service.once('exit', () => resolve()));
  try {
    return await act(await messageOf<OpenTarget['variables']>(service));
  } finally {
    if (service.connected) service.disconnect();
    await ended;
  }
}

/** Starts a script of this folder as a process of its own. */
export function forkScript(script: string, argument: string): ChildProcess {
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  return fork(fileURLToPath(new URL(script, import.meta.url)), [argument], { execArgv: ['--import', 'tsx'], stdio: [...stdio] });
}

/** The first message of a process. Rejects when the process ends without one. */
export function messageOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (said) => resolve(said as T));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${child.spawnargs.at(-1)} ended with exit code ${code} before it had said anything.`)));
  });
}
