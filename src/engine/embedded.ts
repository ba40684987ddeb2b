import { type ChildProcess, fork } from 'node:child_process';
import { FROM_SOURCE, moduleFile } from '../installation/installation.ts';
import { NoVerdict } from './no-verdict.ts';

export const EMBEDDED_NOTICE =
  'CES_BASE_URL is not set, so this run checks the embedded reference service. --base-url or CES_BASE_URL names your implementation.';

interface EmbeddedService {
  readonly variables: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

let begun: Promise<EmbeddedService> | null = null;

/** Begins to start the service that the next `startEmbeddedService` waits for: its half second passes beside that of the runner. */
export function beginEmbeddedService(): void {
  begun = started();
  // Reported where it is waited for.
  begun.catch(() => undefined);
}

/** Starts the reference service on a free loopback port. It ends with this process, by its channel; detached, since Ctrl-C reaches the whole group, and would end it before the last checks. */
export function startEmbeddedService(): Promise<EmbeddedService> {
  const service = begun ?? started();
  begun = null;
  return service;
}

async function started(): Promise<EmbeddedService> {
  const child = fork(moduleFile('reference/main'), ['--port', '0'], {
    execArgv: FROM_SOURCE ? ['--import', 'tsx'] : [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  });
  return new Promise((resolve, reject) => {
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new NoVerdict(`The embedded service ended with code ${code} before it was ready: ${errors.trim()}`)),
    );
    child.once('message', (message: { variables: Record<string, string> }) => {
      child.removeAllListeners('exit');
      child.stderr?.removeAllListeners('data').pipe(process.stderr);
      resolve({ variables: message.variables, stop: () => stop(child) });
    });
  });
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.disconnect();
  });
}
