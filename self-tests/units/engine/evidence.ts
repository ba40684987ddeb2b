import type { CheckEvidence, Evidence } from '../../../src/engine/evidence/evidence.ts';
import type { RunOutcome, TestOutcome } from '../../../src/result/assemble.ts';

const SETTINGS = [{ name: 'CES_SEED', value: '7', source: 'environment' }];
export const FACTS: Evidence['run'] = { seed: 7, baseUrl: 'https://service.example/api', embedded: false, settings: SETTINGS };

/** Evidence of a test that noted nothing but what is given. */
export function evidence(given: Partial<Evidence> = {}): Evidence {
  return {
    ...{ checks: [], observations: [], answeredResources: [], seenFields: [], timelines: [], properties: [], leftBehind: [] },
    ...{ latencies: {}, waits: 0, runId: 'r1', run: FACTS },
    ...given,
  };
}

/** A test that came to its end, with these checks. */
export function ended(checks: readonly CheckEvidence[], given: Partial<Evidence> = {}): TestOutcome {
  const covers = { endpoint: 'getSegment', statements: checks.map(({ requirement }) => requirement) } as const;
  return { title: 'getSegment: a check', covers, evidence: evidence({ checks, ...given }), missing: '' };
}

/** A run of these tests, over and done with. */
export function run(tests: readonly TestOutcome[], given: Partial<RunOutcome> = {}): RunOutcome {
  return {
    tests,
    facts: FACTS,
    startedAt: new Date('2026-11-21T10:00:00Z'),
    durationMs: 1234.5,
    interrupted: false,
    noVerdictReason: null,
    ...given,
  };
}
