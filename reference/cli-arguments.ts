import { parseArgs } from 'node:util';

export const USAGE = 'usage: npm run reference -- [--port 4010] [--host 127.0.0.1]';

/** The command line asks for something impossible. The message says what would be right. */
export class UsageError extends Error {}

export interface Arguments {
  /** 0: the system chooses. */
  readonly port: number;
  readonly host: string;
}

/** Reads the command line. Throws UsageError. */
export function readArguments(args: readonly string[]): Arguments {
  const { port, host } = parse(args);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError(`--port: expected a whole number from 0 to 65535, found "${port}"`);
  if (host === '') throw new UsageError('--host: expected a host name or an address, found nothing');
  return { port: Number(port), host };
}

function parse(args: readonly string[]) {
  const string = (value: string) => ({ type: 'string', default: value }) as const;
  try {
    const options = { port: string('4010'), host: string('127.0.0.1') };
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
