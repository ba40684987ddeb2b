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

process.exitCode = await main();

/** Runs the suite and answers the exit code: 0 when nothing that counts failed, 1 when something did, 2 without a verdict. */
async function main(): Promise<number> {
  const reportDir = settings();
  if (reportDir === null) return NO_VERDICT;
  const resultFile = join(reportDir, 'conformance.json');
  rmSync(resultFile, { force: true });
  const code = await runPlaywright();
  const result = readResult(resultFile);
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

function runPlaywright(): Promise<number> {
  const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
  const child = spawn(process.execPath, [cli, 'test', ...process.argv.slice(2)], { stdio: 'inherit' });
  // The terminal signals the whole group; from elsewhere only this process hears of it. Either way the report is written first.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGINT'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

function readResult(file: string): ConformanceResult | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ConformanceResult;
  } catch (error) {
    process.stderr.write(`No result was written: ${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  }
}
