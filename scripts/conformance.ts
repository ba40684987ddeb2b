import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ConformanceResult } from '../src/report/result.ts';
import { checkReportDir } from '../src/target/report-directory.ts';
import { prepareEnvironment } from '../src/target/run-environment.ts';
import { SettingsError } from '../src/target/settings-error.ts';

/** Exit codes of the target contract: 0 and 1 are the runner's own. */
const NO_VERDICT = 2;

/** Exit codes after a signal, as shells give them: 128 and the signal's number. */
const SIGNALLED = { SIGINT: 130, SIGTERM: 143 } as const;

/** What a run writes beside Playwright's own report. What an earlier run left must not be taken for this one's. */
const WRITTEN = ['conformance.json', 'index.html', 'junit.xml', 'summary.md', 'ctrf.json', 'badge.svg', 'badge.json'];

process.exitCode = await main();

/** Runs the suite and answers the exit code: 0 when nothing that counts failed, 1 when something did, 2 without a verdict, 130 or 143 after a signal. */
async function main(): Promise<number> {
  const reportDir = settings();
  if (reportDir === null) return NO_VERDICT;
  for (const name of WRITTEN) rmSync(join(reportDir, name), { force: true });
  const { code, signal } = await runPlaywright();
  const result = readResult(join(reportDir, 'conformance.json'));
  if (signal !== null) return SIGNALLED[signal];
  return result === null || result.verdict === 'no-verdict' ? NO_VERDICT : code;
}

/** The report directory of settings that are right; null, after telling what is wrong, of others. */
function settings(): string | null {
  try {
    const { run } = prepareEnvironment();
    checkReportDir(run.reportDir);
    return run.reportDir;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return null;
  }
}

interface Ended {
  readonly code: number;
  /** The signal that ended the run before its time, whether it was sent to this process or to the runner. */
  readonly signal: keyof typeof SIGNALLED | null;
}

function runPlaywright(): Promise<Ended> {
  const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
  const child = spawn(process.execPath, [cli, 'test', ...process.argv.slice(2)], { stdio: 'inherit' });
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

function readResult(file: string): ConformanceResult | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ConformanceResult;
  } catch (error) {
    process.stderr.write(`No result was written: ${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  }
}
