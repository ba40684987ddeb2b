// `npm run packed`: packs the suite, installs it on each Node that it promises, or on those named (`-- 22.13.0`), and runs it there. Binaries of Node
// come from the package registry; a version that cannot be had is skipped.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { ConformanceResult } from '../src/result/result.ts';
import { quietEnvironment } from './quiet-environment.ts';

const { name: NAME, engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string; engines: { node: string } };
/** The oldest one that the package promises, and the last of each line that is looked after. */
const NODES = [engines.node.replace('>=', ''), '20.20.2', '22.23.3', '24.21.0'];
/** In milliseconds: a registry that hangs is none. */
const PATIENCE = 180_000;
/** Without a network npm would try again for minutes. */
const INSTALL = ['install', '--prefer-offline', '--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--no-audit', '--no-fund'];
/** What npm says without a network, and of a binary of Node that does not exist. */
const UNAVAILABLE = /^npm install: .*(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|E(TARGET|404)\n.*\bnode-)/s;

const base = mkdtempSync(join(tmpdir(), 'conformance-packed-'));
try {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', base]).stdout) as { filename: string }[];
  const given = process.argv.slice(2);
  for (const version of given.length > 0 ? given : NODES) {
    const startedAt = Date.now();
    const outcome = outcomeOn(version, join(base, packed?.filename ?? ''));
    process.stdout.write(`Node ${version}: ${outcome} (${Math.round((Date.now() - startedAt) / 1000)} s)\n`);
  }
} finally {
  rmSync(base, { recursive: true, force: true });
}

function outcomeOn(version: string, tarball: string): string {
  try {
    runPackage(version, folderOfNode(version), tarball);
    return 'installed without a warning, shows its help, finds the embedded service conformant';
  } catch (error) {
    const { message } = error as Error;
    if (UNAVAILABLE.test(message))
      return `skipped, because the registry does not give what it needs: ${/npm error (?!code).*/.exec(message)?.[0]}`;
    process.exitCode = 1;
    return `failed. ${message}`;
  }
}

/** The folder of the binary, from the registry if it is not the one that runs. */
function folderOfNode(version: string): string {
  if (process.versions.node === version) return dirname(process.execPath);
  const binary = `node-${process.platform}-${process.arch}`;
  const folder = emptyFolder(`node-${version}`);
  install(folder, `${binary}@${version}`);
  return join(folder, 'node_modules', binary, 'bin');
}

/** @throws Error that says what was expected and what was found */
function runPackage(version: string, path: string, tarball: string): void {
  const folder = emptyFolder(`package-${version}`);
  const there = { cwd: folder, path: `${path}${delimiter}${process.env.PATH}` };
  expect('this Node', run('node', ['--version'], there).stdout.trim(), `v${version}`);
  // Of the clone too: npm compares the engines before it installs anything.
  const clone = run('npm', ['ci', '--dry-run'], { path: there.path });
  expect('no warning', [...warningsOf(clone), ...warningsOf(install(folder, tarball, there))].join(), '');
  expect('the help', run('npx', [NAME, '--help'], there).stdout.split(' [')[0] ?? '', `Usage: npx --no-install ${NAME}`);
  run('npx', [NAME, '--property-runs', '5', '--seed', '1'], there);
  const result = JSON.parse(readFileSync(join(folder, 'reports', 'conformance.json'), 'utf8')) as ConformanceResult;
  const { verdict, complete, target } = result;
  expect('the verdict', `${verdict}, complete: ${complete}, embedded: ${target.embedded}`, 'conformant, complete: true, embedded: true');
}

function install(folder: string, what: string, where = {}) {
  return run('npm', [...INSTALL, '--prefix', folder, what], where);
}

/** Not those about somebody's own configuration of npm, nor about packages that were deprecated since: they work. */
function warningsOf({ stderr }: ReturnType<typeof run>): string[] {
  return stderr.split('\n').filter((line) => /^npm warn (?!unknown .* config|deprecated)/i.test(line));
}

function expect(what: string, found: string, expected: string): void {
  if (found !== expected) throw new Error(`Expected ${what}: ${JSON.stringify(expected)}; found ${JSON.stringify(found)}`);
}

function run(command: string, args: readonly string[], { cwd = process.cwd(), path = process.env.PATH } = {}) {
  const options = { cwd, env: { ...quietEnvironment(), PATH: path }, encoding: 'utf8', timeout: PATIENCE } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args[0]}: expected exit code 0, found ${status ?? error?.message}.\n${stderr || stdout}`);
  return { stdout, stderr };
}

function emptyFolder(name: string): string {
  const folder = join(base, name);
  mkdirSync(folder);
  return folder;
}
