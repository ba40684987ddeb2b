import type { Check as CheckResult, ConformanceResult, Requirement as RequirementResult, Status } from '../../schemas/derived/result.ts';

export type { Exchange as StoredExchange, Finding, FormerFinding, Sequence, Timeline } from '../../schemas/derived/result.ts';
export { CATEGORIES, type Category, type Level } from '../specification/categories.ts';
export type { CheckResult, ConformanceResult, RequirementResult, Status };

/** The version that is written. What a new version may change stands in `schemas/conformance-result.schema.json`, as what each member says does. */
export const FORMAT = '1.8.0';

type Item<List> = NonNullable<List> extends ReadonlyArray<infer T> ? T : never;

export type Verdict = ConformanceResult['verdict'];
export type RecordedDeviation = Item<CheckResult['findings']>;
export type ObservationResult = Item<ConformanceResult['observations']>;
export type Traffic = Item<ConformanceResult['traffic']>;
export type Latency = Item<ConformanceResult['latencies']>;
export type FieldResult = Item<ConformanceResult['fields']>;
export type LeftBehind = Item<ConformanceResult['leftBehind']>;
export type LostTarget = NonNullable<ConformanceResult['lost']>;
export type BaselineComparison = NonNullable<ConformanceResult['baseline']>;
export type NewFinding = Item<BaselineComparison['new']>;
export type TestCost = Item<ConformanceResult['tests']>;
export type SensitivityResult = NonNullable<ConformanceResult['sensitivity']>;

const ORDER: readonly Status[] = ['failed', 'waived', 'passed', 'not-assessed'];

type Worded = Pick<RequirementResult, 'id' | 'level' | 'text' | 'source' | 'endpoints'>;

/** A statement with what its checks say of it: failed before waived before passed. It is judged in part where some were made and others were not assessed. */
export function judged({ id, level, text, source, endpoints }: Worded, checks: readonly CheckResult[]): RequirementResult {
  const status = ORDER.find((each) => checks.some((check) => check.status === each)) ?? 'not-assessed';
  const made = checks.filter(wasMade);
  const isPartly = made.length > 0 && made.length < checks.length;
  const judgedAt = endpointsOf(made);
  return { id, level, text, source, endpoints, status, ...(isPartly && { partly: true, judgedAt }), checks };
}

/** The checks that leave a statement open, or judged in part. */
export function openChecks(checks: readonly CheckResult[]): CheckResult[] {
  return checks.filter(({ status }) => status === 'not-assessed');
}

export const hasFailed = ({ status }: { readonly status: Status }): boolean => status === 'failed' || status === 'waived';

/** Whether a statement passed, and only in part: people see ◐, never a tick. */
export function holdsInPart({ status, partly }: Pick<RequirementResult, 'status' | 'partly'>): boolean {
  return status === 'passed' && partly === true;
}

/** The requirements that keep a result from being whole. */
export function openRequirements({ requirements }: Pick<ConformanceResult, 'requirements'>): RequirementResult[] {
  return requirements.filter((entry) => entry.level === 'requirement' && (entry.status === 'not-assessed' || holdsInPart(entry)));
}

/** How many statements have which status; `inPart` are some of those that passed. */
export function tally(statements: readonly Pick<RequirementResult, 'status' | 'partly'>[]) {
  const of = (status: Status) => statements.filter((entry) => entry.status === status).length;
  const [passed, failed, waived, notAssessed] = [of('passed'), of('failed'), of('waived'), of('not-assessed')];
  return { passed, failed, waived, notAssessed, all: statements.length, inPart: statements.filter(holdsInPart).length };
}

/** *judged at 3 of 5 endpoints*, or where only checks are left out, *judged by 4 of 6 checks*. */
export function inPartWords(checks: readonly Pick<CheckResult, 'status' | 'endpoint'>[]): string {
  const made = checks.filter(wasMade);
  const [own, all] = [endpointsOf(made).length, endpointsOf(checks).length];
  return own < all ? `judged at ${own} of ${all} endpoints` : `judged by ${made.length} of ${checks.length} checks`;
}

/** Settings for want of which checks were left open. */
export function wantedBy(checks: readonly CheckResult[]): string[] {
  return [...new Set(openChecks(checks).flatMap(({ variables = [] }) => variables))];
}

export const wasMade = ({ status }: Pick<CheckResult, 'status'>): boolean => status !== 'not-assessed';

function endpointsOf(checks: readonly Pick<CheckResult, 'endpoint'>[]): number[] {
  return [...new Set(checks.flatMap(({ endpoint }) => endpoint ?? []))].sort((a, b) => a - b);
}

type Place = Pick<CheckResult, 'title' | 'endpoint'>;

/** Whether a run looked for a finding again: with a check that showed it, or where none of these is left, with any of its statement at one of its endpoints. */
export function wasLookedFor(shownBy: readonly Place[], checks: readonly (Place & Pick<CheckResult, 'status'>)[]): boolean {
  const there = checks.filter(({ endpoint }) => shownBy.some((place) => place.endpoint === endpoint));
  const same = there.filter(({ title, endpoint }) => shownBy.some((place) => place.title === title && place.endpoint === endpoint));
  return (same.length > 0 ? same : there).some(wasMade);
}
