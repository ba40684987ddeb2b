import { expect } from '@playwright/test';
import { changedResult, failingResult, hostileResult, noVerdictResult, partialResult } from '../report/sample-result.ts';
import { test, unfold, violations, widthOf } from './report-test.ts';

// What is compared is what fails, and more: between the two, each part is seen in both schemes.
for (const [name, result, colorScheme] of [
  ['failing', failingResult(), 'light'],
  ['compared', changedResult(), 'dark'],
  ['empty', noVerdictResult(), 'dark'],
] as const) {
  test(`axe finds nothing in a ${name} report`, async ({ openReport }) => {
    const { page } = await openReport(result, { colorScheme });
    await unfold(page);
    expect(await violations(page)).toEqual([]);
  });
}

/** What sticks out of the window without standing in a region of its own that scrolls, has a name and takes the focus. Runs in the page. */
function overflowing(): string[] {
  const named = (element: Element) => element.getAttribute('aria-label') !== null && element.getAttribute('tabindex') === '0';
  const scrolls = (element: Element | null): boolean =>
    element !== null && (element.matches('.scroll') ? named(element) : scrolls(element.parentElement));
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !scrolls(element.parentElement))
    .map((element) => element.outerHTML.slice(0, 120));
}

for (const [name, result] of [
  ['a failing report', failingResult()],
  ['a report beside a baseline', changedResult()],
  ['a filtered run that was stopped', partialResult()],
  ['texts without a break', hostileResult('x'.repeat(400))],
] as const) {
  test(`${name} fits a phone, and a window of 1280 px at 200 % zoom`, async ({ openReport }) => {
    const { page } = await openReport(result);
    await unfold(page);
    for (const viewport of [
      { width: 360, height: 740 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(viewport);
      expect.soft(await page.evaluate(overflowing), `${viewport.width} px`).toEqual([]);
      expect.soft(await widthOf(page)).toBe(viewport.width);
    }
  });
}

test('nothing moves by itself where the reader wants no motion', async ({ openReport }) => {
  const { page } = await openReport(failingResult(), { reducedMotion: 'reduce' });
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
