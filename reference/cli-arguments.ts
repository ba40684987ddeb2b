import { parseArgs } from 'node:util';

export const USAGE = 'usage: npm run reference -- [--port 4010] [--host 127.0.0.1]';

/** The command line asks for something impossible. The message says what would be right. */
export class UsageError extends Error {}

const OPTIONS = { port: { type: 'string', default: '4010' }, host: { type: 'string', default: '127.0.0.1' } } as const;

/** Reads the command line; port 0: the system chooses. Throws UsageError, or what `parseArgs` throws. */
export function readArguments(args: readonly string[]) {
  const { port, host } = parseArgs({ args: [...args], options: OPTIONS }).values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError(`--port: expected a whole number from 0 to 65535, found "${port}"`);
  if (host === '') throw new UsageError('--host: expected a host name or an address, found nothing');
  return { port: Number(port), host };
}
