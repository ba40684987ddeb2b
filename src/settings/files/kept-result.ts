import { renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isSameTarget, isWhole } from './baseline.ts';
import { looksLikeResult } from './result-folder.ts';
import { readJson, type StoredResult, UnusableResult } from './stored-result.ts';

/** The last whole result before that of the last run, in a folder of reports. */
export const KEPT_RESULT = 'baseline.json';

/**
 * Keeps the result of the last run before its reports are removed. One of a part of a run, or without a verdict, never replaces a whole one; nor
 * does one of another target where the kept one is about the target of the run that begins. A file that `CES_BASELINE` names stays as it is. If it
 * names the result of the last run, the kept one takes its place there.
 * @param target of the run that begins; null where it is not known yet
 */
export function keepResult(reportDir: string, target: StoredResult['target'] | null): void {
  const [last, kept] = [join(reportDir, 'conformance.json'), join(reportDir, KEPT_RESULT)];
  const { CES_BASELINE: baseline = '' } = process.env;
  const isNamed = (file: string) => baseline !== '' && resolve(baseline) === resolve(file);
  if (isNamed(kept)) return;
  const [now, before] = [wholeResultIn(last), wholeResultIn(kept)];
  const isOfTarget = (result: StoredResult) => target !== null && isSameTarget(result.target, target);
  const replaces =
    now === null ? isNamed(last) && before === null : isNamed(last) || before === null || isOfTarget(now) || !isOfTarget(before);
  if (replaces) renameSync(last, kept);
  if (isNamed(last)) process.env.CES_BASELINE = kept;
}

/** The result in a file if it is whole and has a verdict, else null. */
export function wholeResultIn(file: string): StoredResult | null {
  try {
    const value = readJson(file);
    return looksLikeResult(value) && isWhole(value) ? value : null;
  } catch (error) {
    if (!(error instanceof UnusableResult)) throw error;
    return null;
  }
}
