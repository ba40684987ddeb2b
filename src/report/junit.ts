import { createRequire } from 'node:module';
import type { Builder } from 'junit-report-builder';
import type { FailOn } from '../result/counting.ts';
import type { ConformanceResult } from '../result/result.ts';
import { type TestCase, testCases } from './test-cases.ts';

/** Its types declare a default export, which the CommonJS file does not have: hence `require`. */
const junit: Builder = createRequire(import.meta.url)('junit-report-builder');

/** What XML 1.0 (section 2.2) does not allow in a document, not even as a reference. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** JUnit XML: a suite an endpoint, a case a statement. A failure that does not count is skipped, with a message: CI servers have no third colour. */
export function toJunit(result: ConformanceResult, failOn: FailOn = 'robustness'): string {
  const builder = junit.newBuilder();
  const suites = new Map<string, Suite>();
  for (const entry of testCases(result, failOn)) {
    const suite = suites.get(entry.suite) ?? builder.testSuite().name(entry.suite).timestamp(new Date(result.startedAt));
    suites.set(entry.suite, suite);
    addCase(suite, entry);
  }
  return builder.build();
}

type Suite = ReturnType<Builder['testSuite']>;

function addCase(suite: Suite, { name, suite: className, level, status, counts, message, durationMs }: TestCase) {
  const testCase = suite.testCase().className(className).name(allowed(name)).property('level', level);
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
