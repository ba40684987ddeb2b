import { toCodeQuality } from '../../src/report/code-quality.ts';
import { expect, test } from '../test.ts';
import { failingResult, passingResult } from './sample-result.ts';

interface Violation {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

const violations = JSON.parse(toCodeQuality(failingResult())) as readonly Violation[];

test('each finding is one violation, with the id of the finding as its fingerprint', () => {
  const ids = failingResult().findings?.map(({ id }) => id);
  expect(violations.map(({ fingerprint }) => fingerprint)).toEqual(ids);
  expect(violations[0]).toEqual({
    description:
      'endpoint-2.shape: Every documented field that is present has the documented type. at /statistics/emails/sent, /statistics/total_customers_enrolled: expected an integer; actual the string "0"',
    check_name: 'endpoint-2.shape',
    fingerprint: expect.stringMatching(/^endpoint-2\.shape-/),
    severity: 'critical',
    location: { path: 'POST /businesses/{id}/campaigns (2)', lines: { begin: 1 } },
  });
});

test('severity follows the level; what is waived is an information', () => {
  expect(Object.fromEntries(violations.map(({ check_name, severity }) => [check_name, severity]))).toMatchObject({
    'endpoint-2.shape': 'critical',
    'robustness.hostile-ids': 'major',
    'completeness.endpoint-8': 'info',
    'endpoint-15.shape': 'info',
  });
});

test('a result without findings is an empty list', () => {
  expect(JSON.parse(toCodeQuality(passingResult()))).toEqual([]);
});
