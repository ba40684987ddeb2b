// @ts-check
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
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
