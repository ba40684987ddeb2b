import { readStoredResult } from '../../settings/files/stored-result.ts';
import type { ConformanceResult } from '../result.ts';

/** The result in a file. Throws `UnusableResult` if there is none, or one of another format. */
export function readResult(file: string): ConformanceResult {
  // The published schema, against which the file was read, describes this type.
  return readStoredResult(file) as ConformanceResult;
}
