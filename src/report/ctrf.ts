import type { CheckResult, ConformanceResult, Level, RequirementResult, Status } from '../result/result.ts';
import { LEVELS } from '../specification/categories.ts';

/** The version of the format (https://ctrf.io) of this file. */
const SPEC_VERSION = '1.0.0';

type CtrfStatus = 'passed' | 'failed' | 'skipped' | 'other';

interface CtrfTest {
  readonly name: string;
  readonly status: CtrfStatus;
  /** Milliseconds. */
  readonly duration: number;
  readonly suite: readonly string[];
  readonly rawStatus: Status;
  readonly tags: readonly string[];
  readonly message?: string;
}

/**
 * Common Test Report Format: one test a check, in the suite of its endpoint. Not assessed is `skipped`. A failure that does not count, by
 * `failOn` or by a waiver, is `other`, since `failed` would fail its readers. A check has no duration, so this is its exchanges'.
 */
export function toCtrf(result: ConformanceResult, failOn: Level): string {
  const tests = result.requirements.flatMap((requirement) => requirement.checks.map((check) => testOf(result, requirement, check, failOn)));
  const number = (status: CtrfStatus) => tests.filter((entry) => entry.status === status).length;
  const start = Date.parse(result.startedAt);
  const report = {
    reportFormat: 'CTRF',
    specVersion: SPEC_VERSION,
    timestamp: new Date(start + result.durationMs).toISOString(),
    generatedBy: `${result.suite.name} ${result.suite.version}`,
    results: {
      tool: { name: result.suite.name, version: result.suite.version },
      summary: {
        tests: tests.length,
        passed: number('passed'),
        failed: number('failed'),
        skipped: number('skipped'),
        pending: 0,
        other: number('other'),
        suites: new Set(tests.map(({ suite }) => suite[0])).size,
        start,
        stop: start + result.durationMs,
        extra: { verdict: result.verdict, sentence: result.sentence, complete: result.complete },
      },
      tests,
      environment: { testEnvironment: result.target.baseUrl },
    },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function testOf(result: ConformanceResult, { id, level }: RequirementResult, check: CheckResult, failOn: Level): CtrfTest {
  const { title, status, message, category, exchanges = [] } = check;
  return {
    name: `${id}: ${title}`,
    status: statusOf(status, level, failOn),
    duration: Math.round(exchanges.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    suite: [suiteOf(result, check.endpoint)],
    rawStatus: status,
    tags: [level, category],
    ...(message !== undefined && { message }),
  };
}

/** A setting counts the levels up to its own. */
function statusOf(status: Status, level: Level, failOn: Level): CtrfStatus {
  const counts = LEVELS.indexOf(level) <= LEVELS.indexOf(failOn);
  const statuses: Readonly<Record<Status, CtrfStatus>> = {
    passed: 'passed',
    failed: counts ? 'failed' : 'other',
    waived: 'other',
    'not-assessed': 'skipped',
  };
  return statuses[status];
}

function suiteOf({ endpoints }: ConformanceResult, number: number | null): string {
  const endpoint = endpoints.find((candidate) => candidate.number === number);
  return endpoint === undefined ? 'The API as a whole' : `${String(endpoint.number).padStart(2, '0')} ${endpoint.method} ${endpoint.path}`;
}
