// @ts-check
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT = fileURLToPath(new URL('../', import.meta.url));

/** What is run or loaded by its file's name. */
const ENTRIES = [
  'src/cli/conformance.ts',
  'playwright.config.ts',
  'src/engine/playwright/global-setup.ts',
  'src/report/reporter.ts',
  'reference/main.ts',
];
const SPEC_FILES = 'tests';
/** What is read at run time and not bundled. The program takes the folder of `package.json` for its own. */
const ASSETS = ['package.json', 'schemas', 'src/report/html/assets'];

/**
 * Bundles the program into a folder: a process loads a few dozen files then in place of some 400, each of which costs it time.
 * @param {string} folder
 */
export async function bundle(folder) {
  // Half of what this file costs, and most runs have their bundle.
  const { build } = await import('esbuild');
  const specs = readdirSync(join(PROJECT, SPEC_FILES)).filter((name) => name.endsWith('.spec.ts'));
  await build({
    absWorkingDir: PROJECT,
    entryPoints: [...ENTRIES, ...specs.map((name) => `${SPEC_FILES}/${name}`)],
    outbase: PROJECT,
    outdir: folder,
    chunkNames: 'shared/[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  for (const name of ASSETS) cpSync(join(PROJECT, name), join(folder, name), { recursive: true, filter: (file) => !file.endsWith('.ts') });
}

/** What a bundle depends on. */
const SOURCES = ['src', 'tests', 'reference', 'mutation', 'schemas', 'scripts', 'playwright.config.ts', 'package.json', 'tsconfig.json'];
/** Below node_modules, where a bundle finds its packages, and Playwright takes it as it is. */
const CACHE = join(PROJECT, 'node_modules', '.cache', 'conformance');
/** In milliseconds. A run under way may still load files of a younger one. */
const KEPT = 24 * 60 * 60_000;

/**
 * The folder with the bundle of the source as it stands, made if there is none yet; null where nobody may write there.
 * @returns {Promise<string | null>}
 */
export async function freshBundle(cache = CACHE) {
  const folder = join(cache, fingerprint(SOURCES.map((source) => join(PROJECT, source))));
  if (existsSync(folder)) return folder;
  const unfinished = folderIn(cache);
  if (unfinished === null) return null;
  try {
    await bundle(unfinished);
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
  removeOld(cache);
  return folder;
}

/** @param {readonly string[]} paths */
export function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesOf)) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

/** @param {string} path */
function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => join(parentPath, name)).sort();
}

/** @param {string} cache */
function folderIn(cache) {
  try {
    mkdirSync(cache, { recursive: true });
    return mkdtempSync(join(cache, 'unfinished-'));
  } catch {
    return null;
  }
}

/** @param {string} cache */
function removeOld(cache) {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    if (Date.now() - statSync(folder).mtimeMs > KEPT) rmSync(folder, { recursive: true, force: true });
  }
}
