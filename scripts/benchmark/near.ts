import type { Page } from '@playwright/test';
import { launchChromium } from '../../self-tests/browser/chromium.ts';
import { largeResult } from '../../self-tests/report/sample-result.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import { median, milliseconds, runFigures, runTable, seconds, table, whole } from './figures.ts';
import { type ReplayResult, replay } from './replay.ts';
import { DEFAULT_RUNS, runSuite } from './run.ts';
import { EMBEDDED } from './targets.ts';

/** The suite on the embedded service, a bare client that sends the same requests, more inputs, and the report in a browser. */
export async function measureNear(repetitions: number, isLarge: boolean) {
  const report = await measureReportPage(repetitions);
  const played = [];
  for (let index = 0; index < repetitions; index += 1) played.push(await runSuite(EMBEDDED));
  const runs = played.map(runFigures);
  const suite = median(runs, ({ wallMs }) => wallMs);

  const replays: ReplayResult[] = [];
  for (let index = 0; index < repetitions; index += 1) replays.push(await replay(played[0]?.requests ?? []));
  const bareClient = median(replays, ({ phaseMs }) => phaseMs);

  const growth = [[whole(DEFAULT_RUNS), suite] as const];
  for (const propertyRuns of isLarge ? [1000, 10_000] : [1000])
    growth.push([whole(propertyRuns), runFigures(await runSuite(EMBEDDED, { propertyRuns }))]);

  const [allWallMs, allBareClientMs] = [runs.map(({ wallMs }) => wallMs), replays.map(({ phaseMs }) => phaseMs)];
  const figures = { suite, allWallMs, bareClient, allBareClientMs, growth, report };

  const statuses = Object.entries(bareClient.statuses).map(([status, count]) => `${status} ${whole(count)}`);
  const run = table([
    ['suite, wall time', `${seconds(suite.wallMs)} (${spread(allWallMs)})`],
    ['  start: npm, command, runner, service', seconds(suite.startMs)],
    ['  requests', `${seconds(suite.requestPhaseMs)}, of which none is under way for ${seconds(suite.idleMs)}`],
    ['  reports, end of all processes', seconds(suite.endMs)],
    ['bare client, same requests', `${seconds(bareClient.phaseMs)} (${spread(allBareClientMs)}); answers: ${statuses.join(', ')}`],
    ['ratio, whole run', (suite.wallMs / bareClient.phaseMs).toFixed(1)],
    ['ratio, request phase', (suite.requestPhaseMs / bareClient.phaseMs).toFixed(1)],
    ['longest scenario', suite.longest?.title ?? 'unknown'],
  ]);
  const inputs = runTable(
    'inputs a property',
    ['wall time', 'longest scenario', 'requests', 'a second', 'records', 'sent', 'processor time', 'largest process', 'all processes'],
    growth,
  );
  const page = table([
    [
      `report of ${report.checks} checks, ${report.failures} failures`,
      `${(report.bytes / 1e6).toFixed(2)} MB, written in ${milliseconds(report.renderMs)}`,
    ],
    ['open, and its filter has run', milliseconds(report.openMs)],
    ['a keystroke in its filter, to paint', `${milliseconds(report.keystrokeMs)}; 95 %: ${milliseconds(report.keystrokeP95Ms)}`],
  ]);
  return { figures, text: [run, inputs, page].join('\n\n') };
}

const spread = (all: readonly number[]): string => `${seconds(Math.min(...all))} to ${seconds(Math.max(...all))}`;

const FAILURES = 50;

/** Typed key by key: what has to look into every row's text, and what has not. */
const QUERIES = ['member 650', 's:failed ep:5', '!s:passed "generated input 4"'];

/** Opens a made report of many checks and large failures in headless Chromium; times in milliseconds. */
async function measureReportPage(repetitions: number) {
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
