import { historyOf } from '../../src/result/compare/history.ts';
import { entryOf } from '../../src/result/compare/side.ts';
import { sinceBaseline } from '../../src/result/compare/since-baseline.ts';
import { findingsOf } from '../../src/result/findings.ts';
import { type CheckResult, type ConformanceResult, type Finding, judged, type RequirementResult, tally } from '../../src/result/result.ts';
import { verdictOf, verdictSentence } from '../../src/result/verdict.ts';
import { exchange, type Outcome, passedRequirements, VARIED_FAILURES } from './sample-statements.ts';
import { SURROUNDINGS } from './sample-surroundings.ts';

/** Everything passed and nothing was left out. */
export const passingResult = (): ConformanceResult => resultOf(passedRequirements());

/** The same, but for the first requirement, which was not assessed. */
export function openResult(): ConformanceResult {
  const requirements = passedRequirements().map((entry, index) => (index === 0 ? { ...entry, status: 'not-assessed' as const } : entry));
  return { ...passingResult(), requirements };
}

/** The most telling finding of a result. */
export function firstFinding({ findings: [first] = [] }: ConformanceResult): Finding {
  if (first === undefined) throw new Error('the sample has findings');
  return first;
}

/** Six failures of every kind the suite makes, one waived, and four checks that were not assessed. */
export const failingResult = (): ConformanceResult => resultOf(withOutcomes(VARIED_FAILURES));

/** The failing result beside an earlier one: findings that are new (one of them waived), still there, fixed and no longer looked for, and a drift. */
export function changedResult(): ConformanceResult {
  const now = failingResult();
  const misshapen = (endpoint: number, actual: string): Outcome => ({
    ...{ id: `endpoint-${endpoint}.shape`, endpoint, title: 'the answer fits its schema', status: 'failed' },
    findings: [{ pointer: '/name', expected: 'a string', actual }],
  });
  const known = VARIED_FAILURES.filter(({ id }) => ['robustness.hostile-ids', 'completeness.endpoint-8'].includes(id));
  const requirements = withOutcomes([...known, misshapen(13, '5'), misshapen(17, 'null')]);
  const drifted = 'authentication.missing-credentials-status';
  const observations = now.observations.map((entry) => (entry.id === drifted ? { ...entry, answer: 403 } : entry));
  const before = { ...resultOf(requirements), startedAt: '2026-03-03T09:08:07.123Z', observations };
  return { ...now, baseline: sinceBaseline(now, { file: 'baseline/conformance.json', result: before }) };
}

/** The target could not be reached: nothing was assessed. */
export function noVerdictResult(): ConformanceResult {
  return {
    ...resultOf([]),
    verdict: 'no-verdict',
    complete: false,
    sentence: 'No verdict: the target could not be reached',
    noVerdictReason:
      'Nothing answers at https://staging.example.com/api/v1 (ECONNREFUSED after 3 attempts). Is the service up, and CES_BASE_URL right?',
    durationMs: 3120,
    ...{ observations: [], timelines: [], latencies: [], traffic: [], disturbances: [], properties: [], fields: [], leftBehind: [] },
  };
}

/** A filtered run that was stopped half way, on a target that conforms as far as anyone looked. */
export function partialResult(): ConformanceResult {
  const variables = ['CES_SEGMENT_ID'];
  const absent = { status: 'not-assessed', message: 'Needs a record that CES_SEGMENT_ID names.', variables } as const;
  const without = ({ checks }: RequirementResult) => checks.map((check) => ({ ...check, ...absent }));
  const requirements = passedRequirements().map((entry, index) => (index % 3 === 2 ? judged(entry, without(entry)) : entry));
  return { ...resultOf(requirements), interrupted: true, partial: true };
}

/** `text` wherever a target, a setting, a file or an earlier result can put text into a result. */
export function hostileResult(text: string): ConformanceResult {
  const outcome: Partial<CheckResult> = {
    ...{ status: 'failed', message: text, findings: [{ pointer: `/${text}`, expected: text, actual: text }] },
    ...{ counterexample: { [text]: text }, original: [text, text], curl: `curl '${text}'`, replay: text },
    exchanges: [exchange('GET', `/events/${text}`, { status: 200, body: JSON.stringify({ [text]: text }), headers: { 'x-odd': text } })],
  };
  const waived: Partial<CheckResult> = { status: 'waived', message: text, waiver: { reason: text, owner: text, expires: text } };
  const [first, ...others] = withOutcomes([
    { ...outcome, id: 'event.extra-is-tracked-data', endpoint: 18, title: 'any JSON object as data' },
    { ...waived, id: 'endpoint-15.shape', endpoint: 15, title: 'the answer fits its schema' },
  ]);
  const { requirements: _, findings: __, endpoints, baseline, ...rest } = changedResult();
  const named = first === undefined ? [] : [{ ...first, id: text, text, source: text }];
  const { observations, ...texts } = withText(rest, text);
  return {
    ...resultOf([...named, ...others]),
    ...texts,
    ...{ endpoints, noVerdictReason: text, waiverProblems: [text], notices: [text] },
    ...(baseline && { baseline: { ...withText(baseline, text), startedAt: text, new: [] } }),
    observations: [...observations, { id: 'plain', endpoint: 2, question: text, answer: { [text]: text } }],
  };
}

/** Names of members that hold no text of anybody's. */
const NO_TEXT = ['format', 'verdict', 'level', 'state', 'outcome', 'startedAt'];

/** The value with `text` in place of all others. */
function withText<T>(value: T, text: string): T {
  const json = JSON.stringify(value, (name, part) => (typeof part === 'string' && !NO_TEXT.includes(name) ? text : part));
  return JSON.parse(json) as T;
}

/** So many failed checks, each with large inputs and exchanges. They show one finding at each of 18 endpoints together, or a finding each. */
export function largeResult(failures: number, places: 'one place' | 'a place each' = 'one place'): ConformanceResult {
  const [member, step] = places === 'one place' ? ['extra', 0] : ['record', 1];
  const body = JSON.stringify({
    [member]: Object.fromEntries(Array.from({ length: 700 }, (_, n) => [`member ${n}`, `${`value "${n}" `.repeat(10)}`])),
  });
  const many = Array.from(
    { length: failures },
    (_, n): CheckResult => ({
      ...{ title: `generated input ${n}`, endpoint: (n % 18) + 1, category: 'properties', status: 'failed' },
      findings: [{ pointer: `/${member}/member ${650 - n * step}`, expected: 'the value that was sent', actual: 'the member is missing' }],
      ...{ counterexample: JSON.parse(body), original: JSON.parse(body), shrinks: 41 },
      curl: `curl -d '${body}' https://staging.example.com`,
      replay: 'CES_SEED=42 npx playwright test -g "generated input"',
      exchanges: Array.from({ length: 6 }, (_, second) => ({
        ...exchange('POST', '/businesses/b_1/track', { status: 200, body, sent: body, cut: true }),
        startedAt: `2026-03-04T09:08:0${second}.001Z`,
      })),
    }),
  );
  const requirements = passedRequirements();
  return resultOf([{ ...firstOf(requirements, 'event.extra-is-tracked-data'), status: 'failed', checks: many }, ...requirements.slice(1)]);
}

/** The passed requirements, with some checks replaced by their outcomes. */
function withOutcomes(outcomes: readonly Outcome[]): RequirementResult[] {
  const all = passedRequirements();
  for (const { id } of outcomes) firstOf(all, id);
  return all.map((requirement) => {
    const own = outcomes.filter(({ id }) => id === requirement.id);
    const replaced = requirement.checks.map((check) => {
      const found = own.find(({ endpoint, title }) => check.endpoint === endpoint && check.title === title);
      const { id: _, ...outcome } = found ?? { id: '' };
      return { ...check, ...outcome };
    });
    return own.length === 0 ? requirement : judged(requirement, replaced);
  });
}

function testCosts(requirements: readonly RequirementResult[]) {
  const titles = new Set(requirements.flatMap(({ checks }) => checks.map(({ title }) => title)));
  return [...titles].map((title, index) => ({ title, durationMs: 12 * index, requests: index, records: index % 3 }));
}

function firstOf(requirements: readonly RequirementResult[], id: string): RequirementResult {
  const found = requirements.find((requirement) => requirement.id === id);
  if (found === undefined) throw new Error(`The sample register has no requirement '${id}'.`);
  return found;
}

function resultOf(requirements: readonly RequirementResult[]): ConformanceResult {
  const { verdict, complete } = verdictOf(requirements, null);
  const { passed, failed, notAssessed, waived, inPart } = tally(requirements);
  const counted = { passed, ...(inPart > 0 && { passedInPart: inPart }) };
  return {
    ...SURROUNDINGS,
    ...{ format: '1.8.0', verdict, complete, sentence: verdictSentence({ verdict, requirements, settings: [] }) },
    seed: 1_836_202_117,
    suite: { name: 'customer-engagement-conformance', version: '0.1.0' },
    specification: { title: 'Customer Engagement Service API', version: '0.0.4' },
    target: { baseUrl: 'https://staging.example.com/api/v1', embedded: false },
    ...{ startedAt: '2026-03-04T09:08:07.123Z', durationMs: 7412, interrupted: false },
    counts: { ...counted, failed, notAssessed, waived, observations: SURROUNDINGS.observations.length },
    ...{ requirements, findings: findingsOf(requirements), tests: testCosts(requirements) },
  };
}

type Stored = readonly [file: string, result: ConformanceResult];

/** A result of a day of March 2026, under the name of a file. */
export function runOn(day: number, result: ConformanceResult): Stored {
  const date = `2026-03-${String(day).padStart(2, '0')}`;
  return [`${date}/conformance.json`, { ...result, startedAt: `${date}T09:08:07.123Z`, runIds: [`run${day}`] }];
}

/** One target in six runs: it holds, is out of reach, breaks, is looked at in part, breaks further, and stays so. */
export function storedRuns(): Stored[] {
  const failing = failingResult();
  return [
    runOn(1, passingResult()),
    runOn(2, noVerdictResult()),
    runOn(3, failing),
    runOn(4, partialResult()),
    runOn(5, { ...failing, latencies: failing.latencies.map((latency) => ({ ...latency, p95Ms: latency.p95Ms * 2 })) }),
    runOn(6, failing),
  ];
}

export const historyOfFiles = (...runs: readonly Stored[]) => historyOf(runs.map(([file, result]) => entryOf(file, result)));

/** The history of results of one day after the other. */
export const historyOfDays = (...results: readonly ConformanceResult[]) =>
  historyOfFiles(...results.map((result, index) => runOn(index + 1, result)));
