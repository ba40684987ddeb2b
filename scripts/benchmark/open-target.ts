import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SERVE = fileURLToPath(new URL('./serve.ts', import.meta.url));

/** A target that is open. */
export interface OpenTarget {
  /** The variables that point the suite at it. */
  readonly variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Opens a target in a process of its own, and closes it in the end. `name` is that of an entry in one of the tables of targets. */
export async function atTarget<T>(name: string, act: (variables: OpenTarget['variables']) => Promise<T>): Promise<T> {
  const service = fork(SERVE, [name], { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = new Promise<void>((resolve) => service.once('exit', () => resolve()));
  try {
    const variables = await new Promise<OpenTarget['variables']>((resolve, reject) => {
      service.once('message', (said) => resolve(said as OpenTarget['variables']));
      service.once('error', reject);
      service.once('exit', (exitCode) => reject(new Error(`The target ended with exit code ${exitCode} before it was ready: ${name}`)));
    });
    return await act(variables);
  } finally {
    if (service.connected) service.disconnect();
    await ended;
  }
}
