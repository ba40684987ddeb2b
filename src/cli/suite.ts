import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { moduleFile } from '../engine/installation.ts';
import { RUNNER, type RunnerArguments, readRunnerArguments } from '../engine/playwright/runner-arguments.ts';
import { prepareEnvironment } from '../engine/run-environment.ts';
import type { ConformanceResult } from '../result/result.ts';
import { readCommandLine } from '../settings/command-line.ts';
import { checkReportDir } from '../settings/files/report-directory.ts';
import { type Problem, SettingsError } from '../settings/settings-error.ts';

/** Exit codes of the target contract: 0 and 1 are the runner's own. */
const NO_VERDICT = 2;

/** Exit codes after a signal, as shells give them: 128 and the signal's number. */
const SIGNALLED = { SIGINT: 130, SIGTERM: 143 } as const;

/** What a run writes beside Playwright's own report. */
const WRITTEN = ['conformance.json', 'index.html', 'junit.xml', 'summary.md', 'ctrf.json', 'badge.svg', 'badge.json'];

/**
 * Runs the suite with the settings and the options of Playwright that a command line says. Answers the exit code: 0 when nothing that
 * counts failed, 1 when something did, 2 without a verdict, 130 or 143 after a signal.
 */
export async function main(args: readonly string[]): Promise<number> {
  const prepared = prepare(args);
  if (prepared === null) return NO_VERDICT;
  const { reportDir, runnerArgs, isRun } = prepared;
  if (!isRun) return (await runPlaywright(['test', '-c', CONFIG, ...runnerArgs])).code;
  removeReports(reportDir);
  return exitCode(await runPlaywright(['test', '-c', CONFIG, ...runnerArgs]), reportDir);
}

/** Playwright's configuration of the suite. */
export const CONFIG = moduleFile('playwright.config');

/** What an earlier run left must not be taken for this one's. */
export function removeReports(reportDir: string): void {
  for (const name of WRITTEN) rmSync(join(reportDir, name), { force: true });
}

interface Prepared {
  readonly reportDir: string;
  readonly runnerArgs: readonly string[];
  /** Not just a list of tests, nor Playwright's own window, which write no result. */
  readonly isRun: boolean;
}

/** Null where something is wrong with the arguments or the settings; then it has been told. */
function prepare(args: readonly string[]): Prepared | null {
  try {
    const { variables, rest, problems } = readCommandLine(args);
    const { options, problems: further } = readRunnerArguments(rest);
    const { run } = prepareEnvironment({ variables, problems: [...problems, ...further, ...replacedReporter(options)] });
    checkReportDir(run.reportDir);
    const isRun = !['list', 'ui', 'uiHost', 'uiPort'].some((name) => name in options);
    return { reportDir: run.reportDir, runnerArgs: rest, isRun };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return null;
  }
}

/** Without the suite's own reporter there is no result. */
function replacedReporter({ reporter }: RunnerArguments['options']): Problem[] {
  if (reporter === undefined || String(reporter).includes('report/reporter')) return [];
  return [{ variable: '--reporter', found: String(reporter), expected: '--add-reporter, which leaves the suite’s own in place' }];
}

export interface Ended {
  readonly code: number;
  /** The signal that ended the run before its time, whether it was sent to this process or to the runner. */
  readonly signal: keyof typeof SIGNALLED | null;
}

/** Runs Playwright in a process of its own, with this process's environment, and passes signals on to it. */
export function runPlaywright(args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [RUNNER, ...args], { stdio: 'inherit' });
  let received: Ended['signal'] = null;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      received ??= signal;
      // The terminal signals the whole group; from elsewhere only this process hears of it. SIGINT is the one on which the runner still writes its report.
      child.kill('SIGINT');
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code: code ?? NO_VERDICT, signal: received ?? signalOf(code, signal) }));
  });
}

function signalOf(code: number | null, signal: NodeJS.Signals | null): Ended['signal'] {
  if (signal === 'SIGINT' || code === SIGNALLED.SIGINT) return 'SIGINT';
  return signal === 'SIGTERM' ? 'SIGTERM' : null;
}

/** The exit code of a run that has ended, or of a merge, given the result that it wrote. */
export function exitCode({ code, signal }: Ended, reportDir: string): number {
  const result = readResult(join(reportDir, 'conformance.json'));
  if (signal !== null) return SIGNALLED[signal];
  if (result === null) return NO_VERDICT;
  // A shard without a verdict of its own may be all right: then the runner says so.
  return code !== 0 && result.verdict === 'no-verdict' ? NO_VERDICT : code;
}

function readResult(file: string): ConformanceResult | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ConformanceResult;
  } catch (error) {
    process.stderr.write(`No result was written: ${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  }
}
