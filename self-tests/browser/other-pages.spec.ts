import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { renderComparison } from '../../src/report/html/compare.tsx';
import { renderHistory } from '../../src/report/html/history.tsx';
import { historyOf } from '../../src/result/compare/history.ts';
import { entryOf } from '../../src/result/compare/side.ts';
import { compare } from '../../src/result/compare/side-by-side.ts';
import { type runOn, storedRuns } from '../report/sample-history.ts';
import { failingResult, hostileResult, passingResult } from '../report/sample-result.ts';
import { test } from './report-test.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
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

/** The page, and all that it does and must not do. */
async function open(
  chromium: Browser,
  folder: string,
  html: string,
  options: BrowserContextOptions,
): Promise<{ page: Page; incidents: string[] }> {
  const file = join(folder, 'page.html');
  await writeFile(file, html);
  const page = await chromium.newPage(options);
  const incidents: string[] = [];
  page.on('dialog', (dialog) => incidents.push(dialog.message()));
  page.on('console', (message) => incidents.push(message.text()));
  page.on('request', (request) => {
    if (request.url() !== pathToFileURL(file).href) incidents.push(request.url());
  });
  await page.goto(pathToFileURL(file).href);
  return { page, incidents };
}

for (const [name, html] of Object.entries(PAGES)) {
  test(`a page of ${name}: axe finds nothing in light or dark, and the page fits a phone and a desk`, async ({ chromium, folder }) => {
    const { page, incidents } = await open(chromium, folder, html, {});
    await page.locator('details').evaluateAll((all) => {
      for (const details of all) details.setAttribute('open', '');
    });
    for (const [colorScheme, width] of [
      ['light', 390],
      ['dark', 1280],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), colorScheme).toBe(width);
      await page.evaluate(axe);
      const { violations } = await page.evaluate<AxeResults>('axe.run()');
      const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)}`));
      expect.soft(found, colorScheme).toEqual([]);
    }
    await expect(page.locator('script, img, link, [onload], [onerror]')).toHaveCount(0);
    expect(incidents).toEqual([]);
    await page.close();
  });
}

test('a reader who does not see the marks has the words: what, since when, in how many runs', async ({ chromium, folder }) => {
  const { page } = await open(chromium, folder, PAGES['six runs'], {});
  const item = page
    .getByRole('region', { name: /^Broken now/ })
    .getByRole('listitem')
    .filter({ hasText: 'failed: endpoint-8.shape' });
  await expect(item).toContainText('GET /sent_emails/{id} (8)');
  await expect(item).toContainText(/again since 2026-03-05 seen in 3 of 6 runs.*1 did not look.*came back once/);
  await page.close();
});

test('the keyboard reaches what scrolls, and sees where it is', async ({ chromium, folder }) => {
  const { page } = await open(chromium, folder, PAGES['six runs'], { viewport: { width: 390, height: 800 } });
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
  await page.close();
});

test('prints in light colours, no wider than the paper', async ({ chromium, folder }) => {
  const paper = { width: 703, height: 1032 };
  const { page } = await open(chromium, folder, PAGES['six runs'], { colorScheme: 'dark', viewport: paper });
  await page.emulateMedia({ media: 'print' });
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(paper.width);
  await page.close();
});
