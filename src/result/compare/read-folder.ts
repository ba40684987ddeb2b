import { relative } from 'node:path';
import { jsonFilesIn, looksLikeResult, readJson, resultIn, UnusableResult } from '../../settings/files/stored-result.ts';
import { type Entry, entryOf } from './side.ts';

/**
 * Every result in a folder, at any depth, named by its path there. Other JSON files may stand beside them.
 * @throws AggregateError of an `UnusableResult` for each file that cannot be read as JSON, or looks like a result and is none of this version;
 * for a folder that is none, or holds no result
 */
export function readFolder(folder: string): Entry[] {
  const unusable: UnusableResult[] = [];
  const entries = filesOf(folder).flatMap((file) => {
    try {
      const value = readJson(file);
      return looksLikeResult(value) ? [entryOf(relative(folder, file), resultIn(file, value))] : [];
    } catch (error) {
      if (!(error instanceof UnusableResult)) throw error;
      unusable.push(error);
      return [];
    }
  });
  if (unusable.length > 0) throw new AggregateError(unusable);
  if (entries.length > 0) return entries;
  const advice = 'Give a folder with the conformance.json of one run or more, at any depth.';
  throw new UnusableResult(folder, 'no conformance result in it', advice);
}

function filesOf(folder: string): string[] {
  try {
    return jsonFilesIn(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    const problem = code === 'ENOENT' ? 'no such folder' : code === 'ENOTDIR' ? 'a file' : `cannot be read (${code})`;
    throw new UnusableResult(folder, problem, 'Give the folder that holds the results.');
  }
}
