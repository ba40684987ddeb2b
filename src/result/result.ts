import type { ConformanceResult, Requirement } from '../../schemas/derived/result.ts';

export type {
  Check as CheckResult,
  ConformanceResult,
  Exchange as StoredExchange,
  Finding,
  FormerFinding,
  Requirement as RequirementResult,
  Sequence,
  Status,
  Timeline,
} from '../../schemas/derived/result.ts';
export { CATEGORIES, type Category, type Level } from '../specification/categories.ts';

/** The version that is written. What a new version may change stands in `schemas/conformance-result.schema.json`, as what each member says does. */
export const FORMAT = '1.8.0';

type Item<List> = NonNullable<List> extends ReadonlyArray<infer T> ? T : never;

export type Verdict = ConformanceResult['verdict'];
export type RecordedDeviation = Item<Item<Requirement['checks']>['findings']>;
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
