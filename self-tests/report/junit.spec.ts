import { expect, test } from '@playwright/test';
import { toJunit } from '../../src/report/junit.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { failingResult, hostileResult, passingResult } from './sample-result.ts';

const counts = (xml: string) => /<testsuites tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/.exec(xml)?.slice(1).map(Number);

test('a suite an endpoint, and nothing failed where everything passed', () => {
  const xml = toJunit(passingResult());
  expect(xml.match(/<testsuite /g)).toHaveLength(18);
  expect(counts(xml)).toEqual([232, 0, 0, 0]);
});

for (const [failOn, failures, skipped] of [
  ['requirement', 4, 7],
  ['robustness', 5, 6],
  ['completeness', 6, 5],
] as const) {
  test(`failing on ${failOn} makes ${failures} failures, and the rest of what did not pass is skipped`, () => {
    expect(counts(toJunit(failingResult(), failOn))).toEqual([232, failures, 0, skipped]);
  });
}

test('a failure shows its requirement first, and then everything', () => {
  const xml = toJunit(failingResult());
  expect(xml).toContain('<failure message="Every documented field that is present has the documented type.');
  expect(xml).toContain('expected at /statistics/emails/sent: an integer; actual: the string "0"');
  expect(xml).toContain('<property name="level" value="robustness"/>');
});

test('what was not assessed gives its reason and the variable', () => {
  expect(toJunit(failingResult())).toContain('not assessed: No record is known for this: set CES_SMS_TEMPLATE_ID. (CES_SMS_TEMPLATE_ID)');
});

test('a waived failure is skipped, and shows its waiver', () => {
  expect(toJunit(failingResult())).toContain('waived failure (TICKET-118, until 2026-09-30: Events defined before 2024');
});

test('no two cases of a suite share a name', () => {
  const result = passingResult();
  const twice: ConformanceResult = {
    ...result,
    requirements: result.requirements.map((requirement) => ({ ...requirement, checks: [...requirement.checks, ...requirement.checks] })),
  };
  const names = [...toJunit(twice).matchAll(/<testcase classname="([^"]*)" name="([^"]*)"/g)].map(([, suite, name]) => `${suite} ${name}`);
  expect(names).toHaveLength(464);
  expect(new Set(names).size).toBe(464);
});

test('what concerns no endpoint has a suite of its own', () => {
  const [first, ...rest] = passingResult().requirements;
  if (first === undefined) throw new Error('the sample has requirements');
  const checks = first.checks.map((check) => ({ ...check, endpoint: null }));
  expect(toJunit({ ...passingResult(), requirements: [{ ...first, checks }, ...rest] })).toContain('<testsuite name="The API as a whole"');
});

test('characters that XML forbids are replaced', () => {
  const xml = toJunit(hostileResult('a\u0000b\uD800c\uFFFEd\u0008]]>'));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is the point
  expect(xml).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/u);
  expect(xml).toContain('a\uFFFDb\uFFFDc\uFFFDd\uFFFD');
});
