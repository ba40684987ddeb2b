import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { failingResult, hostileResult, noVerdictResult, passingResult } from '../report/sample-result.ts';
import { test } from './report-test.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The page's own policy lets no script in, so axe comes through the debugger. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)} ${node.failureSummary ?? ''}`));
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [name, result] of [
    ['passing', passingResult()],
    ['failing', failingResult()],
    ['empty', noVerdictResult()],
  ] as const) {
    test(`axe finds nothing in a ${name} report, ${colorScheme}`, async ({ openReport }) => {
      const { page } = await openReport(result, { colorScheme });
      await page.locator('details').evaluateAll((all) => {
        for (const details of all) details.setAttribute('open', '');
      });
      expect(await violations(page)).toEqual([]);
    });
  }
}

for (const [name, result] of [
  ['a failing report', failingResult()],
  ['texts without a break', hostileResult('x'.repeat(400))],
] as const) {
  // 640 px is a window of 1280 px at 200 % zoom.
  for (const width of [390, 640]) {
    test(`${name} fits a width of ${width} px`, async ({ openReport }) => {
      const { page } = await openReport(result, { viewport: { width, height: 800 } });
      await page.locator('details').evaluateAll((all) => {
        for (const details of all) details.setAttribute('open', '');
      });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  }
}

test('the matrix scrolls by itself, from the keyboard', async ({ openReport }) => {
  const { page } = await openReport(failingResult(), { viewport: { width: 390, height: 800 } });
  const region = page.getByRole('region', { name: 'Matrix of endpoints and categories' });
  await region.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
});

test('the keyboard reaches the failures first', async ({ openReport }) => {
  const { page } = await openReport(failingResult());
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to what needs attention' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Broken requirements' })).toBeInViewport();
});
