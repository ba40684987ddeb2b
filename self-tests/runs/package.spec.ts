import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, posix } from 'node:path';
import { expect } from '@playwright/test';
import type { Tokens } from 'marked';
import { quietEnvironment } from '../../scripts/quiet-environment.ts';
import { tokensOf } from '../pages.ts';
import { resultIn, test } from './run.ts';

/** Packing compiles, and installing asks the registry. */
test.describe.configure({ mode: 'serial', timeout: 300_000 });

const NAME = 'customer-engagement-conformance';
/** Not the one that the package brings; it only has to be there, and to be left alone. */
const ANOTHER_PLAYWRIGHT = '1.50.0';
const INSTALL = ['install', '--prefer-offline', '--no-audit', '--no-fund'];

let base = '';
/** A folder with the installed package, and with another Playwright that has a configuration, tests and path mappings of its own. */
let project = '';
let tarball = '';
let files: readonly string[] = [];

const THEIRS: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "commonjs" }',
  'playwright.config.ts': "export default { testDir: 'tests', timeout: 1 };\n",
  'tests/conformance.spec.ts':
    "import { test } from '@playwright/test';\ntest('their own', () => { throw new Error('not to be run'); });\n",
  'tsconfig.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "*": ["./nowhere/*"] } } }\n',
};

test.beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'conformance-package-'));
  const [packed] = JSON.parse(npm(process.cwd(), 'pack', '--silent', '--json', '--pack-destination', base)) as Packed[];
  tarball = join(base, packed?.filename ?? '');
  files = packed?.files.map(({ path }) => path) ?? [];
  project = join(base, 'project');
  mkdirSync(join(project, 'tests'), { recursive: true });
  for (const [name, content] of Object.entries(THEIRS)) writeFileSync(join(project, name), content);
  npm(project, ...INSTALL, '--prefix', project, tarball, `@playwright/test@${ANOTHER_PLAYWRIGHT}`);
});

test.afterAll(() => rmSync(base, { recursive: true, force: true }));

test('it runs on the embedded service, writes nothing but the reports, and each Playwright keeps to itself', async ({ runs }) => {
  const everything = () => readdirSync(join(project, 'node_modules', NAME), { recursive: true, encoding: 'utf8' }).sort();
  const [before, beside] = [everything(), readdirSync(project)];
  const { CES_REPORT_DIR: _none, ...environment } = quietEnvironment();
  const stdout = execFileSync('npx', [NAME, '--property-runs', '0', '--seed', '1'], { cwd: project, env: environment, encoding: 'utf8' });
  expect(stdout).toMatch(/^CES_BASE_URL is not set, so this run checks the embedded reference service\. .*--base-url/);
  expect(stdout).not.toContain('their own');
  const result = await resultIn(join(project, 'reports'));
  expect(result).toMatchObject({ verdict: 'conformant', complete: true, interrupted: false, target: { embedded: true } });
  expect(existsSync(join(project, 'reports', 'playwright', 'index.html'))).toBe(true);
  expect(everything()).toEqual(before);
  expect(readdirSync(project).sort()).toEqual([...beside, 'reports'].sort());
  const compared = await runs.run(['compare', 'reports/conformance.json', 'reports/conformance.json'], {}, inProject());
  expect(compared.code, compared.stderr).toBe(0);

  const theirs = join(project, 'node_modules', '@playwright', 'test');
  expect(JSON.parse(readFileSync(join(theirs, 'package.json'), 'utf8'))).toMatchObject({ version: ANOTHER_PLAYWRIGHT });
  const options = { cwd: project, env: quietEnvironment(), encoding: 'utf8' } as const;
  const listed = execFileSync(process.execPath, [join(theirs, 'cli.js'), 'test', '--list'], options);
  expect(listed).toContain('their own');
  expect(listed).toContain('Total: 1 test');
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
  expect(execFileSync('git', ['check-ignore', ...left], { encoding: 'utf8' })).toBe(left.map((path) => `${path}\n`).join(''));
});

test('programs find its schemas, and nothing else to import; it runs without a compiler', () => {
  const { resolve } = createRequire(join(project, 'index.js'));
  const schema = JSON.parse(readFileSync(resolve(`${NAME}/schemas/conformance-result.schema.json`), 'utf8')) as object;
  expect(schema).toHaveProperty('properties.verdict');
  expect(() => resolve(NAME)).toThrow(/No "exports" main defined/);
  for (const name of ['tsx', 'typescript', 'esbuild']) expect(existsSync(join(project, 'node_modules', name)), name).toBe(false);
});

test('--help and --version, and a wrong flag', async ({ runs }) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const start = (...args: string[]) => runs.run(args, {}, inProject());
  const [help, shown, wrong] = await Promise.all([start('--help'), start('--version'), start('--base-ulr=http://127.0.0.1')]);
  expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(`Usage: npx --no-install ${NAME} [settings]`) });
  expect(shown).toMatchObject({ code: 0, stderr: '', stdout: `${version}\n` });
  expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('"--base-url"') });
});

test('a flag that npm kept from somebody’s own script is told by its name; behind npx, it was meant for another', async ({ runs }) => {
  const start = (npm_lifecycle_event: string, npm_lifecycle_script: string) =>
    runs.run(['--list'], { npm_lifecycle_event, npm_lifecycle_script, npm_config_read_only: 'true' }, inProject());
  const [own, behindNpx] = await Promise.all([start('staging', `tsc && ${NAME} --list`), start('npx', NAME)]);
  expect(own).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('(npm run staging -- --read-only)') });
  expect(behindNpx).toMatchObject({ code: 0, stderr: '' });
});

test('sensitivity is measured there too', async ({ runs }) => {
  const variables = { FAULT: 'status-206-at-10', CES_READ_ONLY: '1', CES_SEED: '7' };
  const { code, stdout, stderr } = await runs.run(['sensitivity'], variables, inProject());
  expect(code, stdout + stderr).toBe(0);
  expect(stdout).toContain('of 1 faults');
});

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Where the links and pictures of a page lead within the project. */
function linksOf(page: string): string[] {
  const links = tokensOf(page).filter(({ type }) => type === 'link' || type === 'image');
  const paths = links.map((token) => String((token as Tokens.Link).href).split('#')[0] ?? '');
  return paths.filter((path) => path !== '' && !/^[a-z]+:/.test(path));
}

/** Where the package is started: as npx does it, but without npx's own second. */
const inProject = () => ({ program: [realpathSync(join(project, 'node_modules', '.bin', NAME))], cwd: project });

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, env: quietEnvironment(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
