import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from '@playwright/test';

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** A quiet browser, as root and in a container. What the bundled one recommends is left out: it switches off web security, which is tested here. */
const FLAGS = ['no-sandbox', 'disable-gpu', 'no-first-run', 'disable-background-networking', 'disable-component-update', 'disable-sync'];

/** Starts the Chromium that `findChromium` finds. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: FLAGS.map((flag) => `--${flag}`) });
}

/** `CHROMIUM_PATH`, then the usual places, then the one of the development dependencies. Throws where there is none, or `CHROMIUM_PATH` names no file. */
export async function findChromium(environment: NodeJS.ProcessEnv = process.env, systemPaths = SYSTEM_PATHS): Promise<string> {
  const given = environment.CHROMIUM_PATH;
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names no file: ${given}. Give the path of a Chromium or Chrome executable, or unset it.`);
  }
  return systemPaths.find((path) => existsSync(path)) ?? bundledChromium();
}

/** Goes with the dependencies, so that a newer version is unpacked anew. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/** It unpacks in place, where another process would start a half-written file: each unpacks for itself, and the first to finish gives the shared name. */
async function bundledChromium(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chromium was found. Install Chromium or Chrome, or set CHROMIUM_PATH to its executable.');
  }
  const shared = join(CACHE, 'chromium');
  if (!existsSync(join(shared, 'chromium'))) await unpackInto(shared);
  return join(shared, 'chromium');
}

async function unpackInto(shared: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const own = await mkdtemp(join(CACHE, 'unpacking-'));
  try {
    // A process of its own, since the only way to choose the folder is the environment.
    const script = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
    const env = { ...process.env, TMPDIR: own };
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { cwd: CACHE, env });
    await rename(own, shared);
  } catch (error) {
    // Another process was first: its copy serves.
    if (!existsSync(join(shared, 'chromium'))) throw error;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
