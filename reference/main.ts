import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { readArguments, USAGE, UsageError } from './cli-arguments.ts';
import { assertPresentable, type Credentials } from './http/server.ts';
import { createReferenceService } from './service.ts';

/** How long a request under way may take when the process is asked to end. */
const GRACE_MS = 5000;

function credentials(): Credentials {
  const random = (prefix: string): string => prefix + randomBytes(18).toString('base64url');
  const { REFERENCE_USERNAME: username = random('user-'), REFERENCE_PASSWORD: password = random('pass-') } = process.env;
  try {
    assertPresentable({ username, password });
  } catch (error) {
    throw new UsageError(`REFERENCE_USERNAME, REFERENCE_PASSWORD: ${error instanceof Error ? error.message : error}`);
  }
  return { username, password };
}

/** Ends the process once the service is closed: on a signal, or when the parent that forked it is gone. */
function endWith(service: ReturnType<typeof createReferenceService>): void {
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    setTimeout(() => service.app.server.closeAllConnections(), GRACE_MS).unref();
    service.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.on('disconnect', end);
}

function baseUrlOf(host: string, { port }: AddressInfo): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** A variable in one line that dotenv and a POSIX shell read alike. Throws for a value that allows no such line. */
function toLine([name, value]: [string, string]): string {
  if (!value.includes("'")) return `${name}='${value}'`;
  if (!/["$`\\]/.test(value)) return `${name}="${value}"`;
  throw new Error(`${name}: cannot be quoted for both dotenv and sh; expected a value without ' or without any of " $ \` \\`);
}

async function start({ port, host }: ReturnType<typeof readArguments>): Promise<void> {
  const service = createReferenceService(credentials());
  endWith(service);
  // The parent may have ended before this process listened.
  if (process.connected === false) process.exit(0);
  await service.app.listen({ port, host });
  const variables = service.fixtures(baseUrlOf(host, service.app.server.address() as AddressInfo));
  if (process.send) process.send({ type: 'ready', variables });
  else for (const variable of Object.entries(variables)) process.stdout.write(`${toLine(variable)}\n`);
}

function fail(error: unknown): never {
  const { code = '', message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  const isUsage = error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`${message}\n${isUsage ? `${USAGE}\n` : ''}`);
  if (code === 'EADDRINUSE')
    process.stderr.write('The port is taken: choose another with --port, or let the system choose with --port 0.\n');
  process.exit(isUsage ? 2 : 1);
}

try {
  await start(readArguments(process.argv.slice(2)));
} catch (error) {
  fail(error);
}
