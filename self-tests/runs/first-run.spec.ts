import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { QUICK, resultIn, test } from './run.ts';

test.describe.configure({ timeout: 120_000 });

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
  expect(stdout).toMatch(/\n {2}Set next {8}CES_CUSTOMER_IDS with CES_BUSINESS_ID, CES_\w+, CES_\w+; npm run doctor /);
});
