// `npm test`: types, lint, boundaries, the tests that start no process and no browser, a handful that do, one fault for each statement and endpoint, and
// two bundles of variants. `--all` plays everything; `--rest` what `npm test` leaves out.
import { spawn } from 'node:child_process';
import { QUICK, quickFaults } from '../mutation/chosen.ts';
import { FAULTS } from '../mutation/faults/index.ts';

const SELF_TESTS = ['playwright', 'test', '-c', 'self-tests/self-tests.config.ts'];
const MUTATION = ['playwright', 'test', '-c', 'mutation/mutation.config.ts'];

const isRest = process.argv.includes('--rest');
const isAll = process.argv.includes('--all');
const codes: number[] = [];

if (!isRest) {
  codes.push(
    ...(await Promise.all([
      // Keeps what it knows, so that the next check looks only at what has changed.
      quietly('types', ['tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo']),
      quietly('lint', ['biome', 'check', '.']),
      quietly('boundaries', ['depcruise', 'src', 'reference', 'mutation', 'tests', 'self-tests', 'scripts']),
    ])),
  );
}
// Each part runs even if an earlier one failed, so that one red part does not hide another.
const [projects, faults] = isAll
  ? [[], []]
  : isRest
    ? [['--project=rest'], ['--grep-invert', QUICK]]
    : [
        ['--project=fast', '--project=quick'],
        ['--grep', QUICK],
      ];
codes.push(await loudly('self-tests', [...SELF_TESTS, ...projects]));
codes.push(await loudly('faults and variants', [...MUTATION, ...faults]));
if (!isAll && !isRest)
  process.stdout.write(
    `Left out: most tests that start processes and browsers, ${FAULTS.length - quickFaults(FAULTS).size} of ${FAULTS.length} faults, and all but two bundles of variants. \`npm run test:all\` plays everything.\n`,
  );
process.exitCode = Math.max(...codes);

/** Prints the outcome when the check ends, with its output only if it failed. Returns the exit code. */
async function quietly(name: string, args: readonly string[]): Promise<number> {
  const output: Buffer[] = [];
  const { code, seconds } = await run(args, output);
  process.stdout.write(code === 0 ? `${name}: fine, ${seconds} s\n` : `${name}: failed, ${seconds} s\n${Buffer.concat(output)}\n`);
  return code;
}

async function loudly(name: string, args: readonly string[]): Promise<number> {
  process.stdout.write(`\n== ${name}\n`);
  const { code, seconds } = await run(args, null);
  process.stdout.write(`${name}: ${code === 0 ? 'fine' : 'failed'}, ${seconds} s\n`);
  return code;
}

/** @param output collects what the command writes; null: it writes to this process's own output */
function run(args: readonly string[], output: Buffer[] | null): Promise<{ readonly code: number; readonly seconds: number }> {
  const startedAt = Date.now();
  const child = spawn('npx', ['--no-install', ...args], {
    shell: process.platform === 'win32',
    stdio: output === null ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output?.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, seconds: Math.round((Date.now() - startedAt) / 1000) }));
  });
}
