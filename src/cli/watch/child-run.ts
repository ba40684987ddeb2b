import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { FROM_SOURCE, moduleFile } from '../../installation/files.ts';
import type { ConformanceResult } from '../../result/result.ts';
import { NOTHING_ASSESSED } from '../../result/verdict.ts';
import { readResult, UnusableResult } from '../../settings/files/stored-result.ts';
import { SIGNALLED } from '../exit-codes.ts';

export interface RunEnded {
  /** Null where it was interrupted. */
  readonly code: number | null;
  /** Null where it wrote none, was interrupted, or could not judge the target: then nothing new is known. */
  readonly result: ConformanceResult | null;
}

const INTERRUPTED: RunEnded = { code: null, result: null };

/**
 * Runs this same command in a process of its own. The signal interrupts it, and it still writes its report.
 * @param reportDir where the arguments let it write its reports
 */
export async function childRun(args: readonly string[], reportDir: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<RunEnded> {
  if (signal.aborted) return INTERRUPTED;
  const startedAt = Date.now();
  const code = await new Promise<number | null>((resolve, reject) => {
    // It has no keyboard: the keys are this process's.
    spawn(process.execPath, [...(FROM_SOURCE ? ['--import', 'tsx'] : []), moduleFile('src/cli/conformance'), ...args], {
      ...{ env, signal, killSignal: 'SIGINT', stdio: ['ignore', 'inherit', 'inherit'] },
    })
      .once('error', (error) => signal.aborted || reject(error))
      .once('exit', resolve);
  });
  const isWhole = code !== null && !Object.values<number>(SIGNALLED).includes(code);
  return isWhole ? { code, result: resultIn(reportDir, startedAt) } : INTERRUPTED;
}

/** A run that ends before it begins leaves the result of an earlier one. */
function resultIn(reportDir: string, startedAt: number): ConformanceResult | null {
  try {
    const result = readResult(join(reportDir, 'conformance.json'));
    const { verdict, noVerdictReason, interrupted } = result;
    const isOld = Date.parse(result.startedAt) < startedAt;
    return isOld || interrupted || (verdict === 'no-verdict' && noVerdictReason !== NOTHING_ASSESSED) ? null : result;
  } catch (error) {
    if (!(error instanceof UnusableResult)) throw error;
    return null;
  }
}
