import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  RUNNER,
  type RunnerArguments,
  readRunnerArguments,
  replacedReporter,
  runnerFlags,
  wholeTags,
} from '../engine/playwright/runner-arguments.ts';
import { prepareEnvironment } from '../engine/run-environment.ts';
import { visibleLine } from '../http/text.ts';
import { moduleFile } from '../installation/files.ts';
import { exitReason } from '../result/exit-reason.ts';
import type { ConformanceResult } from '../result/result.ts';
import { readCommandLine } from '../settings/command-line.ts';
import { targetOf } from '../settings/files/baseline.ts';
import { checkReportDir } from '../settings/files/report-directory.ts';
import { type Flags, settingFlags } from '../settings/flags.ts';
import type { Problem } from '../settings/settings-error.ts';
import { removeReports } from './earlier-reports.ts';
import { NO_RESULT, SIGNALLED } from './exit-codes.ts';
import { watch } from './watch.ts';

const WATCH = '--watch';

export function flags(): Flags {
  return { ...settingFlags(), ...runnerFlags(), watch: { type: 'boolean' } };
}

/**
 * Runs the suite with the settings and Playwright's options of a command line. Returns the exit code: 0 when nothing that counts failed,
 * 1 when something did, 2 without a verdict, 130 or 143 after a signal.
 */
export async function main(args: readonly string[]): Promise<number> {
  if (args.includes(WATCH)) return watch(args.filter((argument) => argument !== WATCH));
  if (args.includes('--ui')) process.stdout.write(`${UI_NEEDS}\n`);
  const { reportDir, runnerArgs, isRun } = prepare(args);
  if (!isRun) return (await runPlaywright(['test', '-c', CONFIG, ...runnerArgs])).code;
  removeReports(reportDir, targetOf(process.env));
  return exitCode(await runPlaywright(['test', '-c', CONFIG, ...runnerArgs]), reportDir);
}

/** Playwright's configuration of the suite. */
export const CONFIG = moduleFile('playwright.config');

const UI_NEEDS =
  '--ui opens a window of Playwright, for which this machine needs a display and Chrome, Edge or a Chromium (npx playwright install chromium). --ui-port=0 opens it in any browser instead. It gives no verdict and no report.';

/** @throws SettingsError with all that is wrong with the arguments and the settings */
function prepare(args: readonly string[]) {
  const { variables, rest, problems } = readCommandLine(args);
  const { options, problems: further } = readRunnerArguments(rest);
  // A list of tests and Playwright's own window write no result.
  const isRun = !['list', 'ui', 'uiHost', 'uiPort'].some((name) => name in options);
  const { run } = prepareEnvironment({ variables, problems: [...problems, ...further, ...refused(options, isRun)] });
  checkReportDir(run.reportDir);
  return { reportDir: run.reportDir, runnerArgs: wholeTags(rest), isRun };
}

/** Without the suite's own reporter there is no result. A run has none of the fixtures that make a trace (docs/decisions/044-no-browser-fixtures.md). */
function refused(options: RunnerArguments['options'], isRun: boolean): Problem[] {
  const { trace = 'off' } = options;
  const reporter = replacedReporter({ options });
  return [
    ...(reporter === null
      ? []
      : [{ variable: '--reporter', found: reporter, expected: '--add-reporter, which leaves the suite’s own in place' }]),
    ...(isRun && trace !== 'off'
      ? [
          {
            variable: '--trace',
            found: `${trace}, for which a run has nothing to record`,
            expected: '--ui, which shows the trace of each test',
          },
        ]
      : []),
  ];
}

export interface Ended {
  readonly code: number;
  /** The signal that ended the run early, sent to this process or to the runner; null for none. */
  readonly signal: keyof typeof SIGNALLED | null;
}

/** Runs Playwright in a process of its own, with this process's environment, and passes signals on to it. */
export function runPlaywright(args: readonly string[]): Promise<Ended> {
  // Only a reporter of the user's may be TypeScript beside a bundle, and the loader costs each process some 0.3 s.
  const needsLoader = CONFIG.endsWith('.ts') || args.some((argument) => argument.includes('reporter'));
  const env = needsLoader ? process.env : { ...process.env, PW_DISABLE_TS_ESM: '1' };
  const child = spawn(process.execPath, [RUNNER, ...args], { stdio: 'inherit', env });
  let received: Ended['signal'] = null;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      received ??= signal;
      // A terminal signals the whole group, other senders only this process. On SIGINT the runner still writes its report.
      // Node on Windows has no signals but the console's, which has told the child too; there, kill() would end it without a report.
      if (process.platform !== 'win32') child.kill('SIGINT');
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code: code ?? NO_RESULT, signal: received ?? signalOf(code, signal) }));
  });
}

function signalOf(code: number | null, signal: NodeJS.Signals | null): Ended['signal'] {
  if (signal === 'SIGINT' || code === SIGNALLED.SIGINT) return 'SIGINT';
  return signal === 'SIGTERM' ? 'SIGTERM' : null;
}

/** The exit code of a run or a merge, by the result that it wrote. Prints the reason: after the runner, so that it is the last line. */
export function exitCode({ code, signal }: Ended, reportDir: string): number {
  const result = readResult(join(reportDir, 'conformance.json'));
  if (signal !== null) return SIGNALLED[signal];
  if (result === null) {
    process.stderr.write(`Exit ${NO_RESULT}: no result was written; the test runner says why, above\n`);
    return NO_RESULT;
  }
  // A shard without a verdict of its own may be fine: then the runner exits with 0.
  const own = code !== 0 && result.verdict === 'no-verdict' ? NO_RESULT : code;
  process.stdout.write(`${visibleLine(exitReason(own, result))}\n`);
  return own;
}

function readResult(file: string): ConformanceResult | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ConformanceResult;
  } catch (error) {
    process.stderr.write(`No result was written: ${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  }
}
