import { expect } from '@playwright/test';
import { renderHistory } from '../../src/report/html/history.tsx';
import { historyOfFiles, storedRuns } from '../report/sample-history.ts';
import { failingResult, largeResult } from '../report/sample-result.ts';
import { test, widthOf } from './report-test.ts';

/** A4 less the margins of the style sheet, at 96 px an inch. */
const PAPER = { width: 703, height: 1032 };

for (const javaScriptEnabled of [true, false])
  test(`prints all that is folded in a finding, and no controls, ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({
    openReport,
  }) => {
    const { page } = await openReport(failingResult(), { javaScriptEnabled });
    await page.emulateMedia({ media: 'print' });
    for (const part of await page.locator('.finding :is(.about, .exchange pre, .rows)').all()) await expect(part).toBeVisible();
    await expect(page.locator('.finding[open], .finding .exchange[open]:not(.judged)')).toHaveCount(0);
    await expect(page.locator('#search')).toBeHidden();
    await expect(page.locator('.contents')).toBeHidden();
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000);
  });

const surroundings = {
  ...failingResult(),
  partial: true,
  interrupted: true,
  notices: ['The run reached its limit of 10 min (CES_MAX_MINUTES): what had not been looked at by then is not assessed.'],
  waiverProblems: ['The waiver of segment.fields (TICKET-9) expired on 2026-02-01: mend the deviation, or renew the waiver.'],
} as const;
for (const [name, result] of [
  ['failures', failingResult()],
  ['all that can stand beside the verdict', surroundings],
  ['50 long failures', largeResult(50)],
  ['50 long findings', largeResult(50, 'a place each')],
] as const) {
  test(`keeps the matrix on the first printed page: ${name}`, async ({ openReport }) => {
    const { page } = await openReport(result, { viewport: PAPER });
    await page.emulateMedia({ media: 'print' });
    const box = await page.locator('#matrix').boundingBox();
    expect((box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(PAPER.height);
    expect(await widthOf(page)).toBe(PAPER.width);
  });
}

test('a history prints in light colours, no wider than the paper', async ({ openPage }) => {
  const html = renderHistory(historyOfFiles(...storedRuns()));
  const { page } = await openPage(html, { colorScheme: 'dark', viewport: PAPER });
  await page.emulateMedia({ media: 'print' });
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)');
  expect(await widthOf(page)).toBe(PAPER.width);
});
