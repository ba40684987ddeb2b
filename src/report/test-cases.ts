import { clip } from '../http/text.ts';
import { countsAt, type FailOn } from '../result/counting.ts';
import { findingsOf } from '../result/findings.ts';
import type { CheckResult, ConformanceResult, Level, RequirementResult, Status } from '../result/result.ts';
import { holdsInPart, judged } from '../result/roll-up.ts';
import { PARTLY } from '../result/verdict.ts';
import { factLines, factsOf, plainHeadline } from './finding-view.ts';
import { plainText } from './words.ts';

const LONGEST_MESSAGE = 4000;

/** What CI servers follow from run to run: a statement at an endpoint. Its name is in every run the same, whatever the target sends. */
export interface TestCase {
  /** Id of the statement. */
  readonly name: string;
  /** The endpoint; *The API as a whole* for none. */
  readonly suite: string;
  readonly level: Level;
  readonly category: CheckResult['category'];
  readonly status: Status;
  readonly counts: boolean;
  /** What was found, or why nothing was; absent where all checks passed. */
  readonly message?: string;
  /** Its share of what its tests took; absent where none is recorded. Those of all cases add up to what the tests took. */
  readonly durationMs?: number;
}

/** All cases of a result, by endpoint; what concerns no single endpoint comes last. */
export function testCases(result: ConformanceResult, failOn: FailOn): TestCase[] {
  const causes = causesOf(result);
  const shares = sharesOf(result);
  return [...result.endpoints.map(({ number }) => number), null].flatMap((endpoint) =>
    result.requirements.flatMap((requirement): TestCase[] => {
      const checks = requirement.checks.filter((check) => check.endpoint === endpoint);
      const [first] = checks;
      if (first === undefined) return [];
      const here = judged(requirement, checks);
      const { status } = here;
      const counts = status === 'failed' && countsAt(result.baseline, failOn, requirement, endpoint);
      const telling = checks.filter((check) => check.status === (holdsInPart(here) ? 'not-assessed' : status));
      const message = messageOf({ ...here, checks: telling }, result, counts);
      const cause = status === 'failed' ? causes.get(requirement.id) : undefined;
      const times = [...new Set(checks.map(({ title }) => title))].flatMap((title) => shares.get(title) ?? []);
      return [
        {
          name: requirement.id,
          suite: suiteOf(result, endpoint),
          level: requirement.level,
          category: first.category,
          status,
          counts,
          ...(message !== null && { message: clip(cause === undefined ? message : `${message}\nFollows from ${cause}.`, LONGEST_MESSAGE) }),
          ...(times.length > 0 && { durationMs: times.reduce((sum, time) => sum + time, 0) }),
        },
      ];
    }),
  );
}

/** By title of a test, what it took, shared out evenly: a test looks at many statements with the same requests. */
function sharesOf({ requirements, tests = [] }: ConformanceResult): ReadonlyMap<string, number> {
  const cases = new Map<string, Set<string>>();
  for (const { id, checks } of requirements)
    for (const { title, endpoint } of checks) cases.set(title, (cases.get(title) ?? new Set()).add(`${id} ${endpoint}`));
  return new Map(tests.map(({ title, durationMs }) => [title, durationMs / (cases.get(title)?.size ?? 1)]));
}

/** Statements that failed only because of another one, with that one. */
function causesOf({ requirements, findings = findingsOf(requirements) }: ConformanceResult): ReadonlyMap<string, string> {
  const own = new Set(findings.map(({ requirement }) => requirement));
  const pairs = findings.flatMap(({ requirement, consequences }) => consequences.map((id) => [id, requirement] as const));
  return new Map(pairs.filter(([id]) => !own.has(id)));
}

/** The message of a statement at one endpoint, with the checks that the message is about. */
function messageOf(requirement: RequirementResult, result: ConformanceResult, counts: boolean): string | null {
  const { level, partly, checks, status } = requirement;
  switch (status) {
    case 'passed':
      return partly ? `${PARTLY} judged in part, not assessed: ${unassessed(checks)}` : null;
    case 'not-assessed':
      return `not assessed: ${unassessed(checks)}`;
    case 'waived':
      return `waived failure${waiverOf(checks)}: ${found(requirement, result)}`;
    case 'failed':
      return counts ? found(requirement, result) : `${level} failure, which does not count here: ${found(requirement, result)}`;
  }
}

function unassessed(checks: readonly CheckResult[]): string {
  const reasons = new Set(checks.map(({ message }) => message ?? 'no reason was given'));
  const variables = new Set(checks.flatMap(({ variables: own = [] }) => own));
  return `${[...reasons].join('\n')}${variables.size === 0 ? '' : ` (${[...variables].join(', ')})`}`;
}

function waiverOf(checks: readonly CheckResult[]): string {
  const waivers = checks.flatMap(({ waiver }) => (waiver ? [`${waiver.owner}, until ${waiver.expires}: ${waiver.reason}`] : []));
  return waivers.length === 0 ? '' : ` (${[...new Set(waivers)].join('; ')})`;
}

/** The sentence, and its findings at this endpoint. */
function found(requirement: RequirementResult, result: ConformanceResult): string {
  const texts = findingsOf([requirement]).map((finding) => {
    const facts = factsOf(finding, result);
    return [plainHeadline(finding, result.endpoints), ...factLines(facts, ['Place', 'Expected', 'Actual', 'Again', 'curl'])].join('\n');
  });
  return `${plainText(requirement.text)}\n${texts.join('\n')}`;
}

function suiteOf({ endpoints }: ConformanceResult, number: number | null): string {
  const endpoint = endpoints.find((candidate) => candidate.number === number);
  return endpoint === undefined ? 'The API as a whole' : `${String(endpoint.number).padStart(2, '0')} ${endpoint.method} ${endpoint.path}`;
}
