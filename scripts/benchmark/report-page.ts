import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { launchChromium } from '../../self-tests/browser/chromium.ts';
import { largeResult } from '../../self-tests/report/sample-result.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import { median } from './figures.ts';

const FAILURES = 50;

/** Typed key by key: what has to look into every row's text, and what has not. */
const QUERIES = ['member 650', 's:failed ep:5', '!s:passed "generated input 4"'];

/** Opens a made report of many checks and large failures in headless Chromium; times in milliseconds. */
export async function measureReportPage(repetitions: number) {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
  const browser = await launchChromium();
  const result = largeResult(FAILURES, 'a place each');
  const rounds: { openMs: number; keys: number[] }[] = [];
  try {
    const begin = performance.now();
    const html = renderHtml(result);
    const renderMs = performance.now() - begin;
    writeFileSync(join(folder, 'index.html'), html);
    // The first page of a browser pays for its start, and does not count.
    for (let round = 0; round <= repetitions; round += 1) {
      const page = await browser.newPage();
      const openMs = await opened(page, pathToFileURL(join(folder, 'index.html')).href);
      if (round > 0) rounds.push({ openMs, keys: await keystrokes(page) });
      await page.close();
    }
    const keys = rounds.flatMap((round) => round.keys).sort((a, b) => a - b);
    return {
      checks: result.requirements.flatMap(({ checks }) => checks).length,
      failures: FAILURES,
      bytes: Buffer.byteLength(html),
      renderMs,
      // From asking for the page until it is loaded and painted, and its filter has run.
      openMs: median(rounds, (round) => round.openMs).openMs,
      // From a keystroke in the filter until the rows that are left are painted.
      keystrokeMs: median(keys, (key) => key),
      keystrokeP95Ms: keys[Math.ceil(keys.length * 0.95) - 1] ?? Number.NaN,
    };
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function opened(page: Page, url: string): Promise<number> {
  const begin = performance.now();
  await page.goto(url, { waitUntil: 'load' });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  return performance.now() - begin;
}

/** Milliseconds for each key of the queries, typed one after another. */
async function keystrokes(page: Page): Promise<number[]> {
  if (!/^\d+ rows$/.test((await page.textContent('#query-count')) ?? ''))
    throw new Error('The report was shown before its filter had run.');
  return page.evaluate(async (queries) => {
    const field = document.getElementById('query') as HTMLInputElement;
    const times: number[] = [];
    for (const text of queries.flatMap((query) => [...query].map((_, index) => query.slice(0, index + 1)))) {
      const begin = performance.now();
      field.value = text;
      field.dispatchEvent(new Event('input'));
      // A task that is queued in a frame runs after the frame is painted.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      times.push(performance.now() - begin);
    }
    return times;
  }, QUERIES);
}
