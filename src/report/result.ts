import type { StoredExchange } from '../http/storage.ts';
import type { Category, Level } from '../specification/categories.ts';

export type { StoredExchange } from '../http/storage.ts';
export { CATEGORIES, type Category, type Level } from '../specification/categories.ts';

/**
 * The outcome of a run, as `conformance.json` holds it. The members named in the target contract never change;
 * further ones may be added with a new minor version of `format`.
 */
export interface ConformanceResult {
  /** Version of this format, semver. */
  readonly format: '1.0.0';
  readonly verdict: Verdict;
  /** Why there is no verdict, in one sentence for people; absent otherwise. */
  readonly noVerdictReason?: string;
  /** Nothing was left not assessed. */
  readonly complete: boolean;
  /** The verdict for people, with its denominator. */
  readonly sentence: string;
  readonly seed: number;
  readonly suite: { readonly name: string; readonly version: string };
  readonly specification: { readonly title: string; readonly version: string };
  readonly target: { readonly baseUrl: string; readonly embedded: boolean };
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** The run ended before all its checks were done (signal, crash, time limit). */
  readonly interrupted: boolean;
  readonly counts: Counts;
  readonly endpoints: readonly { readonly number: number; readonly method: string; readonly path: string }[];
  readonly requirements: readonly RequirementResult[];
  /** Waivers that no longer say the truth, each with what to do; absent where there are none. */
  readonly waiverProblems?: readonly string[];
  readonly observations: readonly ObservationResult[];
  /** Sentences of the specification that no check covers, each with the reason. */
  readonly notCovered: readonly { readonly id: string; readonly text: string; readonly source: string; readonly reason: string }[];
  readonly settings: readonly { readonly name: string; readonly value: string; readonly source: string }[];
  readonly timelines: readonly Timeline[];
  readonly latencies: readonly Latency[];
  /** Properties of generated input: how many inputs were tried and how many the target accepted. */
  readonly properties: readonly { readonly title: string; readonly endpoint: number; readonly tried: number; readonly accepted: number }[];
}

export type Verdict = 'conformant' | 'nonconformant' | 'no-verdict';
export type Status = 'passed' | 'failed' | 'not-assessed' | 'waived';

/** Over all entries of `requirements`, whatever their level. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly notAssessed: number;
  readonly waived: number;
  readonly observations: number;
}

export interface RequirementResult {
  readonly id: string;
  readonly level: Level;
  readonly text: string;
  /** Section and row of the specification. */
  readonly source: string;
  readonly endpoints: readonly number[];
  readonly status: Status;
  readonly checks: readonly CheckResult[];
}

export interface CheckResult {
  readonly title: string;
  readonly endpoint: number | null;
  readonly category: Category;
  readonly status: Status;
  /** Failed: Requirement / Expected / Actual in one text. Not assessed: the reason. */
  readonly message?: string;
  /** Not assessed: the variables that would change it. */
  readonly variables?: readonly string[];
  readonly findings?: readonly FindingResult[];
  readonly curl?: string;
  /** The smallest input that still fails. */
  readonly counterexample?: unknown;
  /** The input that failed first, where it was larger. */
  readonly original?: unknown;
  readonly shrinks?: number;
  /** Did not fail again when repeated. */
  readonly flaky?: boolean;
  /** A command that repeats this check alone. */
  readonly replay?: string;
  readonly exchanges?: readonly StoredExchange[];
  /** Status `waived` only. */
  readonly waiver?: { readonly reason: string; readonly owner: string; readonly expires: string };
}

export interface FindingResult {
  /** JSON pointer (RFC 6901) into the answer's body; absent where the finding is not about a place in it. */
  readonly pointer?: string;
  readonly expected: string;
  readonly actual: string;
}

export interface ObservationResult {
  readonly id: string;
  readonly endpoint: number | null;
  readonly question: string;
  readonly answer: unknown;
}

/** What was seen of one tracked event. Times are milliseconds since it was tracked. */
export interface Timeline {
  readonly title: string;
  readonly outcome: 'resolved' | 'stayed-null' | 'not-found' | 'failed';
  readonly visibleAfterMs: number | null;
  readonly resolvedAfterMs: number | null;
  readonly polls: readonly { readonly atMs: number; readonly status: number | null; readonly customer: string | null }[];
}

/** Round-trip times of one endpoint in milliseconds. A conformance run is no load test. */
export interface Latency {
  readonly endpoint: number;
  readonly count: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}
