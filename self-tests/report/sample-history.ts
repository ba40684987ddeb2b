import { historyOf } from '../../src/result/compare/history.ts';
import { entryOf } from '../../src/result/compare/side.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { failingResult, noVerdictResult, partialResult, passingResult } from './sample-result.ts';

type Stored = readonly [file: string, result: ConformanceResult];

/** A result of a day of March 2026, under the name of a file. */
export function runOn(day: number, result: ConformanceResult): Stored {
  const date = `2026-03-${String(day).padStart(2, '0')}`;
  return [`${date}/conformance.json`, { ...result, startedAt: `${date}T09:08:07.123Z`, runIds: [`run${day}`] }];
}

/** One target in six runs: it holds, is out of reach, breaks, is looked at in part, breaks further, and stays so. */
export function storedRuns(): Stored[] {
  const { baseline: _baseline, ...failing } = failingResult();
  return [
    runOn(1, passingResult()),
    runOn(2, noVerdictResult()),
    runOn(3, failing),
    runOn(4, partialResult()),
    runOn(5, { ...failing, latencies: failing.latencies.map((latency) => ({ ...latency, p95Ms: latency.p95Ms * 2 })) }),
    runOn(6, failing),
  ];
}

export const historyOfFiles = (...runs: readonly Stored[]) => historyOf(runs.map(([file, result]) => entryOf(file, result)));

/** The history of results of one day after the other. */
export const historyOfDays = (...results: readonly ConformanceResult[]) =>
  historyOfFiles(...results.map((result, index) => runOn(index + 1, result)));
