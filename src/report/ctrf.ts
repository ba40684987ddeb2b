import type { FailOn } from '../result/counting.ts';
import type { ConformanceResult, Status } from '../result/result.ts';
import { type TestCase, testCases } from './test-cases.ts';

/** The version of the format (https://ctrf.io) of this file. */
const SPEC_VERSION = '1.0.0';

type CtrfStatus = 'passed' | 'failed' | 'skipped' | 'other';

/** Common Test Report Format. A failure that does not count is `other`, since `failed` would fail its readers. No recorded duration is 0. */
export function toCtrf(result: ConformanceResult, failOn: FailOn): string {
  const tests = testCases(result, failOn).map(testOf);
  const number = (status: CtrfStatus) => tests.filter((entry) => entry.status === status).length;
  const counted = { passed: number('passed'), failed: number('failed'), skipped: number('skipped'), pending: 0, other: number('other') };
  const [start, stop] = [Date.parse(result.startedAt), Date.parse(result.startedAt) + result.durationMs];
  const report = {
    reportFormat: 'CTRF',
    specVersion: SPEC_VERSION,
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

function testOf({ name, suite, level, category, status, counts, message, durationMs = 0 }: TestCase) {
  const shown: CtrfStatus = status === 'failed' && !counts ? 'other' : STATUS[status];
  return {
    ...{ name, status: shown, duration: Math.round(durationMs), suite: [suite] },
    ...{ rawStatus: status, tags: [level, category], ...(message !== undefined && { message }) },
  };
}

const STATUS: Readonly<Record<Status, CtrfStatus>> = { passed: 'passed', failed: 'failed', waived: 'other', 'not-assessed': 'skipped' };
