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
const played = () => run([...MUTATION, ...faults], 'kept');
// Side by side where both wait more than they reckon.
const beside = isAll || isRest ? null : played();
codes.push(await told('self-tests', run([...SELF_TESTS, ...projects], 'shown')));
codes.push(await told('faults and variants', beside ?? played()));
if (!isAll && !isRest)
  process.stdout.write(
    `Left out: most tests that start processes and browsers, ${FAULTS.length - quickFaults(FAULTS).size} of ${FAULTS.length} faults, and all but two bundles of variants. \`npm run test:all\` plays everything.\n`,
  );
process.exitCode = Math.max(...codes);

/** Tells what came of a part, with its output if that was kept. Returns the exit code. */
async function told(name: string, part: Promise<Part>): Promise<number> {
  const { code, seconds, output } = await part;
  process.stdout.write(`${output}${name}: ${code === 0 ? 'fine' : 'failed'}, ${seconds} s\n`);
  return code;
}

/** The same, with its output only if it failed. */
async function quietly(name: string, args: readonly string[]): Promise<number> {
  const part = await run(args, 'kept');
  return told(name, Promise.resolve(part.code === 0 ? { ...part, output: '' } : part));
}

interface Part {
  readonly code: number;
  readonly seconds: number;
  /** Empty where it was shown while the part ran. */
  readonly output: string;
}

function run(args: readonly string[], output: 'shown' | 'kept'): Promise<Part> {
  const startedAt = Date.now();
  const kept: Buffer[] = [];
  const child = spawn('npx', ['--no-install', ...args], {
    shell: process.platform === 'win32',
    stdio: output === 'shown' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => kept.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code: code ?? 1, seconds: Math.round((Date.now() - startedAt) / 1000), output: Buffer.concat(kept).toString() }),
    );
  });
}
