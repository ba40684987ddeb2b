import { createRequire } from 'node:module';
import type { Builder } from 'junit-report-builder';
import { clip } from '../http/text.ts';
import { findingsOf } from '../result/findings.ts';
import { givenLookup } from '../result/left-open.ts';
import { grouped } from '../result/lists.ts';
import { type CheckResult, type ConformanceResult, holdsInPart, judged, type RequirementResult, type Status } from '../result/result.ts';
import { countsAt, type FailOn, PARTLY } from '../result/verdict.ts';
import { type FactLabel, factLines, factsOf, plainHeadline } from './finding-view.ts';
import { plainText } from './words.ts';

/** Its types declare a default export, which the CommonJS file does not have: hence `require`. */
const junit: Builder = createRequire(import.meta.url)('junit-report-builder');

/** What XML 1.0 (section 2.2) does not allow in a document, not even as a reference. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** JUnit XML: a suite an endpoint, a case a statement. A failure that does not count is skipped, with a message: CI servers have no third colour. */
export function toJunit(result: ConformanceResult, failOn: FailOn = 'robustness'): string {
  const builder = junit.newBuilder();
  for (const [name, cases] of grouped(testCases(result, failOn), ({ suite }) => suite)) {
    const suite = builder.testSuite().name(name).timestamp(new Date(result.startedAt));
    for (const entry of cases) describe(suite.testCase(), entry);
  }
  return builder.build();
}

function describe(testCase: ReturnType<Builder['testCase']>, { name, suite, level, status, counts, message, durationMs }: TestCase) {
  testCase.className(suite).name(allowed(name)).property('level', level);
  if (durationMs !== undefined) testCase.time(Math.round(durationMs) / 1000);
  if (message === undefined) return;
  const text = allowed(message);
  if (counts) testCase.failure(text.split('\n', 2).join(' '), level).stacktrace(inCdata(text));
  else if (status === 'passed') testCase.standardOutput(inCdata(text));
  else testCase.skipped().property('reason', text).standardOutput(inCdata(text));
}

/** The builder splits only the first `]]>` of a CDATA section. A second one would end the section. */
const inCdata = (text: string): string => text.replaceAll(']]>', ']] >');

const allowed = (text: string): string => text.replace(FORBIDDEN, '\uFFFD');

/** A waived failure is `other`, and so is one that does not count, since `failed` would fail the format's readers. */
const CTRF_STATUS: Readonly<Record<Status, string>> = { passed: 'passed', failed: 'failed', waived: 'other', 'not-assessed': 'skipped' };

/** Common Test Report Format. It asks for a duration: 0 where none is recorded, as for documented fields, which no single test looks at. */
export function toCtrf(result: ConformanceResult, failOn: FailOn): string {
  const tests = testCases(result, failOn).map(({ name, suite, level, category, status, counts, message, durationMs = 0 }) => ({
    name,
    status: status === 'failed' && !counts ? 'other' : CTRF_STATUS[status],
    duration: Math.round(durationMs),
    suite: [suite],
    rawStatus: status,
    tags: [level, category],
    message,
  }));
  const number = (status: string) => tests.filter((entry) => entry.status === status).length;
  const counted = { passed: number('passed'), failed: number('failed'), skipped: number('skipped'), pending: 0, other: number('other') };
  const [start, stop] = [Date.parse(result.startedAt), Date.parse(result.startedAt) + result.durationMs];
  const report = {
    reportFormat: 'CTRF',
    specVersion: '1.0.0',
    timestamp: new Date(stop).toISOString(),
    generatedBy: `${result.suite.name} ${result.suite.version}`,
    results: {
      tool: { name: result.suite.name, version: result.suite.version },
      summary: {
        ...{ tests: tests.length, ...counted, suites: new Set(tests.map(({ suite }) => suite[0])).size, start, stop },
        extra: { verdict: result.verdict, sentence: result.sentence, complete: result.complete },
      },
      tests,
      environment: { testEnvironment: result.target.baseUrl },
    },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

const LONGEST_MESSAGE = 4000;

/** What CI servers follow from run to run: a statement at an endpoint. Its name is in every run the same, whatever the target sends. */
type TestCase = ReturnType<typeof testCases>[number];

/** All cases of a result, by endpoint; what concerns no single endpoint comes last. The times of all add up to what the tests took. */
function testCases(result: ConformanceResult, failOn: FailOn) {
  const causes = causesOf(result);
  const shares = sharesOf(result);
  return [...result.endpoints, null].flatMap((endpoint) => {
    const number = endpoint?.number ?? null;
    const suite = endpoint === null ? 'The API as a whole' : `${`${number}`.padStart(2, '0')} ${endpoint.method} ${endpoint.path}`;
    return result.requirements.flatMap((requirement) => {
      const checks = requirement.checks.filter((check) => check.endpoint === number);
      const [first] = checks;
      if (first === undefined) return [];
      const here = judged(requirement, checks);
      const { level, status } = here;
      const counts = status === 'failed' && countsAt(result.baseline, failOn, requirement, number);
      const telling = checks.filter((check) => check.status === (holdsInPart(here) ? 'not-assessed' : status));
      const text = messageOf({ ...here, checks: telling }, result, counts);
      const cause = status === 'failed' ? causes.get(requirement.id) : undefined;
      const message = text && clip(cause === undefined ? text : `${text}\nFollows from ${cause}.`, LONGEST_MESSAGE);
      const times = [...new Set(checks.map(({ title }) => title))].flatMap((title) => shares.get(title) ?? []);
      const durationMs = times.length === 0 ? undefined : times.reduce((sum, time) => sum + time, 0);
      return { name: requirement.id, suite, level, category: first.category, status, counts, message, durationMs };
    });
  });
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

/** What was found, or why nothing was; undefined where all checks passed. The checks are those that it is about. */
function messageOf(requirement: RequirementResult, result: ConformanceResult, counts: boolean): string | undefined {
  const { level, partly, checks, status } = requirement;
  if (status === 'passed') return partly ? `${PARTLY} judged in part, not assessed: ${unassessed(checks)}` : undefined;
  if (status === 'not-assessed') return `not assessed: ${unassessed(checks)}`;
  const what = found(requirement, result);
  const waivers = new Set(checks.flatMap(({ waiver }) => (waiver ? [`${waiver.owner}, until ${waiver.expires}: ${waiver.reason}`] : [])));
  if (status === 'waived') return `waived failure${waivers.size === 0 ? '' : ` (${[...waivers].join('; ')})`}: ${what}`;
  return counts ? what : `${level} failure, which does not count here: ${what}`;
}

function unassessed(checks: readonly CheckResult[]): string {
  const reasons = new Set(checks.map(({ message }) => message ?? 'no reason was given'));
  const variables = new Set(checks.flatMap(({ variables: own = [] }) => own));
  return `${[...reasons].join('\n')}${variables.size === 0 ? '' : ` (${[...variables].join(', ')})`}`;
}

function found(requirement: RequirementResult, result: ConformanceResult): string {
  const texts = findingsOf([requirement], givenLookup(result.settings)).map((finding) => {
    const facts = factsOf(finding, result);
    // Where only a replay tells that it is mended.
    const replay: FactLabel[] = facts.Again?.some((line) => line.includes('replay the test')) ? ['Replay'] : [];
    const labels: FactLabel[] = ['Place', 'Expected', 'Actual', 'Again', 'curl', ...replay];
    return [plainHeadline(finding, result.endpoints), ...factLines(facts, labels)].join('\n');
  });
  return `${plainText(requirement.text)}\n${texts.join('\n')}`;
}
