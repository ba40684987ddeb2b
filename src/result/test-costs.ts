import { CARDS } from '../client/api/cards.ts';
import type { Evidence } from '../engine/evidence/evidence.ts';
import type { TestCost } from './result.ts';

interface EndedTest {
  readonly title: string;
  readonly evidence: Evidence | null;
  readonly durationMs?: number;
}

/** What each test cost that came to its end. One that was repeated cost all its times together. */
export function costsOf(tests: readonly EndedTest[]): TestCost[] {
  const costs = new Map<string, Required<TestCost>>();
  for (const { title, evidence, durationMs } of tests) {
    if (evidence === null || durationMs === undefined) continue;
    const before = costs.get(title) ?? { title, durationMs: 0, requests: 0, records: 0 };
    costs.set(title, {
      title,
      durationMs: before.durationMs + durationMs,
      requests: before.requests + (evidence.requests ?? 0),
      records: before.records + recordsIn(evidence),
    });
  }
  return [...costs.values()];
}

function recordsIn({ leftBehind }: Evidence): number {
  return leftBehind.filter(({ endpoint }) => CARDS[endpoint].creates).reduce((sum, { count }) => sum + count, 0);
}
