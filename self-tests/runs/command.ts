import { main } from '../../src/cli/main.ts';
import type { Ended } from './run.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Calls a command in this process, with an environment of its own, and reads what it writes: for commands that start no runner. */
export async function command(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>> = {},
): Promise<Omit<Ended, 'signal' | 'directory'>> {
  const { env, exitCode } = process;
  const streams = { stdout: process.stdout, stderr: process.stderr };
  const writes = { stdout: streams.stdout.write, stderr: streams.stderr.write };
  const written = { stdout: '', stderr: '' };
  const listeners = SIGNALS.map((signal) => process.listeners(signal));
  process.env = { CES_ENV_FILE: '/dev/null', PATH: env.PATH, HOME: env.HOME, ...variables };
  for (const name of ['stdout', 'stderr'] as const)
    streams[name].write = (text: string | Uint8Array) => {
      written[name] += text.toString();
      return true;
    };
  try {
    const code = await main(args);
    return { code, ...written };
  } finally {
    process.env = env;
    process.exitCode = exitCode;
    Object.assign(streams.stdout, { write: writes.stdout });
    Object.assign(streams.stderr, { write: writes.stderr });
    SIGNALS.forEach((signal, index) => {
      for (const added of process.listeners(signal)) if (!listeners[index]?.includes(added)) process.off(signal, added);
    });
  }
}
