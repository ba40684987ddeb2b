import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, posix } from 'node:path';
import { expect } from '@playwright/test';
import { marked } from 'marked';
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
let files: readonly string[] = [];

test.beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'conformance-package-'));
  const [packed] = JSON.parse(npm(process.cwd(), 'pack', '--silent', '--json', '--pack-destination', base)) as Packed[];
  tarball = join(base, packed?.filename ?? '');
  files = packed?.files.map(({ path }) => path) ?? [];
  project = join(base, 'project');
  mkdirSync(project);
  install(project, tarball);
});

test.afterAll(() => rmSync(base, { recursive: true, force: true }));

test('installed into an empty folder, it runs there on the embedded service', async ({ runs }) => {
  const before = everythingIn(join(project, 'node_modules', NAME));
  const { CES_REPORT_DIR: _none, ...environment } = quietEnvironment();
  const stdout = execFileSync('npx', [NAME, '--property-runs', '5', '--seed', '1'], { cwd: project, env: environment, encoding: 'utf8' });
  expect(stdout).toMatch(/^CES_BASE_URL is not set, so this run checks the embedded reference service\. .*--base-url/);
  const result = await resultIn(join(project, 'reports'));
  expect(result).toMatchObject({ verdict: 'conformant', complete: true, interrupted: false, target: { embedded: true } });
  expect(existsSync(join(project, 'reports', 'playwright', 'index.html'))).toBe(true);
  // All that is written is in the user's folder, and in no other place of it.
  expect(everythingIn(join(project, 'node_modules', NAME))).toEqual(before);
  expect(readdirSync(project).sort()).toEqual(['node_modules', 'package-lock.json', 'package.json', 'reports']);
  const compared = await runs.run(['compare', 'reports/conformance.json', 'reports/conformance.json'], {}, at(project));
  expect(compared.code, compared.stderr).toBe(0);
  const followed = await runs.run(['history', 'reports'], {}, at(project));
  expect(followed.code, followed.stderr).toBe(0);
});

test('every link of its pages leads to a file that it holds', () => {
  const pages = files.filter((path) => path.endsWith('.md'));
  expect(pages).toContain('README.md');
  const broken = pages.flatMap((page) =>
    linksOf(join(project, 'node_modules', NAME, page))
      .map((link) => posix.join(posix.dirname(page), link))
      .filter((path) => !files.some((file) => file === path || file.startsWith(path.endsWith('/') ? path : `${path}/`)))
      .map((path) => `${page}: ${path}`),
  );
  expect(broken).toEqual([]);
});

test('it holds no tarball, and git sees none', () => {
  expect(files.filter((path) => path.endsWith('.tgz'))).toEqual([]);
  const left = [basename(tarball), join('examples', 'docker', basename(tarball))];
  expect(
    execFileSync('git', ['check-ignore', ...left], { encoding: 'utf8' })
      .trim()
      .split('\n'),
  ).toEqual(left);
});

test('programs find its schemas, and nothing else to import', () => {
  const { resolve } = createRequire(join(project, 'index.js'));
  const schema = JSON.parse(readFileSync(resolve(`${NAME}/schemas/conformance-result.schema.json`), 'utf8')) as object;
  expect(schema).toHaveProperty('properties.verdict');
  expect(() => resolve(NAME)).toThrow(/No "exports" main defined/);
});

test('it runs without a compiler', () => {
  for (const name of ['tsx', 'typescript', 'esbuild']) expect(existsSync(join(project, 'node_modules', name)), name).toBe(false);
});

test('--help and --version, and a wrong flag', async ({ runs }) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const start = (...args: string[]) => runs.run(args, {}, at(project));
  const [help, shown, wrong] = await Promise.all([start('--help'), start('--version'), start('--base-ulr=http://127.0.0.1')]);
  expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(`Usage: npx --no-install ${NAME} [settings]`) });
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
  expect(stdout).toMatch(/Replay +CES_SEED=\d+ npx --no-install customer-engagement-conformance --grep 'getSegment: /);
});

test('sensitivity is measured there too', async ({ runs }) => {
  const { code, stdout, stderr } = await runs.run(
    ['sensitivity'],
    { FAULT: 'status-206-at-10', CES_READ_ONLY: '1', CES_SEED: '7' },
    at(project),
  );
  expect(code, stdout + stderr).toBe(0);
  expect(stdout).toContain('of 1 faults');
});

test('without what only the embedded service needs, it checks an implementation, and says what else to install', async ({
  runs,
  target,
}) => {
  test.skip(isLibsqlAbove(base), `A node_modules folder above ${base} holds libsql, which Node would find. Give another TMPDIR.`);
  const lean = join(base, 'lean');
  mkdirSync(lean);
  install(lean, tarball, '--omit=optional');
  for (const name of ['libsql', '@libsql', 'fastify']) expect(existsSync(join(lean, 'node_modules', name)), name).toBe(false);

  const { variables } = await target();
  const [checked, measured] = [
    await runs.run(only('getSegment:'), { ...variables, ...QUICK }, at(lean)),
    await runs.run(['sensitivity'], { ...variables, FAULT: 'truncated-at-10', CES_READ_ONLY: '1', CES_SEED: '7' }, at(lean)),
  ];
  expect(checked.code, checked.stdout + checked.stderr).toBe(0);
  // What the answers of one run do not decide needs the embedded service: then nothing was tried, and the exit code says so.
  expect([0, 2], measured.stdout + measured.stderr).toContain(measured.code);
  expect(measured.stdout + measured.stderr).not.toContain('ERR_MODULE_NOT_FOUND');

  const embedded = await Promise.all([runs.run([], QUICK, at(lean)), runs.run(['doctor'], {}, at(lean))]);
  const missing =
    /The embedded reference service needs optional packages that are not installed: .* Install them \((npm install [^)]+)\), or name .* CES_BASE_URL/;
  for (const { code, stdout, stderr } of embedded) {
    expect(code, stdout + stderr).toBe(2);
    expect(stdout + stderr).toMatch(missing);
    expect(stdout + stderr).not.toMatch(/^\s+at /m);
  }
  const [, command = ''] = missing.exec(embedded[1].stderr) ?? [];
  install(lean, ...command.split(' ').slice(2));
  const { code, stdout } = await runs.run(only('getSegment:'), QUICK, at(lean));
  expect(code, stdout).toBe(0);
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

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

function isLibsqlAbove(folder: string): boolean {
  try {
    createRequire(join(folder, 'index.js')).resolve('libsql');
    return true;
  } catch {
    return false;
  }
}

/** Where the links and pictures of a page lead within the project. */
function linksOf(page: string): string[] {
  const links: string[] = [];
  marked.walkTokens(marked.lexer(readFileSync(page, 'utf8')), (token) => {
    if (token.type !== 'link' && token.type !== 'image') return;
    const [path = ''] = String(token.href).split('#');
    if (path !== '' && !/^[a-z]+:/.test(path)) links.push(path);
  });
  return links;
}

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
