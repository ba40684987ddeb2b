import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { quietEnvironment } from '../../scripts/quiet-environment.ts';
import { only, QUICK, resultIn, test } from './run.ts';
import { changeJson } from './target.ts';

/** Packing compiles, and installing asks the registry. */
test.describe.configure({ mode: 'serial', timeout: 300_000 });

const NAME = 'customer-engagement-conformance';
/** Not the one that the package brings; it only has to be there, and to be left alone. */
const ANOTHER_PLAYWRIGHT = '1.50.0';

let base = '';
/** A folder that holds nothing but the installed package. */
let project = '';
let tarball = '';

test.beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'conformance-package-'));
  const [packed] = JSON.parse(npm(process.cwd(), 'pack', '--silent', '--json', '--pack-destination', base)) as { filename: string }[];
  tarball = join(base, packed?.filename ?? '');
  project = join(base, 'project');
  mkdirSync(project);
  install(project, tarball);
});

test.afterAll(() => rmSync(base, { recursive: true, force: true }));

test('installed into an empty folder, it runs there on the embedded service', async ({ runs }) => {
  const before = everythingIn(join(project, 'node_modules', NAME));
  const { CES_REPORT_DIR: _none, ...environment } = quietEnvironment();
  execFileSync('npx', [NAME, '--property-runs', '5', '--seed', '1'], { cwd: project, env: environment, stdio: 'pipe' });
  const result = await resultIn(join(project, 'reports'));
  expect(result).toMatchObject({ verdict: 'conformant', complete: true, interrupted: false, target: { embedded: true } });
  expect(existsSync(join(project, 'reports', 'playwright', 'index.html'))).toBe(true);
  // All that is written is in the user's folder, and in no other place of it.
  expect(everythingIn(join(project, 'node_modules', NAME))).toEqual(before);
  expect(readdirSync(project).sort()).toEqual(['node_modules', 'package-lock.json', 'package.json', 'reports']);
  const compared = await runs.run(['compare', 'reports/conformance.json', 'reports/conformance.json'], {}, at(project));
  expect(compared.code, compared.stderr).toBe(0);
});

test('it runs without a compiler', () => {
  for (const name of ['tsx', 'typescript', 'esbuild']) expect(existsSync(join(project, 'node_modules', name)), name).toBe(false);
});

test('--help and --version, and a wrong flag', async ({ runs }) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const start = (...args: string[]) => runs.run(args, {}, at(project));
  const [help, shown, wrong] = await Promise.all([start('--help'), start('--version'), start('--base-ulr=http://127.0.0.1')]);
  expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(`Usage: npx ${NAME} [settings]`) });
  expect(shown).toMatchObject({ code: 0, stderr: '', stdout: `${version}\n` });
  expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('"--base-url"') });
});

test('a flag that npm kept from somebody’s own script is told by that script’s name; behind npx, it was meant for a script around', async ({
  runs,
}) => {
  const start = (npm_lifecycle_event: string, npm_lifecycle_script: string) =>
    runs.run(['--list'], { npm_lifecycle_event, npm_lifecycle_script, npm_config_read_only: 'true' }, at(project));
  const [own, behindNpx] = await Promise.all([start('staging', `tsc && ${NAME} --list`), start('npx', NAME)]);
  expect(own).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('(npm run staging -- --read-only …)') });
  expect(behindNpx).toMatchObject({ code: 0, stderr: '' });
});

test('a failure is reported with a line that replays it there', async ({ runs, target }) => {
  const { variables } = await target({
    change: (reply, { path }) => (path.startsWith('/segments/') ? changeJson(reply, (body) => ({ ...body, name: 5 })) : reply),
  });
  const { code, stdout } = await runs.run(only('getSegment:'), { ...variables, ...QUICK }, at(project));
  expect(code, stdout).toBe(1);
  expect(stdout).toMatch(/Replay +CES_SEED=\d+ npx customer-engagement-conformance --grep 'getSegment: /);
});

test('sensitivity is measured there too', async ({ runs }) => {
  const { code, stdout, stderr } = await runs.run(
    ['sensitivity'],
    { FAULT: 'truncated-at-10', CES_READ_ONLY: '1', CES_SEED: '7' },
    at(project),
  );
  expect(code, stdout + stderr).toBe(0);
  expect(stdout).toContain('of 1 faults');
});

test('beside another Playwright with a configuration, tests and path mappings of its own, each keeps to itself', async ({ runs }) => {
  const other = join(base, 'other');
  mkdirSync(join(other, 'tests'), { recursive: true });
  writeFileSync(join(other, 'package.json'), '{ "type": "commonjs" }');
  install(other, tarball, `@playwright/test@${ANOTHER_PLAYWRIGHT}`);
  const own = "import { test } from '@playwright/test';\ntest('their own', () => { throw new Error('not to be run'); });\n";
  writeFileSync(join(other, 'playwright.config.ts'), "export default { testDir: 'tests', timeout: 1 };\n");
  writeFileSync(join(other, 'tests', 'conformance.spec.ts'), own);
  writeFileSync(join(other, 'tsconfig.json'), '{ "compilerOptions": { "baseUrl": ".", "paths": { "*": ["./nowhere/*"] } } }\n');

  const { code, stdout, stderr, directory } = await runs.run(['--property-runs', '0', '--grep', 'typical answer'], {}, at(other));
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
  expect(await resultIn(directory)).toMatchObject({ verdict: 'conformant', target: { embedded: true } });
  expect(stdout).not.toContain('their own');

  const theirs = join(other, 'node_modules', '@playwright', 'test');
  expect(JSON.parse(readFileSync(join(theirs, 'package.json'), 'utf8'))).toMatchObject({ version: ANOTHER_PLAYWRIGHT });
  const listed = execFileSync(process.execPath, [join(theirs, 'cli.js'), 'test', '--list'], {
    cwd: other,
    env: quietEnvironment(),
    encoding: 'utf8',
  });
  expect(listed).toContain('their own');
  expect(listed).toContain('Total: 1 test');
});

/** Where the package is started: as npx does it, but without npx's own second. */
function at(directory: string) {
  return { program: [realpathSync(join(directory, 'node_modules', '.bin', NAME))], cwd: directory };
}

/** The prefix, since npm would else take the nearest folder above that has a package.json. */
function install(folder: string, ...packages: string[]): void {
  npm(folder, 'install', '--prefix', folder, '--prefer-offline', '--no-audit', '--no-fund', ...packages);
}

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, env: quietEnvironment(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function everythingIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
}
