import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { concurrencies, type Recording } from './recording.ts';
import { CREDENTIALS } from './run-suite.ts';

const CLIENT = fileURLToPath(new URL('./bare-client.ts', import.meta.url));
const SERVICE = fileURLToPath(new URL('../../reference/main.ts', import.meta.url));

/** What the bare client reads from its file. */
export interface Replay {
  readonly origin: string;
  readonly requests: Recording['requests'];
  /** For each request how many may be under way when it is sent, itself included. */
  readonly concurrencies: readonly number[];
}

export interface ReplayResult {
  /** From the first request to the last answer, in milliseconds. */
  readonly phaseMs: number;
  /** Answers by the first digit of their status. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** Sends the recorded requests once more, in the same order and as many at once, over undici alone, to a fresh reference service. */
export async function replay({ requests }: Recording): Promise<ReplayResult> {
  const service = fork(SERVICE, ['--port', '0'], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...CREDENTIALS },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const directory = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
  try {
    const { variables } = await message<{ variables: Record<string, string> }>(service);
    const file = join(directory, 'replay.json');
    const work: Replay = { origin: variables.CES_BASE_URL ?? '', requests, concurrencies: concurrencies(requests) };
    writeFileSync(file, JSON.stringify(work));
    return await message<ReplayResult>(
      fork(CLIENT, [file], { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    );
  } finally {
    service.disconnect();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The first message of a process. Rejects when the process ends without one. */
function message<T>(child: ReturnType<typeof fork>): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (said) => resolve(said as T));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${child.spawnargs.at(-1)} ended with exit code ${code} before it had said anything.`)));
  });
}
