import { toCtrf } from '../../src/report/ctrf.ts';
import type { Level } from '../../src/result/result.ts';
import { rollUp } from '../../src/result/roll-up.ts';
import { expect, test } from '../test.ts';
import { failingResult } from './sample-result.ts';

interface Ctrf {
  readonly results: {
    readonly summary: Readonly<Record<string, number>>;
    readonly tests: readonly {
      readonly name: string;
      readonly status: string;
      readonly suite: readonly string[];
      readonly duration: number;
      readonly message?: string;
    }[];
  };
}

const result = { ...failingResult(), tests: [{ title: 'password in another letter case', durationMs: 432.4 }] };
/** Each statement at each of its endpoints, with all its checks there. */
const cases = result.requirements.flatMap(({ level, checks }) =>
  [...new Set(checks.map(({ endpoint }) => endpoint))].map((endpoint) => ({
    level,
    status: rollUp(checks.filter((check) => check.endpoint === endpoint).map(({ status }) => status)),
  })),
);
const reported = (failOn: Level): Ctrf => JSON.parse(toCtrf(result, failOn));

test('it says which format it has, and what made it', () => {
  expect(JSON.parse(toCtrf(result, 'robustness'))).toMatchObject({
    reportFormat: 'CTRF',
    specVersion: '1.0.0',
    timestamp: '2026-03-04T09:08:14.535Z',
    results: {
      tool: { name: 'customer-engagement-conformance', version: '0.1.0' },
      environment: { testEnvironment: result.target.baseUrl },
    },
  });
});

for (const [failOn, levels] of [
  ['requirement', ['requirement']],
  ['robustness', ['requirement', 'robustness']],
  ['completeness', ['requirement', 'robustness', 'completeness']],
] as const) {
  test(`failed are the failures that count: ${failOn}`, () => {
    const failed = cases.filter(({ status }) => status === 'failed');
    const counting = failed.filter(({ level }) => (levels as readonly Level[]).includes(level)).length;
    const waived = cases.filter(({ status }) => status === 'waived').length;
    const { summary, tests } = reported(failOn).results;
    expect(summary).toMatchObject({ tests: cases.length, failed: counting, other: failed.length - counting + waived, pending: 0 });
    expect((summary.passed ?? 0) + (summary.failed ?? 0) + (summary.skipped ?? 0) + (summary.other ?? 0)).toBe(tests.length);
  });
}

test('what was not assessed is skipped with its reason, in the suite of its endpoint', () => {
  const skipped = reported('robustness').results.tests.filter(({ status }) => status === 'skipped');
  expect(skipped).toHaveLength(cases.filter(({ status }) => status === 'not-assessed').length);
  expect(skipped).toContainEqual(
    expect.objectContaining({ suite: ['17 GET /sms_templates/{id}/preview'], message: expect.stringContaining('CES_SMS_TEMPLATE_ID') }),
  );
});

test('a test is a statement at an endpoint, with what was found there and its share of what its tests took', () => {
  expect(reported('robustness').results.tests).toContainEqual(
    expect.objectContaining({
      name: 'authentication.required',
      status: 'failed',
      suite: ['13 GET /segments/{id}'],
      duration: 24,
      message: expect.stringMatching(/^Every operation refuses .*\nexpected no success.*; actual status 200 with the whole segment\ncurl /),
    }),
  );
});
