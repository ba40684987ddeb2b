import { expect } from '@playwright/test';
import { renderHistory } from '../../src/report/html/history.tsx';
import { failingResult, historyOfFiles, largeResult, storedRuns } from '../report/sample-result.ts';
import { ENDPOINTS } from '../report/sample-statements.ts';
import { CAVEATS } from '../report/sample-surroundings.ts';
import { test, widthOf } from './report-test.ts';

const SENTENCE = 'Not conformant: 5 of 27 requirements broken, 1 of them waived, 1 holds in part, 2 not assessed';
const FIRST = 'POST /businesses/{id}/campaigns answers the string "0" in /statistics/emails/sent';

test('a report opens, shows what is broken, and filters', { tag: '@quick' }, async ({ openReport }) => {
  const { page, incidents } = await openReport(failingResult());
  await expect(page.getByRole('heading', { level: 1 })).toContainText(SENTENCE);
  await expect(page.locator('.matrix tbody tr')).toHaveCount(ENDPOINTS.length);
  await expect(page.getByRole('heading', { name: FIRST })).toBeVisible();
  await page.getByLabel('Filter').fill('s:waived');
  await expect(page.locator('#query-count')).toHaveText(/^1 of \d+ rows$/);
  expect(incidents).toEqual([]);
});

test('without a script, the verdict, the matrix and the findings can be read', async ({ openReport }) => {
  const { page, incidents } = await openReport(failingResult(), { javaScriptEnabled: false });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(SENTENCE);
  await expect(page.locator('.matrix tbody tr')).toHaveCount(ENDPOINTS.length);
  await page.getByRole('heading', { name: FIRST }).click();
  await expect(page.locator('.about').getByText('the string "0"', { exact: true })).toBeVisible();
  await expect(page.locator('#search')).toBeHidden();
  await expect(page.locator('button.copy').first()).toBeHidden();
  expect(incidents).toEqual([]);
});

test('without a script, a cell of the matrix leads to its worst finding, and opens it', async ({ openReport }) => {
  const { page } = await openReport(failingResult(), { javaScriptEnabled: false });
  await page.locator('.matrix a.failed').first().click();
  await expect(page.locator('article:target')).toContainText('/statistics/emails/sent');
  await expect(page.locator('article:target')).toBeInViewport();
});

test('without a script, the exchange that broke the statement is open, the place marked; the others open', async ({ openReport }) => {
  const { page } = await openReport(failingResult(), { javaScriptEnabled: false });
  await page.getByRole('heading', { name: FIRST }).click();
  const marked = page.locator('.judged mark');
  await expect(marked.filter({ hasText: '"sent": "0"' })).toBeVisible();
  await expect(marked.filter({ hasText: '"total_customers_enrolled": null' })).toBeVisible();
  await page.getByRole('heading', { name: 'changes 9007199254740993' }).click();
  await expect(marked.filter({ hasText: '"a": 9007199254740992' })).toBeVisible();
  const sent = page.locator('.exchange:not(.judged)').getByText('"a": 9007199254740993');
  await expect(sent).toBeHidden();
  await page.getByText('POST /businesses/biz_7/track → 200, 12 ms').click();
  await expect(sent).toBeVisible();
});

test('on a phone, a statement has the whole line', async ({ openReport }) => {
  const { page } = await openReport(failingResult(), { viewport: { width: 390, height: 844 } });
  await page.getByRole('heading', { name: FIRST }).click();
  const [copy, text] = await Promise.all(['.issue', '.text'].map((part) => page.locator(`.finding[open] ${part}`).boundingBox()));
  expect(text?.y).toBeGreaterThanOrEqual((copy?.y ?? Number.NaN) + (copy?.height ?? Number.NaN));
});

test('the contents stay in sight where the window is wide enough, and show which section is read', async ({ openReport }) => {
  const { page } = await openReport(failingResult(), { viewport: { width: 1100, height: 700 } });
  const contents = page.getByRole('navigation', { name: 'Contents' });
  const link = contents.getByRole('link', { name: 'Observations' });
  await expect(link).toBeInViewport();
  await expect(link).not.toHaveAttribute('aria-current');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  await expect(link).toBeInViewport();
  await link.click();
  await expect(page.getByRole('heading', { name: 'Observations' })).toBeInViewport();
  await expect(link).toHaveAttribute('aria-current', 'true');
  for (const each of await contents.getByRole('link').all()) {
    await each.click();
    await expect(each).toHaveAttribute('aria-current', 'true');
    await expect(contents.locator('[aria-current]')).toHaveCount(1);
  }
  await page.setViewportSize({ width: 1099, height: 700 });
  await expect(contents).toBeHidden();
});

for (const [title, clipboard, word] of [
  ['copies a finding as an issue', true, 'Copied'],
  ['where there is no clipboard, the text of an issue is shown and selected', false, 'Selected'],
] as const)
  test(title, async ({ openReport }) => {
    const { page } = await openReport(failingResult(), { permissions: ['clipboard-read', 'clipboard-write'] });
    if (!clipboard) await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.getByRole('heading', { name: FIRST }).click();
    const button = page.locator('.issue button').first();
    await button.click();
    await expect(button).toHaveText(word);
    const text = await page.evaluate((copied) => (copied ? navigator.clipboard.readText() : `${getSelection()}`), clipboard);
    expect(text).toMatch(/^## POST \/businesses\/{id}\/campaigns answers/);
    expect(text).toContain('`endpoint-2.shape` (requirement)');
  });

/** A4 less the margins of the style sheet, at 96 px an inch. */
const PAPER = { width: 703, height: 1032 };

for (const javaScriptEnabled of [true, false])
  test(`prints what is folded in a finding, no controls, ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({ openReport }) => {
    const { page } = await openReport(failingResult(), { javaScriptEnabled });
    await page.emulateMedia({ media: 'print' });
    for (const part of await page.locator('.finding :is(.about, .exchange pre)').all()) await expect(part).toBeVisible();
    await expect(page.locator('.finding[open], .finding .exchange[open]:not(.judged)')).toHaveCount(0);
    await expect(page.locator('#search')).toBeHidden();
    await expect(page.locator('.contents')).toBeHidden();
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000);
  });

const surroundings = { ...failingResult(), ...CAVEATS, partial: true, interrupted: true } as const;
for (const [name, result] of [
  ['failures', failingResult()],
  ['all that can stand beside the verdict', surroundings],
  ['50 long failures', largeResult(50)],
  ['50 long findings', largeResult(50, 'a place each')],
] as const)
  test(`what is broken begins on the first printed page, above the matrix: ${name}`, async ({ openReport }) => {
    const { page } = await openReport(result, { viewport: PAPER });
    await page.emulateMedia({ media: 'print' });
    const [broken, matrix] = await Promise.all(['#broken', '#matrix'].map((id) => page.locator(id).boundingBox()));
    expect(broken?.y).toBeLessThan(PAPER.height / 2);
    expect(matrix?.y).toBeGreaterThan(broken?.y ?? Number.NaN);
    expect(await widthOf(page)).toBe(PAPER.width);
  });

test('a history prints in light colours, no wider than the paper', async ({ openPage }) => {
  const html = renderHistory(historyOfFiles(...storedRuns()));
  const { page } = await openPage(html, { colorScheme: 'dark', viewport: PAPER });
  await page.emulateMedia({ media: 'print' });
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)');
  expect(await widthOf(page)).toBe(PAPER.width);
});
