import { expect } from '@playwright/test';
import { failingResult, largeResult } from '../report/sample-result.ts';
import { test } from './report-test.ts';

const rows = '[data-row]:visible';

/** What is typed, how many rows it leaves, and what is unknown of it. */
const FOUND = [
  ['s:failed', 5],
  ['s:failed level:requirement', 4],
  ['s:never-seen', 1],
  ['ep:18 s:failed', 1],
  ['s:not-assessed', 4],
  ['s:not-assessed !ep:17', 1],
  ['s:failed -level:requirement', 1],
  ['req:auth s:failed', 1],
  ['cat:shape s:waived', 1],
  ['"no answer"', 1],
  ['s:failed answer "no answer" -waived', 1],
  ['s:failed statistics/emails', 1],
  ['s:observation ep:17', 1],
  ['s:failed !cat:colour', 5, 'cat:colour (known are status, shape,'],
  ['s:waived ep:18 level:rob cat:none', 0],
  ['ep:99x', 0, 'ep:99x (known are 1, 2, 3,'],
  ['s:foo', 0, 's:foo (known are failed, waived, never-seen, not-assessed, passed, observation)'],
  ['level:none', 0, 'level:none (known are requirement, robustness, completeness, observation)'],
  ['req:no-such', 0, 'req:no-such (no statement has this in its id)'],
  ['no-such-word', 0],
] as const;

test('finds the rows that a query asks for, and says to all readers where there are none, and what is unknown', async ({ openReport }) => {
  const { page } = await openReport(failingResult());
  const said = page.locator('#query-count[aria-live]');
  for (const [query, count, unknown] of FOUND) {
    await page.getByLabel('Filter').fill(query);
    await expect.soft(said, query).toHaveText(new RegExp(`^${count} of \\d+ rows${unknown === undefined ? '$' : ''}`));
    if (unknown !== undefined) await expect.soft(said, query).toContainText(`Unknown: ${unknown}`);
    await expect.soft(page.locator(rows), query).toHaveCount(count);
  }
  await expect(page.getByText('No row matches this filter.')).toBeVisible();
});

test('a finding is found at each of its endpoints, and the list of endpoints filters too', async ({ openReport }) => {
  const { page } = await openReport(largeResult(40));
  await page.getByLabel('Filter').fill('s:failed ep:3');
  await expect(page.locator('.finding:visible')).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Endpoint' })).toHaveValue('3');
  await page.getByRole('combobox', { name: 'Endpoint' }).selectOption('5');
  await expect(page.getByLabel('Filter')).toHaveValue('s:failed ep:5');
  await expect(page.locator(rows)).toHaveCount(1);
});

test('keeps its state in the address, and takes it from there', async ({ openReport }) => {
  const { page } = await openReport(failingResult(), { hash: '#q=s%3Afailed%20ep%3A18' });
  await expect(page.getByLabel('Filter')).toHaveValue('s:failed ep:18');
  await expect(page.locator(rows)).toHaveCount(1);
  await page.getByLabel('Filter').fill('s:waived');
  await expect(page).toHaveURL(/#q=s%3Awaived$/);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.locator('#query-count')).toHaveText(/^\d+ rows$/);
});

test('a cell of the matrix filters to its rows, and Back undoes it', async ({ openReport }) => {
  const { page } = await openReport(failingResult());
  await page.locator('.matrix a[data-filter="ep:5 cat:shape"]').click();
  await expect(page.getByLabel('Filter')).toHaveValue('ep:5 cat:shape');
  await expect(page.locator(rows)).toHaveCount(2);
  await expect(page.locator('#results > section:visible')).toHaveCount(1);
  await page.goBack();
  await expect(page.getByLabel('Filter')).toHaveValue('');
});

test('a link to a passed check opens what it is folded into', async ({ openReport }) => {
  const { page } = await openReport(failingResult(), { hash: '#check-endpoint-5.shape-ep5' });
  await expect(page.locator('[id="check-endpoint-5.shape-ep5"]')).toBeInViewport();
});

for (const javaScriptEnabled of [true, false])
  test(`a link to the last of 50 long findings opens it, ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({ openReport }) => {
    const result = largeResult(50, 'a place each');
    const { page } = await openReport(result, { hash: `#finding-${result.findings?.at(-1)?.id}`, javaScriptEnabled });
    await expect(page.locator('article:target')).toBeInViewport();
  });

test('survives a hash that is no text', async ({ openReport }) => {
  const { page, incidents } = await openReport(failingResult(), { hash: '#q=%E0%A4' });
  await expect(page.getByLabel('Filter')).toHaveValue('%E0%A4');
  expect(incidents).toEqual([]);
});
