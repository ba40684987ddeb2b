import { REJECTS_AT_ONCE } from '../client/absence.ts';
import { CARDS } from '../client/api/cards.ts';
import type { Evidence, Fate, RunFacts } from '../engine/evidence/evidence.ts';
import { clip } from '../http/text.ts';
import { ENDPOINTS, endpoint, numberOf } from '../specification/endpoints.ts';
import type { ConformanceResult, Latency, LostTarget, TestCost, Traffic } from './result.ts';

/** Round-trip times by endpoint, over the samples of all tests. */
export function latencies(evidence: readonly Evidence[]): Latency[] {
  return ENDPOINTS.flatMap(({ name, number }) => {
    const own = evidence.flatMap(({ latencies: times }) => times[name] ?? []);
    if (own.length === 0) return [];
    const sample = own.flatMap((part) => part.sample).sort((a, b) => a - b);
    return [
      {
        ...{ endpoint: number, count: own.reduce((sum, { count }) => sum + count, 0) },
        ...{ medianMs: quantile(sample, 0.5), p95Ms: quantile(sample, 0.95), maxMs: Math.max(...own.map(({ maxMs }) => maxMs)) },
      },
    ];
  });
}

/** Nearest rank; the list is sorted. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? 0;
}

/** What each test cost that came to its end. One that was repeated cost all its times together. */
export function costsOf(tests: readonly { readonly title: string; readonly evidence: Evidence | null }[]): TestCost[] {
  const costs = new Map<string, Required<TestCost>>();
  for (const { title, evidence } of tests) {
    if (evidence?.durationMs === undefined) continue;
    const before = costs.get(title) ?? { title, durationMs: 0, requests: 0, records: 0 };
    const created = evidence.leftBehind.filter(({ endpoint }) => CARDS[endpoint].creates);
    costs.set(title, {
      title,
      durationMs: before.durationMs + evidence.durationMs,
      requests: before.requests + (evidence.requests ?? 0),
      records: created.reduce((sum, { count }) => sum + count, before.records),
    });
  }
  return [...costs.values()];
}

/** More is no help to a person who sends them again one by one. */
const MOST_SHOWN = 10;
const MOST_HANGING = 8;
const INTENTS = ['hostile', 'generated', 'typical'];

type LastRequest = NonNullable<Evidence['lastRequests']>[number];

/** What is known of a target that was lost, from what each worker sent last; null where it was not lost. */
export function lostTargetOf(evidence: readonly Evidence[]): LostTarget | null {
  const [reason] = evidence.flatMap(({ gone }) => gone ?? []);
  if (reason === undefined) return null;
  const isHanging = reason.includes(REJECTS_AT_ONCE);
  const requests = evidence.flatMap(({ lastRequests = [] }) => lastRequests).toSorted(isHanging ? byTime : byTelling);
  const kindOf = (one: LastRequest) => (isHanging ? `${one.endpoint} ${one.outcome}` : one.curl);
  const different = requests.filter((one, index) => requests.findIndex((other) => kindOf(other) === kindOf(one)) === index);
  return {
    reason,
    ...(evidence.some(({ stillAnswers }) => stillAnswers) && { stillAnswers: true }),
    requests: different.slice(0, isHanging ? MOST_HANGING : MOST_SHOWN).map(({ endpoint, endedAt, ...request }) => ({
      ...request,
      ...{ endpoint: numberOf(endpoint), endedAt: new Date(endedAt).toISOString() },
    })),
  };
}

/** What was refused last comes first, then what hung first. */
function byTime(a: LastRequest, b: LastRequest): number {
  return Number(a.brokenOff) - Number(b.brokenOff) || (a.brokenOff ? a.endedAt - b.endedAt : b.endedAt - a.endedAt);
}

function byTelling(a: LastRequest, b: LastRequest): number {
  const underWay = Number(b.brokenOff) - Number(a.brokenOff);
  return underWay || INTENTS.indexOf(a.intent) - INTENTS.indexOf(b.intent) || b.endedAt - a.endedAt;
}

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

type Settings = RunFacts['settings'];

/** Ids are opaque, and may be of any length. */
const LONGEST = 200;
const DISCOVERED = 'discovered';

/** The settings, with values that the run found by itself where none was set. Shards may find different ones: the first is shown. */
export function withDiscovered(settings: Settings, evidence: readonly Evidence[]): Settings {
  const found = evidence.flatMap(({ discovered = [] }) => discovered);
  return settings.map((setting) => {
    const own = setting.source === 'default' ? found.find(({ variable }) => variable === setting.name) : undefined;
    if (own === undefined) return setting;
    return { ...setting, value: clip(own.value, LONGEST), source: `${DISCOVERED} (endpoint ${endpoint(own.endpoint).number})` };
  });
}

/** The settings that people gave: without what the run found. */
export function withoutDiscovered(settings: Settings): Settings {
  return settings.filter(({ source }) => !source.startsWith(`${DISCOVERED} (`));
}
