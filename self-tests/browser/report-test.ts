import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { renderHtml } from '../../src/report/html/render.tsx';
import type { ConformanceResult } from '../../src/result/result.ts';
import { test as base } from '../test.ts';
import { launchChromium } from './chromium.ts';

/** A report opened from a file, and everything the page did that a report must not do. */
export interface OpenedReport {
  readonly page: Page;
  /** Console errors and warnings, page errors, dialogs, and requests other than for the file itself. */
  readonly incidents: string[];
}

export type OpenReport = (result: ConformanceResult, options?: BrowserContextOptions & { hash?: string }) => Promise<OpenedReport>;

interface TestFixtures {
  readonly openReport: OpenReport;
}

/** Playwright's test with `openReport`, which writes a result as a report, opens it as `file:` and watches it. */
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
  openReport: async ({ chromium, folder }, use) => {
    const opened: Page[] = [];
    await use(async (result, { hash = '', ...options } = {}) => {
      const file = join(folder, `report-${opened.length}.html`);
      await writeFile(file, renderHtml(result));
      const page = await chromium.newPage(options);
      opened.push(page);
      const incidents = watch(page, pathToFileURL(file).href);
      await page.goto(`${pathToFileURL(file).href}${hash}`);
      return { page, incidents };
    });
    await Promise.all(opened.map((page) => page.close()));
  },
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
