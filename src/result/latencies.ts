import type { Evidence } from '../engine/evidence/evidence.ts';
import type { Latency } from './result.ts';

/** Round-trip times by endpoint, over the samples of all tests. */
export function latencies(evidence: readonly Evidence[]): Latency[] {
  const parts = evidence.flatMap((piece) =>
    Object.entries(piece.latencies).map(([number, times]) => ({ number: Number(number), ...times })),
  );
  const numbers = [...new Set(parts.map(({ number }) => number))].sort((a, b) => a - b);
  return numbers.map((number) => {
    const own = parts.filter((part) => part.number === number);
    const sample = own.flatMap(({ sample }) => sample).sort((a, b) => a - b);
    return {
      endpoint: number,
      count: own.reduce((sum, { count }) => sum + count, 0),
      medianMs: quantile(sample, 0.5),
      p95Ms: quantile(sample, 0.95),
      maxMs: Math.max(...own.map(({ maxMs }) => maxMs)),
    };
  });
}

/** Nearest rank; the list is sorted. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? 0;
}
