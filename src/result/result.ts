import type { CheckEvidence, RunFacts, Status, Timeline } from '../engine/evidence/evidence.ts';
import type { Category, Level } from '../specification/categories.ts';
import type { Finding } from './finding.ts';
import type { LostTarget } from './lost-target.ts';

export type { CheckFinding, Status, Timeline } from '../engine/evidence/evidence.ts';
export type { StoredExchange } from '../http/storage.ts';
export { CATEGORIES, type Category, type Level } from '../specification/categories.ts';

/** The version that is written. What a new version may change stands in `schemas/conformance-result.schema.json`. */
export const FORMAT = '1.7.0';

/**
 * The outcome of a run, as `conformance.json` holds it. The members named in the target contract never change. A new minor version of
 * `format` may add others, which are optional, since files of earlier versions are read as well.
 */
export interface ConformanceResult {
  /** Version of this format, semver. */
  readonly format: `1.${number}.${number}`;
  readonly verdict: Verdict;
  /** Why there is no verdict, in one sentence for people; absent otherwise. */
  readonly noVerdictReason?: string;
  /** Nothing is left not assessed, or judged in part. */
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
  /** The run was filtered (`--grep`, named files, one shard, `CES_REPLAY`), so that not all checks were meant to run. */
  readonly partial?: true;
  readonly counts: Counts;
  readonly endpoints: readonly { readonly number: number; readonly method: string; readonly path: string }[];
  readonly requirements: readonly RequirementResult[];
  /** One for each thing that is broken, the most telling first. Since 1.2. */
  readonly findings?: readonly Finding[];
  /** What changed since the result that `CES_BASELINE` names. Since 1.3. */
  readonly baseline?: BaselineComparison;
  /** The target went away and did not come back. Since 1.2. */
  readonly lost?: LostTarget;
  /** Waivers that are no longer true, each with what to do; absent if there are none. */
  readonly waiverProblems?: readonly string[];
  /** What a reader should know of the run besides its outcome, in sentences for people: limits reached, waits. Since 1.1. */
  readonly notices?: readonly string[];
  readonly observations: readonly ObservationResult[];
  /** Sentences of the specification that no check covers, each with the reason. */
  readonly notCovered: readonly { readonly id: string; readonly text: string; readonly source: string; readonly reason: string }[];
  readonly settings: RunFacts['settings'];
  readonly timelines: readonly Timeline[];
  /** What each test cost that came to its end. Checks bear the title of their test. Since 1.3. */
  readonly tests?: readonly TestCost[];
  readonly latencies: readonly Latency[];
  /** The most requests that one worker had in flight at once. Since 1.2. */
  readonly inFlight?: number;
  /** Properties of generated input: how many inputs were tried and how many the target accepted. */
  readonly properties: readonly { readonly title: string; readonly endpoint: number; readonly tried: number; readonly accepted: number }[];
  /** Every documented field, seen or not. Since 1.1. */
  readonly fields?: readonly FieldResult[];
  /** Every name that the run made up begins with `conformance-` and one of these; one a shard. Since 1.1. */
  readonly runIds?: readonly string[];
  /** What the run created or changed at the target, which the API cannot delete; one entry an endpoint. Since 1.1. */
  readonly leftBehind?: readonly LeftBehind[];
  /** What `npm run sensitivity` measured with the same target. Since 1.1. */
  readonly sensitivity?: SensitivityResult;
}

export type Verdict = 'conformant' | 'nonconformant' | 'no-verdict';

/** Over all entries of `requirements`, whatever their level. */
export interface Counts {
  readonly passed: number;
  /** Of those, how many were judged in part. Since 1.6. */
  readonly passedInPart?: number;
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
  /** Judged in part: some of its checks were not assessed. Since 1.6. */
  readonly partly?: true;
  /** Where it was judged in part: numbers of the endpoints at which a check was made. Since 1.6. */
  readonly judgedAt?: readonly number[];
  readonly checks: readonly CheckResult[];
}

/** What the check found and what shows it, as its evidence has it: `met` and `contrast` since 1.2. */
export interface CheckResult extends Omit<CheckEvidence, 'requirement' | 'endpoint' | 'category' | 'status' | 'reason'> {
  readonly title: string;
  readonly endpoint: number | null;
  readonly category: Category;
  readonly status: Status;
  /** Failed: Requirement / Expected / Actual in one text. Not assessed: the reason. */
  readonly message?: string;
  readonly curl?: string;
  /** Status `waived` only. */
  readonly waiver?: { readonly reason: string; readonly owner: string; readonly expires: string };
}

export interface ObservationResult {
  readonly id: string;
  readonly endpoint: number | null;
  readonly question: string;
  readonly answer: unknown;
}

/** Round-trip times of one endpoint in milliseconds. A conformance run is no load test. */
export interface Latency {
  readonly endpoint: number;
  readonly count: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

export interface FieldResult {
  /** Schema name of the resource. */
  readonly resource: string;
  /** Into the resource, with `*` for any index of an array. */
  readonly pointer: string;
  readonly state: FieldState;
}

/** Held a value at least once; only null; in no answer; unknown, since a fixture is missing. */
export type FieldState = 'seen' | 'only-null' | 'never-seen' | 'not-assessed';

export interface LeftBehind {
  readonly endpoint: number;
  /** In the plural, for people: *businesses*, *tracked events*. */
  readonly kind: string;
  readonly count: number;
  /** Further requests whose answer was lost or is a 5xx: each may have created one. Absent where there are none. */
  readonly unanswered?: number;
  /** Ids of up to 100 of them; a name or marker where the answer held no id. */
  readonly examples: readonly string[];
}

/** An earlier result, and what changed since. */
export interface BaselineComparison {
  /** As `CES_BASELINE` names it, or its path in the folder. */
  readonly file: string;
  readonly startedAt: string;
  readonly target: ConformanceResult['target'];
  readonly suite: ConformanceResult['suite'];
  readonly specification: ConformanceResult['specification'];
  readonly verdict: Verdict;
  readonly sentence: string;
  /** It was filtered or ended early, so that it did not look at everything. */
  readonly partial?: true;
  readonly new: readonly NewFinding[];
  /** Ids of findings that are new nowhere. */
  readonly stillThere: readonly string[];
  /** Findings of the baseline that somebody looked for, and that are gone. */
  readonly fixed: readonly FormerFinding[];
  /** Findings of the baseline that nobody looked for this time. */
  readonly noLongerAssessed: readonly FormerFinding[];
  /** Ids of statements that the baseline assessed and this run did not. */
  readonly notAssessed: readonly string[];
  /** Ids of statements that the baseline judged whole and this run in part. Since 1.6. */
  readonly inPart?: readonly string[];
  /** Observations whose answers are no longer the same. */
  readonly drifted: readonly Drift[];
  /** Statements that the two results do not share, each with the reason. */
  readonly notCompared: readonly { readonly id: string; readonly reason: string }[];
}

/** A finding of this run that the baseline does not have, or not everywhere. */
export interface NewFinding {
  /** Its id. */
  readonly finding: string;
  /** All that is new of it is waived. */
  readonly waived: boolean;
  /** Where it is new: its statement, or one that fails because of it, at an endpoint. */
  readonly deviations: readonly { readonly requirement: string; readonly endpoint: number | null }[];
  /** The baseline has it elsewhere. */
  readonly wider?: true;
  /** The baseline looked at none of this, so it may be older than it. */
  readonly unseenBefore?: true;
}

export type FormerFinding = Pick<Finding, 'id' | 'level' | 'requirement' | 'endpoints' | 'pointer' | 'expected' | 'actual'>;

export interface Drift {
  readonly id: string;
  readonly question: string;
  readonly endpoints: readonly (number | null)[];
  readonly before: readonly unknown[];
  readonly now: readonly unknown[];
}

export interface TestCost {
  readonly title: string;
  readonly durationMs: number;
  /** How many the test sent. Since 1.4. */
  readonly requests?: number;
  /** Created ones, which the API cannot delete. Since 1.4. */
  readonly records?: number;
}

/** How many faults of the mutation run a run with these settings would have noticed. */
export interface SensitivityResult {
  /** *this run would have noticed 187 of 204 faults* */
  readonly sentence: string;
  readonly noticed: number;
  /** Noticed, missed, and unseen because a setting is missing. */
  readonly assessed: number;
  /** ISO 8601, UTC. */
  readonly measuredAt: string;
  /** Unseen faults by the settings that would show them; the most first. */
  readonly unseen: readonly { readonly variables: readonly string[]; readonly hint: string; readonly faults: readonly string[] }[];
}
