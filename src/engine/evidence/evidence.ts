import type { StoredExchange } from '../../http/storage.ts';
import type { Category } from '../../specification/categories.ts';
import type { SeenField } from '../../specification/fields.ts';
import type { Remains } from './remains.ts';

/** Name of the attachment by which a test hands its evidence to the reporter; it survives shards and merged reports. */
export const EVIDENCE = 'conformance-evidence';

/** All that one test has to say, redacted. */
export interface Evidence {
  readonly checks: readonly CheckEvidence[];
  readonly observations: readonly { readonly id: string; readonly endpoint: number | null; readonly answer: unknown }[];
  /** Resources that were answered, and the documented fields that the answers held. */
  readonly answeredResources: readonly string[];
  readonly seenFields: readonly (SeenField & { readonly endpoint: number })[];
  readonly timelines: readonly Timeline[];
  readonly properties: readonly PropertyEvidence[];
  /** Round-trip times by endpoint, in milliseconds; at most 200 an endpoint and test, spread over all. */
  readonly latencies: Readonly<Record<number, { readonly count: number; readonly maxMs: number; readonly sample: readonly number[] }>>;
  /** Answers 429 and 503 that were waited out. */
  readonly waits: number;
  /** What the test created or changed at the target. */
  readonly leftBehind: readonly Remains[];
  /** Part of every name that the run makes up; shards have one each. */
  readonly runId: string;
  /** What no setting names and the API itself gave, up to the end of this test. */
  readonly discovered?: readonly { readonly variable: string; readonly value: string; readonly endpoint: number }[];
  /** Times in which nobody could connect to the target, and after which it was there again; `from` in milliseconds since the Unix epoch. */
  readonly absences?: readonly { readonly from: number; readonly milliseconds: number }[];
  /** When and why the target was given up, in a sentence for people; absent while it was not. */
  readonly gone?: string;
  /** Facts of the run, so that reports merged on another machine know them. */
  readonly run: RunFacts;
  /** The suite's own mistake, not the implementation's. */
  readonly suiteError?: string;
}

export interface CheckEvidence {
  readonly requirement: string;
  readonly endpoint: number | null;
  readonly category?: Category;
  readonly status: Exclude<Status, 'waived'>;
  readonly findings?: readonly FindingResult[];
  readonly reason?: string;
  readonly variables?: readonly string[];
  readonly exchanges?: readonly StoredExchange[];
  readonly counterexample?: unknown;
  readonly original?: unknown;
  readonly shrinks?: number;
  readonly flaky?: boolean;
  readonly replay?: string;
}

export interface PropertyEvidence {
  readonly title: string;
  readonly endpoint: number;
  readonly tried: number;
  readonly accepted: number;
}

export interface RunFacts {
  readonly seed: number;
  readonly baseUrl: string;
  readonly embedded: boolean;
  readonly settings: readonly { readonly name: string; readonly value: string; readonly source: string }[];
  /** What the settings mean where somebody may not expect it, in sentences for people. */
  readonly notices?: readonly string[];
}

/** What a test declares before it runs, as annotations; so a test that never ran is known to be not assessed. */
export const ENDPOINT_ANNOTATION = 'endpoint';
export const REQUIREMENT_ANNOTATION = 'requirement';

export type Status = 'passed' | 'failed' | 'not-assessed' | 'waived';

export interface FindingResult {
  /** JSON pointer (RFC 6901) into the answer's body; absent where the finding is not about a place in it. */
  readonly pointer?: string;
  readonly expected: string;
  readonly actual: string;
}

/** What was seen of one tracked event. Times are milliseconds since it was tracked. */
export interface Timeline {
  readonly title: string;
  readonly outcome: 'resolved' | 'stayed-null' | 'not-found' | 'failed';
  readonly visibleAfterMs: number | null;
  readonly resolvedAfterMs: number | null;
  readonly polls: readonly { readonly atMs: number; readonly status: number | null; readonly customer: string | null }[];
}
