import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { renderComparison } from '../../src/report/html/compare.tsx';
import { compare } from '../../src/result/compare/compare.ts';
import { failingResult, hostileResult, passingResult } from '../report/sample-result.ts';
import { test } from './report-test.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LONG = `<script>alert(1)</script>${'x'.repeat(200)}`;
const HTML = renderComparison(
  compare([
    { file: 'a.json', result: passingResult() },
    { file: 'b.json', result: { ...failingResult(), startedAt: '2026-04-01T00:00:00Z' } },
    { file: 'c.json', result: hostileResult(LONG) },
  ]),
);

test('a comparison of hostile results: axe finds nothing in light or dark, and the page fits a phone and a desk', async ({
  chromium,
  folder,
}) => {
  const file = join(folder, 'compare.html');
  await writeFile(file, HTML);
  const page = await chromium.newPage();
  const incidents: string[] = [];
  page.on('dialog', (dialog) => incidents.push(dialog.message()));
  page.on('console', (message) => incidents.push(message.text()));
  await page.goto(pathToFileURL(file).href);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('3 results');
  for (const details of await page.locator('details > summary').all()) await details.click();
  for (const [colorScheme, width] of [
    ['light', 390],
    ['dark', 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), colorScheme).toBe(width);
    await page.evaluate(axe);
    const { violations } = await page.evaluate<AxeResults>('axe.run()');
    expect
      .soft(
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`)),
        colorScheme,
      )
      .toEqual([]);
  }
  expect(incidents).toEqual([]);
  await page.close();
});
