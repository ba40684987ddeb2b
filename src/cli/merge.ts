import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareEnvironment } from '../engine/run-environment.ts';
import { invocation } from '../installation/invocation.ts';
import { readCommandLine } from '../settings/command-line.ts';
import { loadEnvironment } from '../settings/environment.ts';
import { checkReportDir } from '../settings/files/report-directory.ts';
import { type Flags, flagOf, settingFlags } from '../settings/flags.ts';
import type { Problem } from '../settings/settings-error.ts';
import { VARIABLE_NAMES, type VariableName } from '../settings/variables.ts';
import type { CommandHelp } from './command-help.ts';
import { removeReports } from './earlier-reports.ts';
import { CONFIG, exitCode, runPlaywright } from './suite.ts';

/** The settings of a merge. All others belong to the machines on which the shards ran. */
const SETTINGS: readonly VariableName[] = ['CES_ENV_FILE', 'CES_REPORT_DIR', 'CES_WAIVERS', 'CES_BASELINE'];

export function flags(): Flags {
  return settingFlags(SETTINGS);
}

export const help: CommandHelp = {
  command: 'merge',
  args: `folder [${SETTINGS.map((name) => `${flagOf(name)} …`).join('] [')}]`,
  does: 'Makes one report of the shards of a run. The folder holds, at any depth, the files that each shard wrote into blob/ of its report directory.',
  options: [],
  exitCode: 'that of a run: 0 when nothing that counts failed, 1 when something did, 2 without a verdict.',
};

/**
 * Makes one report of the shards whose blobs are in a folder, at any depth. Returns the exit code of a run: 0 when nothing that counts failed,
 * 1 when something did, 2 without a verdict.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { reportDir, blobs } = prepare(args);
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
function prepare(args: readonly string[]): { readonly reportDir: string; readonly blobs: readonly string[] } {
  const { variables, rest, problems } = readCommandLine(args);
  const foreign = Object.keys(variables).filter((name) => !(SETTINGS as readonly string[]).includes(name)) as VariableName[];
  keepOwnSettings(variables);
  const { blobs, problems: unusable } = blobsIn(rest);
  const { run } = prepareEnvironment({ variables: {}, problems: [...problems, ...foreign.map(notForMerging), ...unusable] });
  checkReportDir(run.reportDir);
  return { reportDir: run.reportDir, blobs };
}

/** Removes all settings but those of a merge from the environment, so that a machine without the target's credentials can merge. */
function keepOwnSettings(flags: Readonly<Record<string, string>>): void {
  const { environment } = loadEnvironment(process.cwd(), process.env, flags);
  for (const name of VARIABLE_NAMES) delete process.env[name];
  for (const name of SETTINGS) if (environment[name] !== undefined) process.env[name] = environment[name];
  process.env.CES_ENV_FILE = devNull;
}

function notForMerging(name: VariableName): Problem {
  return { variable: flagOf(name), found: 'a setting of a run', expected: `nothing but a folder and ${SETTINGS.map(flagOf).join(', ')}` };
}

function blobsIn(folders: readonly string[]): { readonly blobs: readonly string[]; readonly problems: readonly Problem[] } {
  const unusable = (variable: string, found: string, expected: string) => ({ blobs: [], problems: [{ variable, found, expected }] });
  const [folder, ...more] = folders;
  if (folder === undefined || more.length > 0 || folder.startsWith('-'))
    return unusable('arguments', `${folders.length} arguments`, `one folder: ${invocation('merge', 'blobs')}`);
  const expected = `a folder with the files that \`${invocation('conformance', '--shard=i/n')}\` writes into blob/ of its report directory`;
  try {
    const blobs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.zip'));
    if (blobs.length === 0) return unusable(folder, 'no blob (*.zip)', expected);
    return { blobs: blobs.sort().map((file) => join(folder, file)), problems: [] };
  } catch (error) {
    return unusable(folder, error instanceof Error ? error.message : String(error), expected);
  }
}
