import { existsSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isWhole } from '../settings/files/baseline.ts';
import { looksLikeResult } from '../settings/files/result-folder.ts';
import { readJson, UnusableResult } from '../settings/files/stored-result.ts';

/** What a run writes beside Playwright's own report. */
const WRITTEN = [
  'conformance.json',
  'index.html',
  'junit.xml',
  'summary.md',
  'findings.md',
  'ctrf.json',
  'gl-code-quality.json',
  'badge.svg',
  'badge.json',
];

/**
 * Removes the reports of an earlier run, so that nobody takes them for this one's. Its result stays as `baseline.json`. A part of a run never takes
 * the place of a whole one there, unless `CES_BASELINE` names its very file.
 */
export function removeReports(reportDir: string): void {
  const [result, kept] = [join(reportDir, 'conformance.json'), join(reportDir, 'baseline.json')];
  const { CES_BASELINE: baseline = '' } = process.env;
  const isNamed = baseline !== '' && resolve(baseline) === resolve(result);
  if (existsSync(result) && (isNamed || isWorthKeeping(result, kept))) renameSync(result, kept);
  if (isNamed && existsSync(kept)) process.env.CES_BASELINE = kept;
  for (const name of WRITTEN) rmSync(join(reportDir, name), { force: true });
}

function isWorthKeeping(result: string, kept: string): boolean {
  const [last, before] = [readable(result), readable(kept)];
  return looksLikeResult(last) && (isWhole(last) || !looksLikeResult(before) || !isWhole(before));
}

/** Null for a file that is missing, cut or changed: nobody can compare with it. */
function readable(file: string): unknown {
  try {
    return readJson(file);
  } catch (error) {
    if (error instanceof UnusableResult) return null;
    throw error;
  }
}
