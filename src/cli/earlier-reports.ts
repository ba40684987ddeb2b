import { renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isSameTarget, isWhole, looksLikeResult, type StoredResult } from '../settings/files/stored-result.ts';
import { readJsonFile } from '../settings/files/user-file.ts';
import { SettingsError } from '../settings/settings-error.ts';

export const LAST_RESULT = 'conformance.json';

/** What a run writes beside Playwright's own report. */
const WRITTEN = 'index.html junit.xml summary.md findings.md ctrf.json gl-code-quality.json badge.svg badge.json'.split(' ');

/** The last whole result before that of the last run, in a folder of reports. */
export const KEPT_RESULT = 'baseline.json';

/** Removes the reports of an earlier run, but keeps its result as `baseline.json`. `target` is that of the run that begins; null where not known yet. @throws SettingsError where something else has the name of a report */
export function removeReports(reportDir: string, target: StoredResult['target'] | null, environment = process.env): void {
  keepResult(join(reportDir, LAST_RESULT), join(reportDir, KEPT_RESULT), target, environment);
  for (const name of [LAST_RESULT, ...WRITTEN]) {
    const file = join(reportDir, name);
    try {
      rmSync(file, { force: true });
    } catch (error) {
      const found = `${JSON.stringify(resolve(file))} (${error instanceof Error ? error.message : error})`;
      throw new SettingsError([{ variable: 'CES_REPORT_DIR', found, expected: 'a directory whose reports can be replaced' }]);
    }
  }
}

/** Keeps a whole result, or one that `CES_BASELINE` names where none is kept; never one of another target in place of one of this target. A kept result that it names stays. */
function keepResult(last: string, kept: string, target: StoredResult['target'] | null, environment: NodeJS.ProcessEnv): void {
  const { CES_BASELINE: baseline = '' } = environment;
  const isNamed = (file: string) => baseline !== '' && resolve(baseline) === resolve(file);
  if (isNamed(kept)) return;
  const [now, before] = [resultIn(last), wholeResultIn(kept)];
  const isOfTarget = (result: StoredResult) => target !== null && isSameTarget(result.target, target);
  const isLess = (result: StoredResult, than: StoredResult) =>
    !isWhole(result) || (isOfTarget(than) && !isOfTarget(result) && !isNamed(last));
  const isBaseline = now !== null && (before === null ? isWhole(now) || isNamed(last) : !isLess(now, before));
  if (isBaseline) renameSync(last, kept);
  if (isNamed(last)) environment.CES_BASELINE = kept;
}

/** The result in a file if it is whole and has a verdict, else null. */
export function wholeResultIn(file: string): StoredResult | null {
  const result = resultIn(file);
  return result !== null && isWhole(result) ? result : null;
}

/** Null for a file that is missing, cut or something else: nobody can compare with it. */
function resultIn(file: string): StoredResult | null {
  const read = readJsonFile(file);
  return 'value' in read && looksLikeResult(read.value) ? read.value : null;
}
