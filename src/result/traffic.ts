import type { Evidence, Fate } from '../engine/evidence/evidence.ts';
import type { ConformanceResult, Traffic } from './result.ts';

/** Of a picture. */
const MOST_COLUMNS = 80;
const TENTH_MS = 100;

/** Requests over time, by what came back, in spans of one length, so few that a picture has room for them. */
export function trafficOf(evidence: readonly Evidence[], startedAt: Date): Traffic[] {
  const sent = evidence.flatMap(({ traffic = {} }) =>
    Object.entries(traffic).map(([tenth, fates]) => ({ atMs: Math.max(0, Number(tenth) * TENTH_MS - startedAt.getTime()), fates })),
  );
  if (sent.length === 0) return [];
  const length = Math.max(...sent.map(({ atMs }) => atMs)) + TENTH_MS;
  const span = Math.ceil(length / MOST_COLUMNS / TENTH_MS) * TENTH_MS;
  return Array.from({ length: Math.ceil(length / span) }, (_, index) => {
    const own = sent.filter(({ atMs }) => Math.floor(atMs / span) === index);
    const sum = (fate: Fate) => own.reduce((total, { fates }) => total + (fates[fate] ?? 0), 0);
    const [succeeded, refused, failed, unanswered] = [sum('succeeded'), sum('refused'), sum('failed'), sum('unanswered')];
    return { atMs: index * span, forMs: span, succeeded, refused, failed, unanswered };
  });
}

/** The times when the target answered nothing, or everything alike. */
export function disturbancesOf(evidence: readonly Evidence[], startedAt: Date): NonNullable<ConformanceResult['disturbances']> {
  return evidence
    .flatMap(({ absences = [] }) => absences)
    .sort((a, b) => a.from - b.from)
    .map(({ from, milliseconds, words }) => ({ atMs: Math.max(0, from - startedAt.getTime()), forMs: milliseconds, words }));
}
