import { expect } from '@playwright/test';
import { renderComparison } from '../../src/report/html/compare.tsx';
import { renderHistory } from '../../src/report/html/history.tsx';
import { historyOf } from '../../src/result/compare/history.ts';
import { entryOf } from '../../src/result/compare/side.ts';
import { compare } from '../../src/result/compare/side-by-side.ts';
import { type runOn, storedRuns } from '../report/sample-history.ts';
import { failingResult, hostileResult, passingResult } from '../report/sample-result.ts';
import { test, unfold, violations, widthOf } from './report-test.ts';

const TEXT = `<script>alert(1)</script><img src=x onerror=alert(1)>" onload="alert(1)\u202E${'x'.repeat(200)}`;

const pageOf = (stored: readonly ReturnType<typeof runOn>[]) =>
  renderHistory(historyOf(stored.map(([file, result]) => entryOf(file, result))));

const PAGES = {
  'three results side by side': renderComparison(
    compare([
      entryOf('a.json', passingResult()),
      entryOf('b.json', { ...failingResult(), startedAt: '2026-04-01T00:00:00Z' }),
      entryOf('c.json', hostileResult(TEXT)),
    ]),
  ),
  'six runs': pageOf(storedRuns()),
  'hostile results': pageOf([
    [`${TEXT}/a.json`, { ...hostileResult(TEXT), startedAt: '2026-03-01T00:00:00Z', suite: { name: TEXT, version: TEXT } }],
    [`${TEXT}/b.json`, { ...hostileResult(TEXT), startedAt: '2026-03-02T00:00:00Z', specification: { title: TEXT, version: TEXT } }],
    [`${TEXT}/c.json`, { ...passingResult(), startedAt: '2026-03-01T00:00:00Z' }],
  ]),
} as const;

for (const [name, html] of Object.entries(PAGES)) {
  test(`a page of ${name}: axe finds nothing in light or dark, and the page fits a phone and a desk`, async ({ openPage }) => {
    const { page, incidents } = await openPage(html);
    await unfold(page);
    for (const [colorScheme, width] of [
      ['light', 390],
      ['dark', 1280],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await widthOf(page), colorScheme).toBe(width);
      expect.soft(await violations(page), colorScheme).toEqual([]);
    }
    await expect(page.locator('script, img, link, [onload], [onerror]')).toHaveCount(0);
    expect(incidents).toEqual([]);
  });
}

test('a reader who does not see the marks has the words: what, since when, in how many runs', async ({ openPage }) => {
  const { page } = await openPage(PAGES['six runs']);
  const item = page
    .getByRole('region', { name: /^Broken now/ })
    .getByRole('listitem')
    .filter({ hasText: 'endpoint-8.shape' });
  await expect(item).toContainText('✕ failed GET /sent_emails/{id}');
  await expect(item).toContainText(/again since 2026-03-05 seen in 3 of 6 runs.*1 did not look.*came back once/);
});

test('the keyboard reaches what scrolls, and sees where it is', async ({ openPage }) => {
  const { page } = await openPage(PAGES['six runs'], { viewport: { width: 390, height: 800 } });
  const stops: (string | null)[] = [];
  for (let press = 0; press < 2; press += 1) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(() => {
        const focused = document.activeElement ?? document.body;
        return getComputedStyle(focused).outlineStyle === 'none' ? 'not outlined' : focused.getAttribute('aria-label');
      }),
    );
  }
  expect(stops).toEqual(['Table of runs', 'Table of latencies']);
});

test('prints in light colours, no wider than the paper', async ({ openPage }) => {
  const paper = { width: 703, height: 1032 };
  const { page } = await openPage(PAGES['six runs'], { colorScheme: 'dark', viewport: paper });
  await page.emulateMedia({ media: 'print' });
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)');
  expect(await widthOf(page)).toBe(paper.width);
});
