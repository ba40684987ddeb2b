import { expect, test } from '@playwright/test';
import { toCtrf } from '../../src/report/ctrf.ts';
import type { Level } from '../../src/result/result.ts';
import { failingResult } from './sample-result.ts';

interface Ctrf {
  readonly results: {
    readonly summary: Readonly<Record<string, number>>;
    readonly tests: readonly {
      readonly name: string;
      readonly status: string;
      readonly suite: readonly string[];
      readonly message?: string;
    }[];
  };
}

const result = failingResult();
const checks = result.requirements.flatMap((requirement) => requirement.checks.map((check) => ({ level: requirement.level, check })));
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
    const failed = checks.filter(({ check }) => check.status === 'failed');
    const counting = failed.filter(({ level }) => (levels as readonly Level[]).includes(level)).length;
    const waived = checks.filter(({ check }) => check.status === 'waived').length;
    const { summary, tests } = reported(failOn).results;
    expect(summary).toMatchObject({ tests: checks.length, failed: counting, other: failed.length - counting + waived, pending: 0 });
    expect((summary.passed ?? 0) + (summary.failed ?? 0) + (summary.skipped ?? 0) + (summary.other ?? 0)).toBe(tests.length);
  });
}

test('what was not assessed is skipped with its reason, in the suite of its endpoint', () => {
  const skipped = reported('robustness').results.tests.filter(({ status }) => status === 'skipped');
  expect(skipped).toHaveLength(checks.filter(({ check }) => check.status === 'not-assessed').length);
  expect(skipped).toContainEqual(
    expect.objectContaining({ suite: ['17 GET /sms_templates/{id}/preview'], message: expect.stringContaining('CES_SMS_TEMPLATE_ID') }),
  );
});
