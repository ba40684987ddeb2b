import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareEnvironment } from '../engine/run-environment.ts';
import { invocation } from '../installation/invocation.ts';
import { loadEnvironment } from '../settings/environment.ts';
import { checkReportDir } from '../settings/files/report-directory.ts';
import type { Problem } from '../settings/settings-error.ts';
import { VARIABLE_NAMES } from '../settings/variables.ts';
import { type Arguments, MERGE_SETTINGS } from './command.ts';
import { removeReports } from './earlier-reports.ts';
import { CONFIG, exitCode, runPlaywright } from './suite.ts';

/** Makes one report of the shards whose blobs are in a folder, at any depth. Returns the exit code of a run. */
export async function main(given: Arguments): Promise<number> {
  const { reportDir, blobs } = prepare(given);
  // Playwright unpacks blobs where they are, and does not look into subfolders.
  const folder = mkdtempSync(join(tmpdir(), 'conformance-merge-'));
  try {
    // Named by its content, so that two copies of a blob count once.
    for (const blob of blobs) copyFileSync(blob, join(folder, `${createHash('sha256').update(readFileSync(blob)).digest('hex')}.zip`));
    // The blobs name the target, and only the runner reads them.
    removeReports(reportDir, null);
    return exitCode(await runPlaywright(['merge-reports', '-c', CONFIG, folder]), reportDir);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws SettingsError with all that is wrong with the arguments, the settings and the folder */
function prepare({ variables, words: [folder], problems }: Arguments): { readonly reportDir: string; readonly blobs: readonly string[] } {
  keepOwnSettings(variables);
  const found = folder === undefined ? { blobs: [], problems: [] } : blobsIn(folder);
  const { run } = prepareEnvironment({ variables: {}, problems: [...problems, ...found.problems] });
  checkReportDir(run.reportDir);
  return { reportDir: run.reportDir, blobs: found.blobs };
}

/** Removes all settings but those of a merge from the environment, so that a machine without the target's credentials can merge. */
function keepOwnSettings(flags: Arguments['variables']): void {
  const { environment } = loadEnvironment(process.cwd(), process.env, flags);
  for (const name of VARIABLE_NAMES) delete process.env[name];
  for (const name of MERGE_SETTINGS) if (environment[name] !== undefined) process.env[name] = environment[name];
  process.env.CES_ENV_FILE = devNull;
}

function blobsIn(folder: string): { readonly blobs: readonly string[]; readonly problems: readonly Problem[] } {
  const unusable = (found: string) => ({ blobs: [], problems: [{ variable: folder, found, expected: BLOBS }] });
  try {
    const blobs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.zip'));
    if (blobs.length === 0) return unusable('no blob (*.zip)');
    return { blobs: blobs.sort().map((file) => join(folder, file)), problems: [] };
  } catch (error) {
    return unusable(error instanceof Error ? error.message : String(error));
  }
}

const BLOBS = `a folder with the files that \`${invocation('conformance', '--shard=i/n')}\` writes into blob/ of its report directory`;
