import type { Covers } from '../engine/evidence/check-record.ts';
import { type CheckEvidence, type Evidence, failureMessage, type RunFacts } from '../engine/evidence/evidence.ts';
import { unlessOfOtherRun } from '../engine/evidence/other-runs.ts';
import { SUITE } from '../engine/run-environment.ts';
import type { Baseline } from '../settings/files/stored-result.ts';
import type { Waiver } from '../settings/files/waivers.ts';
import { ENDPOINTS, endpoint as endpointOf, numberOf, SPECIFICATION } from '../specification/endpoints.ts';
import { NOT_COVERED, question, REQUIREMENTS, type StatementId } from '../specification/register.ts';
import { sinceBaseline } from './compare/since-baseline.ts';
import { completenessOf } from './completeness.ts';
import { findingsOf } from './findings.ts';
import { leftBehindOf } from './left-behind.ts';
import { givenLookup, withLookupDoubt } from './left-open.ts';
import { costsOf, disturbancesOf, latencies, lostTargetOf, trafficOf, withDiscovered } from './measurements.ts';
import { limitSentence, noticesOf, unmetWaivers } from './notices.ts';
import { type CheckResult, type ConformanceResult, FORMAT, judged, tally, wantedBy } from './result.ts';
import { verdictOf, verdictSentence } from './verdict.ts';
import { waive } from './waive.ts';

/** One test as the runner saw it. */
export interface TestOutcome {
  readonly title: string;
  readonly covers: Pick<Covers, 'endpoint' | 'statements'>;
  /** What it attached; null if it never ran or never ended. */
  readonly evidence: Evidence | null;
  /** Why there is no evidence, for people. */
  readonly missing: string;
}

export interface RunOutcome {
  readonly tests: readonly TestOutcome[];
  readonly facts: RunFacts;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly interrupted: boolean;
  readonly partial?: boolean;
  /** Why the run could not begin; null where it did. */
  readonly noVerdictReason: string | null;
  readonly waivers?: readonly Waiver[];
  /** The earlier result to compare with, or why there is none, in sentences for people; absent where none is wanted. */
  readonly baseline?: Baseline;
}

/** The result of a run, from its tests. Pure: the same outcomes give the same result. */
export function assemble(run: RunOutcome): ConformanceResult {
  const evidence = run.tests.flatMap((test) => (test.evidence ? [test.evidence] : []));
  const { otherRun = null } = evidence.find((piece) => piece.otherRun !== undefined) ?? {};
  const checks = run.tests.flatMap((test) => checksOf(test, otherRun));
  const lost = lostTargetOf(evidence);
  const completeness = new Map(
    REQUIREMENTS.filter(({ level }) => level === 'completeness').map((entry) => {
      const numbers = entry.endpoints.map(numberOf);
      const missing = wantedBy(checks.map(({ check }) => check).filter(({ endpoint }) => numbers.includes(endpoint)));
      return [entry.id, completenessOf(entry, evidence, missing, run.interrupted || lost !== null)];
    }),
  );
  const results = REQUIREMENTS.map((entry) =>
    judged(
      { ...entry, endpoints: entry.endpoints.map((name) => endpointOf(name).number) },
      completeness.get(entry.id)?.checks ?? checks.filter(({ id }) => id === entry.id).map(({ check }) => check),
    ),
  );
  const { requirements, problems, unmet } = waive(results, run.waivers ?? [], run.startedAt.toISOString().slice(0, 10), run.partial);
  const observations = observationsOf(evidence);
  const suiteErrors = evidence.flatMap(({ suiteError }) => suiteError ?? []);
  const reason =
    run.noVerdictReason ?? (suiteErrors[0] === undefined ? (lost?.reason ?? null) : `The suite itself failed: ${suiteErrors[0]}`);
  const { verdict, complete, noVerdictReason } = verdictOf(requirements, reason);
  const timelines = evidence.flatMap((piece) => piece.timelines);
  const settings = withDiscovered(run.facts.settings, evidence);
  const findings = withLookupDoubt(findingsOf(requirements, givenLookup(settings)), { requirements, timelines, settings });
  const limits = limitSentence(requirements, settings);
  const { passed, failed, notAssessed, waived, inPart } = tally(requirements);
  const { baseline: before } = run;
  // Where nobody could look, nothing has changed.
  const isCompared = before !== undefined && 'result' in before && verdict !== 'no-verdict';
  const baseline = isCompared ? sinceBaseline({ requirements, observations, partial: run.partial ?? false }, before) : undefined;
  return {
    format: FORMAT,
    verdict,
    ...(noVerdictReason !== null && { noVerdictReason }),
    complete,
    sentence: [
      verdictSentence({ verdict, requirements, findings, settings: run.facts.settings, ...(baseline && { baseline }) }),
      ...(lost ? [lost.stillAnswers ? 'the target refused all that came then' : 'the target went away'] : []),
    ].join('; '),
    ...(lost && { lost }),
    seed: run.facts.seed,
    suite: SUITE,
    specification: SPECIFICATION,
    target: { baseUrl: run.facts.baseUrl, embedded: run.facts.embedded },
    startedAt: run.startedAt.toISOString(),
    durationMs: Math.round(run.durationMs),
    interrupted: run.interrupted,
    ...(run.partial && { partial: true }),
    counts: { passed, ...(inPart > 0 && { passedInPart: inPart }), failed, notAssessed, waived, observations: observations.length },
    endpoints: ENDPOINTS.map(({ number, method, path }) => ({ number, method, path })),
    requirements,
    findings,
    ...(baseline && { baseline }),
    ...(problems.length > 0 && { waiverProblems: problems }),
    notices: [
      ...(run.facts.notices ?? []),
      ...(limits === null ? [] : [limits]),
      ...noticesOf(evidence),
      ...(run.partial ? [] : unmetWaivers(unmet.map(({ requirement }) => requirement))),
      ...(before !== undefined && 'missing' in before ? [before.missing] : []),
    ],
    observations,
    notCovered: NOT_COVERED,
    settings,
    timelines,
    tests: costsOf(run.tests),
    latencies: latencies(evidence),
    traffic: trafficOf(evidence, run.startedAt),
    disturbances: disturbancesOf(evidence, run.startedAt),
    ...(evidence.length > 0 && { inFlight: Math.max(...evidence.map(({ inFlight = 1 }) => inFlight)) }),
    properties: evidence.flatMap(({ properties }) =>
      properties.map((entry) => ({ ...entry, endpoint: endpointOf(entry.endpoint).number })),
    ),
    fields: [...completeness.values()].flatMap(({ fields }) => fields),
    runIds: [...new Set(evidence.map(({ runId }) => runId))],
    leftBehind: leftBehindOf(evidence.flatMap(({ leftBehind }) => leftBehind)),
  };
}

/** @param otherRun what was seen of another run at any time, also after a test had ended */
function checksOf(
  { title, covers, evidence, missing: reason }: TestOutcome,
  otherRun: string | null,
): { id: StatementId; check: CheckResult }[] {
  const { endpoint, statements } = covers;
  const open = statements.map((requirement): CheckEvidence => ({ requirement, endpoint, status: 'not-assessed', reason }));
  return (evidence?.checks ?? open)
    .map((check) => unlessOfOtherRun(check, otherRun))
    .map((check) => ({ id: check.requirement, check: checkResult(check, title) }));
}

function checkResult({ requirement: id, endpoint, reason, ...check }: CheckEvidence, title: string): CheckResult {
  const statement = REQUIREMENTS.find((entry) => entry.id === id);
  if (statement === undefined)
    throw new Error(`A check names ${id}, which the register does not have: was the report merged from another version of the suite?`);
  const message = check.status === 'failed' ? failureMessage(statement, check) : reason;
  const index = check.findings?.[0]?.exchange ?? -1;
  const curl = check.exchanges?.at(index)?.curl;
  return {
    ...{ title, endpoint: numberOf(endpoint), category: statement.category, ...check },
    ...(message !== undefined && { message }),
    ...(curl !== undefined && { curl }),
  };
}

function observationsOf(evidence: readonly Evidence[]): ConformanceResult['observations'] {
  const waits = { id: 'limits.rate', endpoint: null, answer: evidence.reduce((sum, piece) => sum + piece.waits, 0) } as const;
  return [...evidence.flatMap(({ observations }) => observations), ...(evidence.length === 0 ? [] : [waits])].map(
    ({ id, endpoint, answer }) => ({ ...{ id, endpoint: numberOf(endpoint), question: question(id).question, answer } }),
  );
}
