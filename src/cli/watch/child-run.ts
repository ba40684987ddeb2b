import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { FROM_SOURCE, moduleFile } from '../../installation/files.ts';
import { readResult } from '../../result/compare/read-result.ts';
import type { ConformanceResult } from '../../result/result.ts';
import { NOTHING_ASSESSED } from '../../result/verdict.ts';
import { UnusableResult } from '../../settings/files/stored-result.ts';
import { SIGNALLED } from '../exit-codes.ts';

/** How a run of the suite ended. */
export interface RunEnded {
  /** Null where it was interrupted. */
  readonly code: number | null;
  /** Null where it wrote none, was interrupted, or could not judge the target: then nothing new is known. */
  readonly result: ConformanceResult | null;
}

/** Runs of this same command, each in a process of its own, one after the other. */
export class ChildRuns {
  readonly #environment: NodeJS.ProcessEnv;
  #child: ChildProcess | null = null;
  #isOver = false;

  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  /** @param reportDir where the arguments let it write its reports */
  async run(args: readonly string[], reportDir: string): Promise<RunEnded> {
    if (this.#isOver) return { code: null, result: null };
    const startedAt = Date.now();
    // It has no keyboard: the keys are this process's.
    const child = spawn(process.execPath, [...(FROM_SOURCE ? ['--import', 'tsx'] : []), moduleFile('src/cli/conformance'), ...args], {
      env: this.#environment,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    this.#child = child;
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    this.#child = null;
    const isWhole = code !== null && !Object.values<number>(SIGNALLED).includes(code);
    return isWhole ? { code, result: resultIn(reportDir, startedAt) } : { code: null, result: null };
  }

  /** Ends the run under way, which still writes its report, and lets no other begin. */
  interrupt(): void {
    this.#isOver = true;
    this.#child?.kill('SIGINT');
  }
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
