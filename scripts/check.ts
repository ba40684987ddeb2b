// `npm run check`: types, lint, boundaries and the fast tests, side by side. Takes under a minute on two cores; `npm test` runs all tests.
import { spawn } from 'node:child_process';

/** Arguments of `npm run` for each check. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  // Keeps what it knows, so that the next check looks only at what has changed.
  types: ['typecheck', '--', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'],
  lint: ['lint'],
  boundaries: ['boundaries'],
  units: ['self-tests', '--', 'self-tests/units', '--reporter=dot'],
};

const codes = await Promise.all(Object.entries(CHECKS).map(([name, args]) => check(name, args)));
process.exitCode = Math.max(...codes);

/** Prints the outcome when the check ends, with its output only if it failed. Returns the exit code. */
function check(name: string, args: readonly string[]): Promise<number> {
  const startedAt = Date.now();
  const child = spawn(`npm run --silent ${args.join(' ')}`, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const seconds = Math.round((Date.now() - startedAt) / 1000);
      process.stdout.write(code === 0 ? `${name}: fine, ${seconds} s\n` : `${name}: failed, ${seconds} s\n${Buffer.concat(output)}\n`);
      resolve(code ?? 1);
    });
  });
}
