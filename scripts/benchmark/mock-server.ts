import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fixtureVariables } from '../../reference/fixtures.ts';

/** Made by others from the OpenAPI document alone. The last version for Node.js 20. Started by npx: as a dependency it would add 157 packages. */
const PRISM = '@stoplight/prism-cli@5.14.2';
const DOCUMENT = fileURLToPath(new URL('../../schemas/derived/openapi.json', import.meta.url));
const LISTENING = /is listening on (http:\/\/127\.0\.0\.1:\d+)/;
/** As many last characters of its output show why it did not start. */
const SHOWN = 2000;

/** Starts Prism, a mock server, on a free port. It accepts any credentials, and answers any id. */
export function openMockServer(): Promise<{ variables: Record<string, string>; close(): Promise<void> }> {
  // A group of its own, since npx starts the server as a grandchild.
  const child = spawn('npx', ['--yes', PRISM, 'mock', '--host', '127.0.0.1', '--port', '0', DOCUMENT], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const close = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    return ended;
  };
  return new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-SHOWN);
        const [, baseUrl] = LISTENING.exec(output) ?? [];
        if (baseUrl !== undefined) resolve({ variables: fixtureVariables(baseUrl, { username: 'any', password: 'any-password' }), close });
      });
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`${PRISM} ended with exit code ${code} before it listened: ${output}`)));
  });
}
