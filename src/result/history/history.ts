import type { ConformanceResult, FormerFinding, Latency, LeftBehind, Verdict } from '../result.ts';

/** Many results of one target. Lists of one entry a run are in the order of `runs`. */
export interface History {
  readonly target: ConformanceResult['target'];
  /** Oldest first; at least one. */
  readonly runs: readonly Run[];
  readonly findings: readonly TrackedFinding[];
  readonly endpoints: readonly EndpointLatencies[];
  /** Results that are no part of it. */
  readonly leftOut: readonly LeftOut[];
  /** Statements that some runs have in other words or at another level than later ones: these runs say nothing of them. */
  readonly notCompared: readonly { readonly id: string; readonly reason: string; readonly runs: readonly string[] }[];
}

export interface Run {
  /** Its day; with the time where several are of one day. UTC. */
  readonly name: string;
  readonly file: string;
  readonly startedAt: string;
  readonly suiteVersion: string;
  readonly specificationVersion: string;
  readonly seed: number;
  readonly verdict: Verdict;
  /** The verdict speaks for a part only: people see ◐. */
  readonly partly: boolean;
  readonly sentence: string;
  /** It was filtered, or ended early: its figures are those of a part. */
  readonly partial: boolean;
  /** Null without a verdict: what such a run did not find may be there. */
  readonly counts: RunCounts | null;
  readonly durationMs: number;
  /** Null where the result does not record it, and for the embedded service, which takes it along when it ends. */
  readonly leftBehind: readonly Pick<LeftBehind, 'kind' | 'count' | 'unanswered'>[] | null;
}

interface RunCounts {
  /** Statements at the level of requirements that failed, waived or not. */
  readonly broken: number;
  /** Findings of robustness, waived or not. */
  readonly robustness: number;
  /** Statements of any level. */
  readonly notAssessed: number;
  /** Statements of any level that passed in part. */
  readonly inPart: number;
}

/** What one run says of one finding. `gone`: it looked, and did not find it. */
export type Sight = 'seen' | 'waived' | 'gone' | 'not-assessed';

export interface TrackedFinding {
  /** In the words of the last run that has it. */
  readonly finding: FormerFinding;
  readonly sights: readonly Sight[];
}

export interface EndpointLatencies {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  /** Null where a run measured none, or calls another endpoint by this number. */
  readonly latencies: readonly (Latency | null)[];
}

export interface LeftOut {
  readonly file: string;
  readonly reason: string;
  readonly advice: string;
}
