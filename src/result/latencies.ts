import type { Evidence } from '../engine/evidence/evidence.ts';
import { ENDPOINTS } from '../specification/endpoints.ts';
import type { Latency } from './result.ts';

/** Round-trip times by endpoint, over the samples of all tests. */
export function latencies(evidence: readonly Evidence[]): Latency[] {
  return ENDPOINTS.flatMap(({ name, number }) => {
    const own = evidence.flatMap(({ latencies: times }) => times[name] ?? []);
    if (own.length === 0) return [];
    const sample = own.flatMap((part) => part.sample).sort((a, b) => a - b);
    return [
      {
        endpoint: number,
        count: own.reduce((sum, { count }) => sum + count, 0),
        medianMs: quantile(sample, 0.5),
        p95Ms: quantile(sample, 0.95),
        maxMs: Math.max(...own.map(({ maxMs }) => maxMs)),
      },
    ];
  });
}

/** Nearest rank; the list is sorted. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? 0;
}
