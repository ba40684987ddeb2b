import { expect } from '@playwright/test';
import { renderComparison } from '../../src/report/html/compare.tsx';
import { renderHistory } from '../../src/report/html/history.tsx';
import { renderHtml } from '../../src/report/html/render.tsx';
import { compare } from '../../src/result/compare/comparison.ts';
import { entryOf } from '../../src/result/compare/side.ts';
import * as sample from '../report/sample-result.ts';
import { test, unfold, violations, widthOf } from './report-test.ts';

const TEXT = `<script>alert(1)</script><img src=x onerror=alert(1)>" onload="alert(1)\u202E${'x'.repeat(200)}`;
const HOSTILE = { ...sample.hostileResult(TEXT), suite: { name: TEXT, version: TEXT } };

const PAGES = {
  'a report of nothing that failed': renderHtml(sample.passingResult()),
  'a failing report': renderHtml(sample.failingResult()),
  'a report beside a baseline': renderHtml(sample.changedResult()),
  'a report of nothing': renderHtml(sample.noVerdictResult()),
  'a report of a filtered run that was stopped': renderHtml(sample.partialResult()),
  'a report of texts without a break': renderHtml(sample.hostileResult('x'.repeat(400))),
  'three results side by side': renderComparison(
    compare([sample.passingResult(), sample.failingResult(), HOSTILE].map((result) => entryOf(`${result.seed}`, result))),
  ),
  'six runs': renderHistory(sample.historyOfFiles(...sample.storedRuns())),
  'hostile runs': renderHistory(
    sample.historyOfFiles(
      [`${TEXT}/a.json`, HOSTILE],
      [`${TEXT}/b.json`, { ...HOSTILE, seed: 2 }],
      sample.runOn(3, sample.passingResult()),
    ),
  ),
} as const;

/** What sticks out of the window without standing in a region of its own that scrolls, has a name and takes the focus. Runs in the page. */
function overflowing(): string[] {
  const named = (element: Element) => element.getAttribute('aria-label') !== null && element.getAttribute('tabindex') === '0';
  const scrolls = (element: Element | null): boolean =>
    element !== null && (element.matches('.scroll') ? named(element) : scrolls(element.parentElement));
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !scrolls(element.parentElement))
    .map((element) => element.outerHTML.slice(0, 120));
}

for (const [name, html] of Object.entries(PAGES))
  test(`${name}: axe finds nothing, and the page fits a phone, a window at 200 % zoom and a desk`, async ({ openPage }) => {
    const { page, incidents } = await openPage(html);
    await unfold(page);
    for (const [colorScheme, width, height] of [
      ['light', 360, 740],
      ['dark', 640, 400],
      ['dark', 1280, 800],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      expect.soft(await page.evaluate(overflowing), `${width} px`).toEqual([]);
      expect.soft(await widthOf(page)).toBe(width);
      if (width !== 640) expect.soft(await violations(page), colorScheme).toEqual([]);
    }
    await expect(page.locator('img, link, [onload], [onerror]')).toHaveCount(0);
    expect(incidents).toEqual([]);
  });

test('nothing moves by itself where the reader wants no motion', async ({ openReport }) => {
  const { page } = await openReport(sample.failingResult(), { reducedMotion: 'reduce' });
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      ['', '::before', '::after', '::details-content'].flatMap((part) => {
        const style = getComputedStyle(element, part);
        const still = /^0s(, 0s)*$/.test(style.transitionDuration) && style.animationName === 'none' && style.scrollBehavior === 'auto';
        return still ? [] : [`${element.tagName}${part}`];
      }),
    ),
  );
  expect(moving).toEqual([]);
});
