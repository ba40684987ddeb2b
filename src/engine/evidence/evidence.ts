import type { Check, Timeline } from '../../../schemas/derived/result.ts';
import type { Disturbance } from '../../client/absence.ts';
import type { Refusals } from '../../client/environment.ts';
import type { Discovered } from '../../client/implementation.ts';
import type { LastRequest } from '../../client/last-requests.ts';
import type { Limits } from '../../http/transport.ts';
import type { ShownSetting } from '../../settings/shown-settings.ts';
import type { Category } from '../../specification/categories.ts';
import type { EndpointName } from '../../specification/endpoints.ts';
import type { QuestionId, StatementId } from '../../specification/register.ts';
import type { SeenField } from '../../specification/schemas.ts';
import type { Remains } from './left-behind.ts';

export type { Timeline } from '../../../schemas/derived/result.ts';

/** Name of the attachment that carries a test's evidence to the reporter. It survives shards and merged reports. */
export const EVIDENCE = 'conformance-evidence';

/** What such an attachment holds. It may be attached to another test than its own. */
export interface AttachedEvidence {
  readonly title: string;
  readonly evidence: Evidence;
}

/** Name of the attachment that says why the run has no verdict. */
export const OBSTACLE = 'conformance-obstacle';

export interface Evidence {
  readonly durationMs?: number;
  readonly checks: readonly CheckEvidence[];
  readonly observations: readonly { readonly id: QuestionId; readonly endpoint: EndpointName | null; readonly answer: unknown }[];
  /** Resources that were answered, and the documented fields that the answers held. */
  readonly answeredResources: readonly string[];
  readonly seenFields: readonly (SeenField & { readonly endpoint: EndpointName })[];
  readonly timelines: readonly Timeline[];
  readonly properties: readonly PropertyEvidence[];
  /** Round-trip times by endpoint, in milliseconds; at most the last 200 an endpoint and test. */
  readonly latencies: Readonly<
    Partial<Record<EndpointName, { readonly count: number; readonly maxMs: number; readonly sample: readonly number[] }>>
  >;
  /** How many requests came back how, by the tenth of a second in which they were sent, since the Unix epoch. */
  readonly traffic?: Readonly<Record<string, Partial<Record<Fate, number>>>>;
  /** How many the test sent; what the target asked to wait and was sent again counts once. */
  readonly requests?: number;
  /** Answers that asked to wait, and were waited out. */
  readonly waits: number;
  /** The statuses of these. */
  readonly waitStatuses?: readonly number[];
  /** Answers to good credentials that are a page, as a firewall sends them, by their status. */
  readonly pages?: Readonly<Record<string, number>>;
  /** For how many seconds a cache had held what it answered, at most: `Age` (RFC 9111 §5.1). 0 where none did. */
  readonly mostAged?: number;
  /** The most requests that this worker had under way at once. */
  readonly inFlight?: number;
  /** Requests that broke beside others, by how they broke or the status of a gateway, and that were answered when they were sent again alone. */
  readonly brokenUnderLoad?: Readonly<Record<string, number>>;
  readonly leftBehind: readonly Remains[];
  /** Part of every name that the run makes up; shards have one each. */
  readonly runId: string;
  /** What the names of another run begin with that changes the same customers; absent where none was seen up to the end of this test. */
  readonly otherRun?: string;
  /** Values that no setting names and that the API itself gave, up to the end of this test. */
  readonly discovered?: readonly Discovered[];
  /** Times when the target answered nothing, or everything alike, before it came back. */
  readonly absences?: readonly Disturbance[];
  /** What the target seems to take at once and in a second, as far as it has shown; null for no limit. */
  readonly targetLimits?: Limits;
  /** *POST /businesses*: the target limits these for themselves, and not all that is asked. */
  readonly limitedRoutes?: readonly string[];
  /** What the target refused to the good credentials, up to the end of this test. */
  readonly refusals?: Refusals;
  /** When and why the run gave up the target, in a sentence for people; absent if it did not. */
  readonly gone?: string;
  /** The target that was given up answers, but refuses everything. */
  readonly stillAnswers?: true;
  /** What this test's worker sent shortly before the target was lost. */
  readonly lastRequests?: readonly (Omit<LastRequest, 'exchange'> & { readonly title: string; readonly curl: string })[];
  /** Facts of the run, so that reports merged on another machine have them. */
  readonly run: RunFacts;
  /** The suite's own mistake, not the implementation's. */
  readonly suiteError?: string;
}

export type Fate = 'succeeded' | 'refused' | 'failed' | 'unanswered';

/** A check as the result has it, by the names of its statement and endpoint. */
export interface CheckEvidence extends Omit<Check, 'title' | 'endpoint' | 'category' | 'status' | 'message' | 'curl' | 'waiver'> {
  readonly requirement: StatementId;
  readonly endpoint: EndpointName | null;
  readonly category?: Category;
  readonly status: Exclude<Check['status'], 'waived'>;
  readonly reason?: string;
}

export interface PropertyEvidence {
  readonly title: string;
  readonly endpoint: EndpointName;
  readonly tried: number;
  readonly accepted: number;
}

export interface RunFacts {
  readonly seed: number;
  readonly baseUrl: string;
  readonly embedded: boolean;
  readonly settings: readonly ShownSetting[];
  /** Settings with an effect that people may not expect, in sentences for people. */
  readonly notices?: readonly string[];
}

export type RecordedDeviation = NonNullable<Check['findings']>[number];

/** Begins the first line of every failure's message. */
export const STATEMENT = 'Requirement: ';

/** A failure for people: the statement, the expected and the actual value. The one place for this wording. */
export function failureMessage(
  statement: { readonly id: string; readonly text: string; readonly source: string },
  check: Pick<CheckEvidence, 'findings' | 'flaky'>,
): string {
  const deviations = (check.findings ?? []).map(({ pointer, expected, actual }) => {
    const place = pointer === undefined || pointer === '' ? '' : `At ${pointer}\n`;
    return `${place}Expected: ${expected}\nActual: ${actual}`;
  });
  const flaky = check.flaky ? ['Flaky: it did not fail again when the request was repeated.'] : [];
  return [`${STATEMENT}${statement.text} (${statement.id}; ${statement.source})`, ...deviations, ...flaky].join('\n');
}
