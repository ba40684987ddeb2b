import { expect } from '@playwright/test';
import { failingResult, largeResult } from '../report/sample-result.ts';
import { test, widthOf } from './report-test.ts';

/** A4 less the margins of the style sheet, at 96 px an inch. */
const PAPER = { width: 703, height: 1032 };
/** The exchanges beside the one that broke the statement, which is open from the start. */
const FOLDED = '.exchange:not(.judged)';

test('prints with failures open and without its controls', async ({ openReport }) => {
  const { page } = await openReport(failingResult());
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.locator(FOLDED).first()).toHaveAttribute('open');
  await expect(page.locator('#search')).toBeHidden();
  await expect(page.locator('.contents')).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.locator(FOLDED).first()).not.toHaveAttribute('open');
});

test('prints failures open without a script too', async ({ openReport }) => {
  const { page } = await openReport(largeResult(20), { javaScriptEnabled: false });
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('details.checks')).not.toHaveAttribute('open');
  await expect(page.locator('details.checks li').first()).toBeVisible();
  await expect(page.locator(FOLDED).first()).not.toHaveAttribute('open');
  await expect(page.locator(FOLDED).locator('pre').first()).toBeVisible();
});

test('what the browser prints has the exchanges in it, and the page is as it was before', async ({ openReport }) => {
  const { page } = await openReport(failingResult());
  const open = () => page.locator('.finding details[open]').count();
  const before = await open();
  await page.evaluate(() =>
    addEventListener('beforeprint', () => {
      document.body.dataset.printed = `${document.querySelectorAll('.finding details:not([open])').length}`;
    }),
  );
  await page.pdf({ format: 'A4' });
  expect(await page.evaluate(() => document.body.dataset.printed)).toBe('0');
  expect(await open()).toBe(before);
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
