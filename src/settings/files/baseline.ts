import { statSync } from 'node:fs';
import { baseUrl } from '../parsing/addresses.ts';
import { SettingsError } from '../settings-error.ts';
import { jsonFilesIn, looksLikeResult } from './result-folder.ts';
import { readJson, readStoredResult, type StoredResult, UnusableResult } from './stored-result.ts';

/**
 * The file of the earlier result with which a run is compared: the one that `CES_BASELINE` names, or the newest of its folder, at any depth, that
 * is about the same target, has a verdict and is whole. Null where a folder holds none: a first run has nothing behind it.
 * @throws SettingsError where there is no such file or folder, or something in it cannot be read
 */
export function findBaseline(path: string, target: StoredResult['target']): string | null {
  try {
    const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? newestIn(path, target) : path;
    if (file !== null) readStoredResult(file);
    return file;
  } catch (error) {
    throw new SettingsError([
      { variable: 'CES_BASELINE', found: problemIn(error, path), expected: 'the conformance.json of an earlier run, or a folder of them' },
    ]);
  }
}

/** What is wrong with a file, or with a folder that the system does not open (`EACCES`). */
function problemIn(error: unknown, path: string): string {
  if (error instanceof UnusableResult) return `${JSON.stringify(error.file)}, ${error.problem}`;
  if (error instanceof Error && 'code' in error) return `${JSON.stringify(path)}, ${error.message}`;
  throw error;
}

function newestIn(folder: string, target: StoredResult['target']): string | null {
  const results = jsonFilesIn(folder).flatMap((file) => {
    const value = readJson(file);
    return looksLikeResult(value) && isWhole(value) && isSameTarget(value.target, target) ? [{ file, startedAt: value.startedAt }] : [];
  });
  return results.sort((a, b) => b.startedAt.localeCompare(a.startedAt))[0]?.file ?? null;
}

/** The target of a run that is about to begin. */
export function targetOf({ CES_BASE_URL: given = '' }: NodeJS.ProcessEnv): StoredResult['target'] {
  const reading = baseUrl(given);
  return { baseUrl: 'value' in reading ? reading.value : '', embedded: given === '' };
}

/** Whether a result speaks for a whole run that could judge its target. */
export function isWhole({ verdict, partial, interrupted }: StoredResult): boolean {
  return verdict !== 'no-verdict' && partial !== true && !interrupted;
}

/** Two results are about one target. The embedded service has another port in each run. */
export function isSameTarget(one: StoredResult['target'], other: StoredResult['target']): boolean {
  return one.embedded ? other.embedded : !other.embedded && one.baseUrl === other.baseUrl;
}
