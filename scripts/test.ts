// `npm test`: types, lint, boundaries, the tests that start no process and no browser, a handful that do, one fault for each statement and endpoint, and
// two bundles of variants. `--rest` plays what that leaves out, `--all` everything. `--thorough`, for the night: everything, the whole suite against each
// fault that is to break one statement alone, every `curl` sent again, and the package on each Node that it promises.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { QUICK, quickFaults } from '../mutation/chosen.ts';
import { FAULTS } from '../mutation/faults/index.ts';

const TYPES = ['tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'];
const LINT = ['biome', 'check', '.'];
const BOUNDARIES = ['depcruise', 'src', 'reference', 'mutation', 'tests', 'self-tests', 'scripts'];
const SELF_TESTS = ['playwright', 'test', '-c', 'self-tests/self-tests.config.ts'];
const MUTATION = ['playwright', 'test', '-c', 'mutation/mutation.config.ts'];

/** By extent, what is added to the two. */
const EXTENTS = {
  '--quick': [
    ['--project=fast', '--project=quick'],
    ['--grep', QUICK],
  ],
  '--rest': [['--project=rest'], ['--grep-invert', QUICK]],
  '--all': [[], []],
  '--thorough': [[], []],
} as const;

const extent = (process.argv[2] ?? '--quick') as keyof typeof EXTENTS;
const [projects, faults] = EXTENTS[extent];
if (extent === '--thorough') process.env.THOROUGH = '1';
const codes: number[] = [];
// Types keep what they know, so that the next check looks only at what has changed.
if (extent !== '--rest')
  codes.push(...(await Promise.all([quietly('types', TYPES), quietly('lint', LINT), quietly('boundaries', BOUNDARIES)])));
// Each part runs even if an earlier one failed, so that one red part does not hide another.
const played = () => run([...MUTATION, ...faults], 'kept');
// Side by side where both wait more than they reckon.
const beside = extent === '--quick' ? played() : null;
codes.push(await told('self-tests', run([...SELF_TESTS, ...projects], 'shown')));
codes.push(await told('faults and variants', beside ?? played()));
if (extent === '--thorough') codes.push(await told('package', run(['tsx', 'scripts/packed.ts'], 'shown')));
if (extent === '--quick')
  process.stdout.write(
    `Left out: most tests that start processes and browsers, ${FAULTS.length - quickFaults(FAULTS).size} of ${FAULTS.length} faults, and all but two bundles of variants. \`npm run test:all\` plays everything.\n`,
  );
process.exitCode = Math.max(...codes);

/** Tells what came of a part, with its output if that was kept. Returns the exit code. */
async function told(name: string, part: ReturnType<typeof run>): Promise<number> {
  const { code, seconds, output } = await part;
  process.stdout.write(`${output}${name}: ${code === 0 ? 'fine' : 'failed'}, ${seconds} s\n`);
  return code;
}

/** The same, with its output only if it failed. */
async function quietly(name: string, args: readonly string[]): Promise<number> {
  const part = await run(args, 'kept');
  return told(name, Promise.resolve(part.code === 0 ? { ...part, output: '' } : part));
}

/** Its output is empty where it was shown while the part ran. */
async function run(args: readonly string[], output: 'shown' | 'kept') {
  const startedAt = Date.now();
  const kept: Buffer[] = [];
  const child = spawn('npx', ['--no-install', ...args], {
    shell: process.platform === 'win32',
    stdio: output === 'shown' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => kept.push(chunk));
  const [code] = await once(child, 'close');
  return { code: Number(code ?? 1), seconds: Math.round((Date.now() - startedAt) / 1000), output: Buffer.concat(kept).toString() };
}
