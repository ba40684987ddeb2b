import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { launchChromium } from '../../self-tests/browser/chromium.ts';
import { largeResult } from '../../self-tests/report/sample-result.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import type { CheckResult, ConformanceResult } from '../../src/result/result.ts';
import { median } from './figures.ts';

const CHECKS = 500;
const FAILURES = 50;

/** Typed key by key: what has to look into every row's text, and what has not. */
const QUERIES = ['member 650', 's:failed ep:5', '!s:passed "generated input 4"'];

/** Opens a made report of 500 checks and 50 large failures in headless Chromium; times in milliseconds. Throws where there is none. */
export async function measureReportPage(repetitions: number) {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
  const browser = await launchChromium();
  try {
    const begin = performance.now();
    const html = renderHtml(madeResult());
    const renderMs = performance.now() - begin;
    const empty = page(folder, 'empty.html', '<!doctype html><html lang="en"><title>Empty</title></html>');
    const report = page(folder, 'index.html', html);
    const rounds: { emptyMs: number; openMs: number; keys: number[] }[] = [];
    // The first page of a browser pays for its start.
    await opened(browser, empty, async () => {});
    for (let round = 0; round < repetitions; round += 1) {
      const emptyMs = await opened(browser, empty, async () => {});
      let keys: number[] = [];
      const openMs = await opened(browser, report, async (shown) => {
        keys = await keystrokes(shown);
      });
      rounds.push({ emptyMs, openMs, keys });
    }
    const keys = rounds.flatMap((round) => round.keys);
    return {
      checks: CHECKS,
      failures: FAILURES,
      bytes: Buffer.byteLength(html),
      renderMs,
      // From asking for the page until it is loaded and painted: an empty one, and the report, whose filter has run by then. Medians.
      emptyMs: median(rounds, (round) => round.emptyMs).emptyMs,
      openMs: median(rounds, (round) => round.openMs).openMs,
      // From a keystroke in the filter until the rows that are left are painted.
      keystrokeMs: median(keys, (key) => key),
      keystrokeP95Ms: [...keys].sort((a, b) => a - b)[Math.ceil(keys.length * 0.95) - 1] ?? Number.NaN,
    };
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function page(folder: string, name: string, html: string): string {
  writeFileSync(join(folder, name), html);
  return pathToFileURL(join(folder, name)).href;
}

/** The sample's failures, no two alike, and as many more of its passed checks as make up the number. */
function madeResult(): ConformanceResult {
  const result = largeResult(FAILURES);
  const passed = result.requirements.filter(({ status }) => status === 'passed');
  const existing = result.requirements.flatMap(({ checks }) => checks).length;
  const further = Array.from({ length: CHECKS - existing }, (_, index) => index);
  const requirements = result.requirements.map((entry) => {
    const at = passed.indexOf(entry);
    const own = further.filter((index) => index % passed.length === at);
    const failed = entry.checks.map((check, index) =>
      check.status === 'failed'
        ? { ...check, findings: check.findings?.map((finding) => ({ ...finding, expected: `${finding.expected} (${index})` })) ?? [] }
        : check,
    );
    const checks = own.map((index): CheckResult => ({ ...(entry.checks[0] as CheckResult), title: `further check ${index}` }));
    return { ...entry, checks: [...failed, ...checks] };
  });
  return { ...result, requirements };
}

/** Milliseconds until the page is loaded, and what it then looks like is painted. */
async function opened(browser: Browser, url: string, use: (page: Page) => Promise<void>): Promise<number> {
  const shown = await browser.newPage();
  try {
    const begin = performance.now();
    await shown.goto(url, { waitUntil: 'load' });
    await shown.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    const openMs = performance.now() - begin;
    await use(shown);
    return openMs;
  } finally {
    await shown.close();
  }
}

/** Milliseconds for each key of the queries, typed one after another. */
async function keystrokes(shown: Page): Promise<number[]> {
  if (!/^\d+ rows$/.test((await shown.textContent('#query-count')) ?? ''))
    throw new Error('The report was shown before its filter had run.');
  return shown.evaluate(async (queries) => {
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
