import { expect } from '@playwright/test';
import { failingResult, noVerdictResult, partialResult, passingResult } from '../report/sample-result.ts';
import { test } from './report-test.ts';

test.describe('without a script', () => {
  test('the verdict, the matrix and the failures can be read', async ({ openReport }) => {
    const { page, incidents } = await openReport(failingResult(), { javaScriptEnabled: false });
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Not conformant: 5 of 27 requirements broken, 3 not assessed');
    await expect(page.locator('.matrix tbody tr')).toHaveCount(18);
    await expect(page.getByText('the string "0"', { exact: true })).toBeVisible();
    await expect(page.locator('#search')).toBeHidden();
    await expect(page.locator('button.copy').first()).toBeHidden();
    expect(incidents).toEqual([]);
  });

  test('a cell of the matrix leads to its worst row', async ({ openReport }) => {
    const { page } = await openReport(failingResult(), { javaScriptEnabled: false });
    await page.locator('.matrix tr').nth(2).locator('td.failed a').click();
    await expect(page.locator('article:target')).toContainText('/statistics/emails/sent');
    await expect(page.locator('article:target')).toBeInViewport();
  });

  test('an exchange opens, with the place of the finding marked', async ({ openReport }) => {
    const { page } = await openReport(failingResult(), { javaScriptEnabled: false });
    await page.getByText('GET /events/evt_55 → 200, 12 ms').click();
    await expect(page.locator('mark').filter({ hasText: '"a": 9007199254740992' })).toBeVisible();
  });
});

for (const [name, result, words] of [
  ['everything passed', passingResult(), 'None of the 232 assessed checks failed.'],
  ['nothing was assessed', noVerdictResult(), 'ECONNREFUSED'],
  ['the run broke off', partialResult(), 'ended before all its checks were done'],
] as const) {
  test(`says so where ${name}`, async ({ openReport }) => {
    const { page, incidents } = await openReport(result);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(result.sentence);
    await expect(page.getByText(words)).toBeVisible();
    expect(incidents).toEqual([]);
  });
}

test('copies a command', async ({ openReport }) => {
  const { page } = await openReport(failingResult(), { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'Copy Repeat the request' }).first().click();
  await expect(page.getByRole('button', { name: /^(Copied|Selected) Repeat the request$/ })).toHaveText(/^(Copied|Selected)$/);
});
