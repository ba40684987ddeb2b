import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { only, QUICK, resultIn, test } from './run.ts';

test.describe.configure({ timeout: 120_000 });

test('an id that does not exist is a finding that names its setting', async ({ runs, target }) => {
  const { variables } = await target();
  const settings = { ...variables, ...QUICK, CES_SEGMENT_ID: 'seg_gone' };
  const { code, directory } = await runs.run(only('(getSegment|getSentEmail): the typical answer'), settings);
  expect(code).toBe(1);
  const { findings = [] } = await resultIn(directory);
  expect(findings.filter(({ level }) => level === 'requirement')).toMatchObject([
    {
      requirement: 'http.success-is-200',
      endpoints: [13],
      actual: 'status 404: CES_SEGMENT_ID="seg_gone" is not found; if the id is right, this is a fault',
    },
  ]);
});

test('a run with a base URL and credentials alone says what it leaves, and what would add most', async ({ runs, target }) => {
  const { CES_BASE_URL = '', CES_USERNAME = '', CES_PASSWORD = '' } = (await target()).variables;
  const { code, stdout, directory } = await runs.run([], { CES_BASE_URL, CES_USERNAME, CES_PASSWORD, ...QUICK });
  expect(code, stdout).toBe(0);
  const { leftBehind = [] } = await resultIn(directory);
  // What was said before the first write is about what was left.
  const [, expected = ''] =
    /^\d+:\d\d This run leaves about ([\d,]+) records at 127\.0\.0\.1:\d+, and .* --read-only .* CES_WRITE_BUDGET /m.exec(stdout) ?? [];
  const left = leftBehind.reduce((sum, { count }) => sum + count, 0);
  expect(Math.abs(left - Number(expected.replace(',', '')))).toBeLessThan(left / 3);
  expect(stdout).toContain('\n◐ Conformant as far as assessed: ');
  expect(readFileSync(join(directory, 'summary.md'), 'utf8')).toMatch(/^## ◐ /);
  expect(stdout).toMatch(/\n {2}Would add most CES_CUSTOMER_IDS with CES_BUSINESS_ID, CES_\w+, CES_\w+; npm run doctor /);
});

test('a read-only run without fixtures says what to give, and writes nothing', async ({ runs, target }) => {
  const { variables, seen } = await target();
  const { CES_BASE_URL = '', CES_USERNAME = '', CES_PASSWORD = '' } = variables;
  const { code, stdout } = await runs.run(['--read-only'], { CES_BASE_URL, CES_USERNAME, CES_PASSWORD });
  expect(code).toBe(2);
  expect(stdout).not.toContain('This run leaves');
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
    /^Exit 2: No requirement was assessed\. Give records to look at: CES_.*; npm run doctor /,
  );
  expect(seen.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a run that cannot begin announces no records', async ({ runs, target }) => {
  const { variables } = await target();
  const { code, stdout } = await runs.run(only('getSegment: the typical'), { ...variables, CES_PASSWORD: 'wrong' });
  expect({ code, stdout }).toEqual({ code: 2, stdout: expect.not.stringMatching(/This run leaves/) });
});
