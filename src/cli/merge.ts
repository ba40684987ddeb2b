import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { invocation } from '../engine/installation.ts';
import { prepareEnvironment } from '../engine/run-environment.ts';
import { readCommandLine } from '../settings/command-line.ts';
import { loadEnvironment } from '../settings/environment.ts';
import { checkReportDir } from '../settings/files/report-directory.ts';
import { flagOf } from '../settings/flags.ts';
import { type Problem, SettingsError } from '../settings/settings-error.ts';
import { VARIABLE_NAMES, type VariableName } from '../settings/variables.ts';
import { CONFIG, exitCode, removeReports, runPlaywright } from './suite.ts';

const UNUSABLE = 2;

/** The settings of a merge. All others were those of the machines on which the shards ran. */
const SETTINGS: readonly VariableName[] = ['CES_ENV_FILE', 'CES_REPORT_DIR', 'CES_WAIVERS'];

/**
 * Makes one report of the shards whose blobs a folder holds, at any depth. Answers the exit code, as of a run: 0 when nothing that counts
 * failed, 1 when something did, 2 without a verdict.
 */
export async function main(args: readonly string[]): Promise<number> {
  const prepared = prepare(args);
  if (prepared === null) return UNUSABLE;
  // Playwright unpacks blobs beside them, and looks into no folder below.
  const folder = mkdtempSync(join(tmpdir(), 'conformance-merge-'));
  try {
    // Named by its content, so that a blob that is there twice counts once.
    for (const blob of prepared.blobs)
      copyFileSync(blob, join(folder, `${createHash('sha256').update(readFileSync(blob)).digest('hex')}.zip`));
    removeReports(prepared.reportDir);
    return exitCode(await runPlaywright(['merge-reports', '-c', CONFIG, folder]), prepared.reportDir);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Prepared {
  readonly reportDir: string;
  readonly blobs: readonly string[];
}

/** Null where something is wrong with the arguments, the settings or the folder; then it has been told. */
function prepare(args: readonly string[]): Prepared | null {
  try {
    const { variables, rest, problems } = readCommandLine(args);
    const foreign = Object.keys(variables).filter((name) => !(SETTINGS as readonly string[]).includes(name)) as VariableName[];
    keepOwnSettings(variables);
    const blobs = blobsIn(rest);
    const wrong = [...problems, ...foreign.map(notForMerging), ...('variable' in blobs ? [blobs] : [])];
    const { run } = prepareEnvironment({ variables: {}, problems: wrong });
    checkReportDir(run.reportDir);
    return 'variable' in blobs ? null : { reportDir: run.reportDir, blobs };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return null;
  }
}

/** Leaves of all settings in the environment only those that a merge has, so that a machine without the target's credentials can do it. */
function keepOwnSettings(flags: Readonly<Record<string, string>>): void {
  const { environment } = loadEnvironment(process.cwd(), process.env, flags);
  for (const name of VARIABLE_NAMES) delete process.env[name];
  for (const name of SETTINGS) if (environment[name] !== undefined) process.env[name] = environment[name];
  process.env.CES_ENV_FILE = devNull;
}

function notForMerging(name: VariableName): Problem {
  return { variable: flagOf(name), found: 'a setting of a run', expected: `nothing but a folder and ${SETTINGS.map(flagOf).join(', ')}` };
}

function blobsIn(folders: readonly string[]): string[] | Problem {
  const [folder, ...more] = folders;
  if (folder === undefined || more.length > 0 || folder.startsWith('-'))
    return { variable: 'arguments', found: `${folders.length} arguments`, expected: `one folder: ${invocation('merge', 'blobs')}` };
  const expected = `a folder with the files that \`${invocation('conformance', '--shard=i/n')}\` writes into blob/ of its report directory`;
  try {
    const blobs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.zip'));
    return blobs.length > 0 ? blobs.sort().map((file) => join(folder, file)) : { variable: folder, found: 'no blob (*.zip)', expected };
  } catch (error) {
    return { variable: folder, found: error instanceof Error ? error.message : String(error), expected };
  }
}
