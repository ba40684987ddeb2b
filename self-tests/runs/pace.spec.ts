import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { only, QUICK, resultIn, test } from './run.ts';

test.describe.configure({ timeout: 120_000 });

test('waits are reported in the terminal, the summary, the result and the report', async ({ runs, target }) => {
  let asked = 0;
  const { variables } = await target({
    change: (reply) => {
      asked += 1;
      return asked % 10 === 0 ? { status: 429, headers: { 'retry-after': '0' }, body: Buffer.from('') } : reply;
    },
  });
  const { code, stdout, directory } = await runs.run(only('typical answer'), { ...variables, ...QUICK });
  expect(code, stdout).toBe(0);
  const { notices = [], observations } = await resultIn(directory);
  const [notice = ''] = notices;
  expect(notice).toMatch(/^The target asked (once|\d+ times) to wait/);
  expect(observations.find(({ id }) => id === 'limits.rate')?.answer).toBeGreaterThan(0);
  expect(stdout).toContain(notice);
  expect(readFileSync(join(directory, 'index.html'), 'utf8')).toContain(notice);
  expect(readFileSync(join(directory, 'summary.md'), 'utf8')).toContain('to wait');
});
