import { expect } from '@playwright/test';
import { failingResult, noVerdictResult, partialResult, passingResult } from '../report/sample-result.ts';
import { test } from './report-test.ts';

test('a report opens, shows what is broken, and filters', { tag: '@quick' }, async ({ openReport }) => {
  const { page, incidents } = await openReport(failingResult());
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'Not conformant: 5 of 27 requirements broken, 1 of them waived, 1 holds in part, 2 not assessed',
  );
  await expect(page.locator('.matrix tbody tr')).toHaveCount(18);
  await expect(page.locator('.findings').getByText('the string "0"', { exact: true })).toBeVisible();
  await page.getByLabel('Filter').fill('s:waived');
  await expect(page.locator('#query-count')).toHaveText(/^1 of \d+ rows$/);
  expect(incidents).toEqual([]);
});

test.describe('without a script', () => {
  test('the verdict, the matrix and the failures can be read', async ({ openReport }) => {
    const { page, incidents } = await openReport(failingResult(), { javaScriptEnabled: false });
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      'Not conformant: 5 of 27 requirements broken, 1 of them waived, 1 holds in part, 2 not assessed',
    );
    await expect(page.locator('.matrix tbody tr')).toHaveCount(18);
    await expect(page.locator('.findings').getByText('the string "0"', { exact: true })).toBeVisible();
    await expect(page.locator('.deviation').getByText('the string "0"', { exact: true })).toBeVisible();
    await expect(page.locator('#search')).toBeHidden();
    await expect(page.locator('button.copy').first()).toBeHidden();
    expect(incidents).toEqual([]);
  });

  test('a cell of the matrix leads to its worst row', async ({ openReport }) => {
    const { page } = await openReport(failingResult(), { javaScriptEnabled: false });
    await page.locator('.matrix tr').nth(2).locator('td.failed a').click();
    await expect(page.locator('article li:target')).toContainText('/statistics/emails/sent');
    await expect(page.locator('article li:target')).toBeInViewport();
  });

  test('the exchange that broke the statement is open, with the place of the finding marked; the others open', async ({ openReport }) => {
    const { page } = await openReport(failingResult(), { javaScriptEnabled: false });
    const marked = page.locator('.judged mark');
    await expect(marked.filter({ hasText: '"a": 9007199254740992' })).toBeVisible();
    await expect(marked.filter({ hasText: '"sent": "0"' })).toBeVisible();
    await expect(marked.filter({ hasText: '"total_customers_enrolled": null' })).toBeVisible();
    const sent = page.locator('.exchange:not(.judged)').getByText('"a": 9007199254740993');
    await expect(sent).toBeHidden();
    await page.getByText('POST /businesses/biz_7/track → 200, 12 ms').click();
    await expect(sent).toBeVisible();
  });

  test('a line of the first screen leads to its finding', async ({ openReport }) => {
    const { page } = await openReport(failingResult(), { javaScriptEnabled: false });
    await page.locator('.findings li').filter({ hasText: 'robustness.hostile-ids' }).click();
    await expect(page.locator('article:target')).toContainText('No id in a path makes the service fail.');
    await expect(page.locator('article:target').getByRole('heading')).toBeInViewport();
  });
});

test('the contents stay in sight where the window is wide enough', async ({ openReport }) => {
  const { page } = await openReport(failingResult(), { viewport: { width: 1100, height: 700 } });
  const contents = page.getByRole('navigation', { name: 'Contents' });
  const link = contents.getByRole('link', { name: 'Observations' });
  await expect(link).toBeInViewport();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  await expect(link).toBeInViewport();
  await link.click();
  await expect(page.getByRole('heading', { name: 'Observations' })).toBeInViewport();
  await page.setViewportSize({ width: 1099, height: 700 });
  await expect(contents).toBeHidden();
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

test('copies a finding as an issue', async ({ openReport }) => {
  const { page } = await openReport(failingResult(), { permissions: ['clipboard-read', 'clipboard-write'] });
  const button = page.locator('.issue button').first();
  await button.click();
  await expect(button).toHaveText('Copied');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(/^## endpoint-2\.shape \(requirement\)\n/);
  expect(text).toContain('"sent": "0"');
});

test('where there is no clipboard, the text of an issue is shown and selected', async ({ openReport }) => {
  const { page } = await openReport(failingResult());
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  const button = page.locator('.issue button').first();
  await button.click();
  await expect(button).toHaveText('Selected');
  expect(await page.evaluate(() => `${getSelection()}`)).toMatch(/^## endpoint-2\.shape/);
});
