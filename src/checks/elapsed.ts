import { NotAssessed } from '../settings/not-assessed.ts';
import { parseIso8601 } from '../specification/iso8601.ts';
import { type Finding, show } from './finding.ts';

/** The network, and perhaps a queue, lies between a request and the time that the service records. */
const SLACK_MS = 1500;

/** How far apart two records must be for `elapsedFindings` to show anything, by the precision of their times. */
export function tellingDistance(precisionMs: number): number {
  return SLACK_MS + precisionMs + 250;
}

/**
 * Whether the service's times of two records are as far apart as the records were made, by the suite's clock. It compares only distances,
 * so neither clock has to be right.
 * @throws NotAssessed where the times are too coarse for the distance
 */
export function elapsedFindings(earlier: unknown, later: unknown, elapsedMs: number): Finding[] {
  const [first, second] = [earlier, later].map((text) => (typeof text === 'string' ? parseIso8601(text) : null));
  if (!first || !second) throw new NotAssessed('The times are not written in ISO 8601');
  const precision = Math.max(first.precisionMs, second.precisionMs);
  if (elapsedMs < tellingDistance(precision))
    throw new NotAssessed(`Times written to ${precision} ms say nothing about records made ${Math.round(elapsedMs)} ms apart`, [
      'CES_UNMATCHED_WINDOW_MS',
    ]);
  const apart = second.instantMs - first.instantMs;
  if (Math.abs(apart - elapsedMs) <= SLACK_MS + precision) return [];
  return [
    {
      pointer: '/created_at',
      expected: `about ${(elapsedMs / 1000).toFixed(1)} s after ${show(earlier)}, when the event before was tracked`,
      actual: show(later),
    },
  ];
}
