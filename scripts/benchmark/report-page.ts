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
  const result = largeResult(FAILURES, 'a place each');
  const rounds: { openMs: number; keys: number[] }[] = [];
  const begin = performance.now();
  const html = renderHtml(result);
  const renderMs = performance.now() - begin;
  const browser = await launchChromium();
  try {
    // The first page of a browser pays for its start, and does not count.
    for (let round = 0; round <= repetitions; round += 1) {
      const page = await browser.newPage();
      const [openMs = 0] = await timed(page, [() => page.setContent(html)]);
      const field = page.getByLabel('Filter');
      const texts = QUERIES.flatMap((query) => [...query].map((_, index) => query.slice(0, index + 1)));
      const strokes = texts.map((text) => () => field.fill(text));
      const keys = await timed(page, strokes);
      if (round > 0) rounds.push({ openMs, keys });
      await page.close();
    }
  } finally {
    await browser.close();
  }
  const keys = rounds.flatMap((round) => round.keys).sort((a, b) => a - b);
  return {
    checks: result.requirements.flatMap(({ checks }) => checks).length,
    ...{ failures: FAILURES, bytes: Buffer.byteLength(html), renderMs },
    // From asking for the page until it is loaded and painted, and its filter has run.
    openMs: median(rounds, (round) => round.openMs).openMs,
    // From a keystroke in the filter until the rows that are left are painted.
    keystrokeMs: median(keys, (key) => key),
    keystrokeP95Ms: keys[Math.ceil(keys.length * 0.95) - 1] ?? Number.NaN,
  };
}

/** Milliseconds that each action takes until the page is painted. */
async function timed(page: Page, actions: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times: number[] = [];
  for (const action of actions) {
    const begin = performance.now();
    await action();
    // A task that is queued in a frame runs after the frame is painted.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    times.push(performance.now() - begin);
  }
  return times;
}
