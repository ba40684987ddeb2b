import { createRequire } from 'node:module';
import type { Builder } from 'junit-report-builder';
import { clip } from '../http/clip.ts';
import type { CheckResult, ConformanceResult, Level, RequirementResult } from '../result/result.ts';
import { countingLevels } from '../result/verdict.ts';

/** Its types declare a default export, which the CommonJS file does not have: hence `require`. */
const junit: Builder = createRequire(import.meta.url)('junit-report-builder');

const LONGEST_MESSAGE = 4000;

/** What XML 1.0 (section 2.2) does not allow in a document, not even as a reference. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

interface Case {
  readonly requirement: RequirementResult;
  readonly check: CheckResult;
  readonly name: string;
}

/**
 * JUnit XML: a suite for each endpoint and one for the API as a whole, a case with a unique name for each check. A failure that does not count,
 * by `failOn` (the value of `CES_FAIL_ON`) or by a waiver, is a skipped case with a message: CI servers have no third colour.
 */
export function toJunit(result: ConformanceResult, failOn: Level = 'robustness'): string {
  const builder = junit.newBuilder();
  const cases = namedCases(result.requirements);
  for (const endpoint of [...result.endpoints.map(({ number }) => number), null]) {
    const own = cases.filter(({ check }) => check.endpoint === endpoint);
    if (own.length === 0) continue;
    const suiteName = suiteNameOf(result, endpoint);
    const suite = builder.testSuite().name(suiteName).timestamp(new Date(result.startedAt));
    for (const { requirement, check, name } of own) {
      const testCase = suite.testCase().className(suiteName).name(name);
      testCase.property('requirement', allowed(requirement.id)).property('level', requirement.level);
      const outcome = outcomeOf(requirement, check, failOn);
      if (outcome.kind === 'failed') testCase.failure(firstLine(outcome.message), requirement.level).stacktrace(inCdata(outcome.message));
      if (outcome.kind === 'skipped') testCase.skipped().property('reason', outcome.message).standardOutput(inCdata(outcome.message));
    }
  }
  return builder.build();
}

type Outcome = { readonly kind: 'passed' } | { readonly kind: 'failed' | 'skipped'; readonly message: string };

function outcomeOf(requirement: RequirementResult, check: CheckResult, failOn: Level): Outcome {
  const message = messageOf(requirement, check);
  switch (check.status) {
    case 'passed':
      return { kind: 'passed' };
    case 'not-assessed':
      return { kind: 'skipped', message: allowed(`not assessed: ${check.message ?? 'no reason was given'}${variablesOf(check)}`) };
    case 'waived':
      return { kind: 'skipped', message: `waived failure${waiverOf(check)}: ${message}` };
    case 'failed':
      if (countingLevels(failOn).includes(requirement.level)) return { kind: 'failed', message };
      return { kind: 'skipped', message: `${requirement.level} failure, which does not count here: ${message}` };
  }
}

function messageOf(requirement: RequirementResult, check: CheckResult): string {
  const findings = (check.findings ?? []).map(({ pointer, expected, actual }) => {
    const place = pointer === undefined ? '' : ` at ${pointer === '' ? 'the whole body' : pointer}`;
    return `expected${place}: ${expected}; actual: ${actual}`;
  });
  const found = findings.length > 0 ? findings.join('\n') : (check.message ?? '');
  const curl = check.curl === undefined ? '' : `\n${check.curl}`;
  return allowed(clip(`${requirement.text} ${found}${curl}`, LONGEST_MESSAGE));
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text;
}

function waiverOf({ waiver }: CheckResult): string {
  return waiver === undefined ? '' : allowed(` (${waiver.owner}, until ${waiver.expires}: ${waiver.reason})`);
}

function variablesOf({ variables = [] }: CheckResult): string {
  return variables.length === 0 ? '' : ` (${variables.join(', ')})`;
}

function suiteNameOf(result: ConformanceResult, number: number | null): string {
  const endpoint = result.endpoints.find((candidate) => candidate.number === number);
  if (endpoint === undefined) return 'The API as a whole';
  return `${String(endpoint.number).padStart(2, '0')} ${endpoint.method} ${endpoint.path}`;
}

/** CI servers follow a case over many runs by its name, and merge cases with the same name. */
function namedCases(requirements: readonly RequirementResult[]): Case[] {
  const used = new Set<string>();
  return requirements.flatMap((requirement) =>
    requirement.checks.map((check) => {
      const base = allowed(`${requirement.id}: ${check.title}`);
      let name = base;
      for (let n = 2; used.has(`${check.endpoint} ${name}`); n++) name = `${base} (${n})`;
      used.add(`${check.endpoint} ${name}`);
      return { requirement, check, name };
    }),
  );
}

/** The builder splits only the first `]]>` of a CDATA section. A second one would end the section. */
function inCdata(text: string): string {
  return text.replaceAll(']]>', ']] >');
}

function allowed(text: string): string {
  return text.replace(FORBIDDEN, '\uFFFD');
}
