import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { LEFT_BEHIND_FILE } from '../engine/evidence/left-behind.ts';
import { leavesTestsOut } from '../engine/playwright/parts.ts';
import { RUNNER, RUNNER_OPTIONS, readRunnerArguments, replacedReporter, wholeTags } from '../engine/playwright/runner-arguments.ts';
import { prepareEnvironment } from '../engine/run-environment.ts';
import { COMMON_LISTING, LATER_ROUND } from '../engine/run-state.ts';
import { visibleLine } from '../http/text.ts';
import { invocation, moduleFile } from '../installation/installation.ts';
import { exitReason } from '../result/exit-reason.ts';
import type { ConformanceResult } from '../result/result.ts';
import { saysNothing } from '../result/verdict.ts';
import { type Flags, flagsOf, readCommandLine, settingFlags } from '../settings/command-line.ts';
import { loadEnvironment } from '../settings/environment.ts';
import { targetOf } from '../settings/files/stored-result.ts';
import { checkReportDir, readJsonFile } from '../settings/files/user-file.ts';
import type { Problem } from '../settings/settings-error.ts';
import { VARIABLE_NAMES } from '../settings/variables.ts';
import { type Arguments, MERGE_SETTINGS, NO_RESULT, SIGNALLED } from './command.ts';
import { LAST_RESULT, removeReports, wholeResultIn } from './earlier-reports.ts';

export const flags = (): Flags => ({ ...settingFlags(), ...flagsOf(Object.keys(RUNNER_OPTIONS)), watch: { type: 'boolean' } });

/** Where a part of a run writes, in the report directory: the reports of the last whole run stay, and what the next one is compared with. */
const REPLAY = 'replay';

/** Runs the suite with these arguments. Returns the exit code: 0, 1, 2, or 130 or 143 after a signal. `over` ends the run as Ctrl-C does. */
export async function main(args: readonly string[], over?: AbortSignal): Promise<number> {
  if (args.includes('--ui')) process.stdout.write(`${UI_NEEDS}\n`);
  // A list of tests and Playwright's own window write no result.
  const isRun = (options: Options) => !['list', 'ui', 'uiHost', 'uiPort'].some((name) => name in options);
  const { options, files, rest, variables, settings } = prepareRun(args, (given) => refused(given, isRun(given)));
  const own = ['test', '-c', CONFIG, ...wholeTags(rest)];
  if (!isRun(options)) return (await runPlaywright(own)).code;
  const { reportDir, replay } = settings.run;
  const isPart = replay !== null || leavesTestsOut({ options, files });
  const isApart = isPart && variables.CES_REPORT_DIR === undefined && wholeResultIn(join(reportDir, LAST_RESULT)) !== null;
  const folder = isApart ? join(reportDir, REPLAY) : reportDir;
  if (isApart) {
    Object.assign(process.env, { CES_REPORT_DIR: folder, [COMMON_LISTING]: resolve(reportDir, LEFT_BEHIND_FILE) });
    process.stdout.write(`A part of a run, so its report goes to ${folder}: that of the last whole run stays.\n`);
    // Playwright looks for the tests that failed last in the folder to which it writes.
    if ('lastFailed' in options && !('lastFailedFile' in options)) own.push(`--last-failed-file=${resolve(reportDir, LAST_RUN)}`);
  }
  removeReports(folder, targetOf(process.env));
  return exitCode(await runPlaywright(own, over), folder);
}

const LAST_RUN = 'playwright-output/.last-run.json';

export const CONFIG = moduleFile('playwright.config');

const UI_NEEDS =
  '--ui opens a window of Playwright, for which this machine needs a display and Chrome, Edge or a Chromium (npx playwright install chromium). --ui-port=0 opens it in any browser instead. It gives no verdict and no report.';

type Options = ReturnType<typeof readRunnerArguments>['options'];

/** Makes `process.env` say all settings of a run. Throws a SettingsError with all that is wrong, and with what `refuse` says of Playwright's options. */
export function prepareRun(args: readonly string[], refuse: (options: Options) => readonly Problem[]) {
  const { variables, rest, problems } = readCommandLine(args);
  const { options, files, problems: further } = readRunnerArguments(rest);
  const settings = prepareEnvironment({ variables, problems: [...problems, ...further, ...refuse(options)] });
  checkReportDir(settings.run.reportDir);
  return { options, files, rest, variables, settings };
}

/** Without the suite's own reporter there is no result. A run has none of the fixtures that make a trace (docs/decisions/requests.md#44-a-run-has-no-fixtures-for-browsers). */
function refused(options: Options, isRun: boolean): Problem[] {
  const { trace = 'off' } = options;
  const reporter = replacedReporter({ options });
  const ofReporter = { variable: '--reporter', found: `${reporter}`, expected: '--add-reporter, which leaves the suite’s own in place' };
  const [found, expected] = [`${trace}, for which a run has nothing to record`, '--ui, which shows the trace of each test'];
  return [...(reporter === null ? [] : [ofReporter]), ...(isRun && trace !== 'off' ? [{ variable: '--trace', found, expected }] : [])];
}

interface Ended {
  readonly code: number;
  /** The signal that ended the run early, sent to this process or to the runner; null for none. */
  readonly signal: keyof typeof SIGNALLED | null;
}

/** Runs Playwright in a process of its own, with this process's environment, and passes signals on to it. */
function runPlaywright(args: readonly string[], over?: AbortSignal): Promise<Ended> {
  // Only a reporter of the user's may be TypeScript beside a bundle, and the loader costs each process some 0.3 s.
  const needsLoader = CONFIG.endsWith('.ts') || args.some((argument) => argument.includes('reporter'));
  const env = needsLoader ? process.env : { ...process.env, PW_DISABLE_TS_ESM: '1' };
  const child = spawn(process.execPath, [RUNNER, ...args], {
    // Whose input is a terminal, the runner tells of its own report too.
    ...{ stdio: ['ignore', 'inherit', 'inherit'], env, killSignal: 'SIGINT', ...(over && { signal: over }) },
  });
  let received: Ended['signal'] = null;
  const pass = (signal: NodeJS.Signals) => {
    received ??= signalOf(null, signal);
    // A terminal signals the whole group, other senders only this process. On SIGINT the runner still writes its report.
    // Node on Windows has no signals but the console's, which has told the child too; there, kill() would end it without a report.
    if (process.platform !== 'win32') child.kill('SIGINT');
  };
  process.on('SIGINT', pass).on('SIGTERM', pass);
  const orphaned = onceOrphaned(() => pass('SIGTERM'));
  return new Promise<Ended>((resolve, reject) => {
    child.once('error', (error) => over?.aborted || reject(error));
    child.once('exit', (code, signal) => resolve({ code: code ?? NO_RESULT, signal: received ?? signalOf(code, signal) }));
  }).finally(() => {
    clearInterval(orphaned);
    process.off('SIGINT', pass).off('SIGTERM', pass);
  });
}

const ORPHANED_EVERY_MS = 500;

/** npm passes SIGTERM to its shell alone, which ends: without this, the run would go on at the target, and nobody would know. */
function onceOrphaned(tell: () => void): NodeJS.Timeout | undefined {
  const { ppid, env } = process;
  if (env.npm_lifecycle_event === undefined) return undefined;
  const watch = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(watch);
    tell();
  }, ORPHANED_EVERY_MS);
  return watch;
}

function signalOf(code: number | null, signal: NodeJS.Signals | null): Ended['signal'] {
  if (signal === 'SIGINT' || code === SIGNALLED.SIGINT) return 'SIGINT';
  return signal === 'SIGTERM' ? 'SIGTERM' : null;
}

/** The exit code of a run or a merge, by the result that it wrote. Prints the reason: after the runner, so that it is the last line. */
function exitCode({ code, signal }: Ended, reportDir: string): number {
  const read = readJsonFile(join(reportDir, LAST_RESULT));
  const result = 'value' in read ? (read.value as ConformanceResult) : null;
  if (signal !== null) {
    if (result !== null)
      process.stdout.write(`Exit ${SIGNALLED[signal]}: ${signal} ended the run; the report has what was judged by then\n`);
    return SIGNALLED[signal];
  }
  if (result === null) {
    process.stderr.write(`Exit ${NO_RESULT}: no result was written; the test runner says why, above\n`);
    return NO_RESULT;
  }
  // A shard without a verdict of its own may be fine: then the runner exits with 0.
  const own = code !== 0 && saysNothing(result) ? NO_RESULT : code;
  // The watch sums a round of failed checks up, which may be several runs.
  const isOfRound = process.env[LATER_ROUND] !== undefined && result.partial === true && own !== NO_RESULT;
  if (!isOfRound) process.stdout.write(`${visibleLine(exitReason(own, result))}\n`);
  return own;
}

/** Makes one report of the shards whose blobs are in a folder, at any depth. Returns the exit code of a run. */
export async function mergeShards({ variables, words: [from], problems }: Arguments): Promise<number> {
  keepOwnSettings(variables);
  const [blobs, wrong] = from === undefined ? [[], []] : blobsIn(from);
  const { run } = prepareEnvironment({ variables: {}, problems: [...problems, ...wrong] });
  checkReportDir(run.reportDir);
  // Playwright unpacks blobs where they are, and does not look into subfolders.
  const folder = mkdtempSync(join(tmpdir(), 'conformance-merge-'));
  try {
    // Named by its content, so that two copies of a blob count once.
    for (const blob of blobs) copyFileSync(blob, join(folder, `${createHash('sha256').update(readFileSync(blob)).digest('hex')}.zip`));
    // The blobs name the target, and only the runner reads them.
    removeReports(run.reportDir, null);
    return exitCode(await runPlaywright(['merge-reports', '-c', CONFIG, folder]), run.reportDir);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes all settings but those of a merge from the environment, so that a machine without the target's credentials can merge. */
function keepOwnSettings(flags: Arguments['variables']): void {
  const { environment } = loadEnvironment(process.cwd(), process.env, flags);
  for (const name of VARIABLE_NAMES) delete process.env[name];
  for (const name of MERGE_SETTINGS) if (environment[name] !== undefined) process.env[name] = environment[name];
  process.env.CES_ENV_FILE = devNull;
}

/** The blobs in a folder, and what is wrong with it. */
function blobsIn(folder: string): [blobs: string[], problems: Problem[]] {
  const unusable = (found: string): [string[], Problem[]] => [[], [{ variable: folder, found, expected: BLOBS }]];
  try {
    const blobs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.zip'));
    return blobs.length === 0 ? unusable('no blob (*.zip)') : [blobs.sort().map((file) => join(folder, file)), []];
  } catch (error) {
    return unusable(error instanceof Error ? error.message : String(error));
  }
}

const BLOBS = `a folder with the files that \`${invocation('conformance', '--shard=i/n')}\` writes into blob/ of its report directory`;
