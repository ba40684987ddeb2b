import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { renderHtml } from '../../src/report/html/render.tsx';
import type { ConformanceResult } from '../../src/result/result.ts';
import { test as base } from '../test.ts';
import { launchChromium } from './chromium.ts';

/** A page opened from a file, and everything it did that it must not do. */
interface Opened {
  readonly page: Page;
  /** Console errors and warnings, page errors, dialogs, and requests other than for the file itself. */
  readonly incidents: string[];
}

type Options = BrowserContextOptions & { readonly hash?: string };

interface TestFixtures {
  /** Writes a page to a file, opens it as `file:` and watches it. */
  openPage(html: string, options?: Options): Promise<Opened>;
  /** The same with the report of a result. */
  openReport(result: ConformanceResult, options?: Options): Promise<Opened>;
}

export const test = base.extend<TestFixtures, { chromium: Browser }>({
  chromium: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const browser = await launchChromium();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  openPage: async ({ chromium, folder }, use) => {
    const opened: Page[] = [];
    await use(async (html, { hash = '', ...options } = {}) => {
      const file = join(folder, `page-${opened.length}.html`);
      await writeFile(file, html);
      const page = await chromium.newPage(options);
      opened.push(page);
      const incidents = watch(page, pathToFileURL(file).href);
      await page.goto(`${pathToFileURL(file).href}${hash}`);
      return { page, incidents };
    });
    await Promise.all(opened.map((page) => page.close()));
  },
  openReport: ({ openPage }, use) => use((result, options) => openPage(renderHtml(result), options)),
});

function watch(page: Page, own: string): string[] {
  const incidents: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') incidents.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => incidents.push(`page error: ${error.message}`));
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== own) incidents.push(`request: ${request.url()}`);
  });
  page.on('dialog', async (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  return incidents;
}

/** Opens all that is folded. */
export function unfold(page: Page): Promise<void> {
  return page.locator('details').evaluateAll((all) => {
    for (const details of all) details.setAttribute('open', '');
  });
}

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds. The page's own policy lets no script in, so axe comes through the debugger. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate<AxeResults>('axe.run()');
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)} ${node.failureSummary ?? ''}`));
}

export const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);
