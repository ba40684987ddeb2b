import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ConformanceResult, FORMAT, type SensitivityResult } from '../result/result.ts';
import { isSameTarget } from '../settings/files/baseline.ts';
import { readResult, UnusableResult } from '../settings/files/stored-result.ts';
import { writeReportFiles } from './write-reports.ts';

export type MeasuredSensitivity = SensitivityResult & Pick<ConformanceResult, 'target'>;

/** Adds a sensitivity to the result in a folder, if it is of the same target, and writes its reports again. Returns the outcome in one line. */
export async function addSensitivity(measured: MeasuredSensitivity, directory: string): Promise<string> {
  const file = join(directory, 'conformance.json');
  if (!existsSync(file)) return `No report tells it: there is no ${file}, as a run of the suite writes it.`;
  try {
    const result = withSensitivity(readResult(file), measured);
    if (result === null) return `No report tells it: ${file} is about another target.`;
    await writeReportFiles(result, directory);
    return `The report beside it tells it too: ${join(directory, 'index.html')}`;
  } catch (error) {
    if (!(error instanceof UnusableResult)) throw error;
    return `No report tells it: ${error.message}`;
  }
}

/** The result with the new sensitivity; null if it is about another target. */
export function withSensitivity(result: ConformanceResult, { target, ...measured }: MeasuredSensitivity): ConformanceResult | null {
  if (!isSameTarget(target, result.target)) return null;
  const { sentence, noticed, assessed, measuredAt, unseen } = measured;
  // The member came with 1.1. A result of a later version keeps its own.
  const format = result.format.startsWith('1.0.') ? FORMAT : result.format;
  return { ...result, format, sensitivity: { sentence, noticed, assessed, measuredAt, unseen } };
}
