import { expect, type Locator, type Page } from '@playwright/test';
import { renderHistory } from '../../src/report/html/history.tsx';
import { renderHtml } from '../../src/report/html/render.tsx';
import { failingResult, historyOfFiles, largeResult, storedRuns } from '../report/sample-result.ts';
import { test, unfold } from './report-test.ts';

const rows = '[data-row]:visible';

/** What is typed, and how many rows it leaves. */
const FOUND = [
  ['s:failed', 5],
  ['s:never-seen', 1],
  ['ep:18 s:failed', 1],
  ['s:not-assessed', 4],
  ['s:failed statistics/emails', 1],
  ['s:observation ep:17', 1],
  ['ep:99x', 0],
  ['no-such-word', 0],
] as const;

test('finds the rows that a query asks for, and says to all readers where there are none', async ({ openReport }) => {
  const { page } = await openReport(failingResult());
  const said = page.locator('#query-count[aria-live]');
  for (const [query, count] of FOUND) {
    await page.getByLabel('Filter').fill(query);
    await expect.soft(said, query).toHaveText(new RegExp(`^${count} of \\d+ rows$`));
    await expect.soft(page.locator(rows), query).toHaveCount(count);
  }
  await expect(page.getByText('No row matches this filter.')).toBeVisible();
});

test('a finding is found at each of its endpoints, and the list of endpoints filters too', async ({ openReport }) => {
  const { page } = await openReport(largeResult(40));
  await page.getByLabel('Filter').fill('s:failed ep:3');
  await expect(page.locator('.finding:visible')).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Endpoint' })).toHaveValue('3');
  await page.getByRole('combobox', { name: 'Endpoint' }).selectOption('5');
  await expect(page.getByLabel('Filter')).toHaveValue('s:failed ep:5');
  await expect(page.locator(rows)).toHaveCount(1);
});

test('keeps its state in the address, and takes it from there', async ({ openReport }) => {
  const { page } = await openReport(failingResult(), { hash: '#q=s%3Afailed%20ep%3A18' });
  await expect(page.getByLabel('Filter')).toHaveValue('s:failed ep:18');
  await expect(page.locator(rows)).toHaveCount(1);
  await page.getByLabel('Filter').fill('s:waived');
  await expect(page).toHaveURL(/#q=s%3Awaived$/);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.locator('#query-count')).toBeEmpty();
});

test('under a filter, headings and contents count what is left, and the contents keep the filter', async ({ openReport }) => {
  const { page } = await openReport(failingResult(), { viewport: { width: 1440, height: 700 } });
  const contents = page.getByRole('navigation', { name: 'Contents' });
  const tallies = page.locator('#not-assessed > h2 .tally, .contents a[href="#not-assessed"] .tally');
  await page.getByLabel('Filter').fill('s:not-assessed ep:17');
  await expect(tallies).toHaveText(['3 of 4', '3 of 4']);
  await contents.getByRole('link').click();
  await expect(page.getByLabel('Filter')).toHaveValue('s:not-assessed ep:17');
  await expect(page.locator(rows)).toHaveCount(3);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(tallies).toHaveText(['4 checks', '4 checks']);
  expect(await contents.getByRole('link').count()).toBeGreaterThan(5);
});

test('a link to a passed check opens what it is folded into', async ({ openReport }) => {
  const { page } = await openReport(failingResult(), { hash: '#check-endpoint-5.shape-ep5' });
  await expect(page.locator('[id="check-endpoint-5.shape-ep5"]')).toBeInViewport();
});

for (const javaScriptEnabled of [true, false])
  test(`a link to the last of 50 long findings opens it, ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({ openReport }) => {
    const result = largeResult(50, 'a place each');
    const { page } = await openReport(result, { hash: `#finding-${result.findings?.at(-1)?.id}`, javaScriptEnabled });
    await expect(page.locator('article:target')).toBeInViewport();
  });

test('survives a hash that is no text', async ({ openReport }) => {
  const { page, incidents } = await openReport(failingResult(), { hash: '#q=%E0%A4' });
  await expect(page.getByLabel('Filter')).toHaveValue('%E0%A4');
  expect(incidents).toEqual([]);
});

/** More than a report of the samples has places to stop at. */
const MOST_TABS = 500;

/** Presses Tab until the element has the focus, and holds each stop to being seen: in the window, outlined, and not under the search box. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  const element = await wanted.elementHandle();
  for (let stop = 0; stop < MOST_TABS; stop += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(trouble)).toBeNull();
    if (await page.evaluate((there) => there === document.activeElement, element)) return;
  }
  throw new Error(`${MOST_TABS} times Tab do not lead there.`);
}

/** What is wrong with the place of the focus; null where a reader sees it. Runs in the page. */
function trouble(): string | null {
  const focused = document.activeElement ?? document.body;
  const name = focused.outerHTML.slice(0, 100);
  const { top, bottom } = focused.getBoundingClientRect();
  if (focused === document.body) return 'the focus is nowhere';
  if (bottom < 0 || top > innerHeight) return `out of the window: ${name}`;
  if (getComputedStyle(focused).outlineStyle === 'none') return `not outlined: ${name}`;
  const search = document.getElementById('search');
  const covered = search !== null && !search.contains(focused) && search.getBoundingClientRect().top <= 0;
  return covered && bottom <= search.getBoundingClientRect().bottom && top >= 0 ? `under the search box: ${name}` : null;
}

test('the first stop leads to the failures', async ({ openReport }) => {
  const { page } = await openReport(failingResult());
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to what needs attention' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'What is broken' })).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(page.locator('.finding summary').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.finding article').first()).toBeVisible();
});

test('a cell of the matrix leads to its worst finding', async ({ openReport }) => {
  const { page } = await openReport(failingResult());
  await tabTo(page, page.locator('.matrix a.failed').first());
  await page.keyboard.press('Enter');
  await expect(page.locator('article:target')).toBeInViewport();
});

test('a search is typed, and cleared', async ({ openReport }) => {
  const { page } = await openReport(failingResult());
  await tabTo(page, page.getByLabel('Filter'));
  await page.keyboard.type('s:waived');
  await expect(page.locator('#query-count')).toHaveText(/^1 of \d+ rows$/);
  await tabTo(page, page.getByRole('button', { name: 'Clear' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Filter')).toBeFocused();
  await expect(page.locator('#query-count')).toBeEmpty();
});

test('a chip filters, says that it is pressed, and pressed again, takes the filter away', async ({ openReport }) => {
  const { page } = await openReport(failingResult());
  const chip = page.getByRole('button', { name: '4 checks not assessed' });
  await tabTo(page, chip);
  await page.keyboard.press('Enter');
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: '5 findings' })).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByLabel('Filter')).toHaveValue('s:not-assessed');
  await expect(page.locator('#query-count')).toHaveText(/^4 of \d+ rows$/);
  await expect(chip).toBeFocused();
  await page.keyboard.press('Space');
  await expect(chip).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByLabel('Filter')).toHaveValue('');
});

test('a command is copied, and the button says so to those who do not see it', async ({ openReport }) => {
  const { page } = await openReport(failingResult(), { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.locator('.finding summary').first().click();
  const button = page.locator('.command button.copy').first();
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await expect(button).toHaveText(/Copied|Selected/);
  await expect(page.getByRole('status').filter({ hasText: /^(Copied|Selected) Repeat/ })).toHaveCount(1);
});

for (const [name, html] of [
  ['a report', renderHtml(failingResult())],
  ['a history', renderHistory(historyOfFiles(...storedRuns()))],
] as const)
  test(`every table of ${name} that is wider than the window scrolls from the keyboard`, async ({ openPage }) => {
    const { page } = await openPage(html, { viewport: { width: 360, height: 700 } });
    await unfold(page);
    for (const region of await page.locator('.scroll').all()) {
      if (await region.evaluate((element) => element.scrollWidth <= element.clientWidth)) continue;
      await region.focus();
      expect(await page.evaluate(trouble)).toBeNull();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    }
  });

for (const colorScheme of ['light', 'dark'] as const)
  test(`a table that goes on to the right has a shadow there, until it is scrolled to its end, ${colorScheme}`, async ({ openReport }) => {
    const { page } = await openReport(failingResult(), { viewport: { width: 390, height: 844 }, colorScheme });
    const region = page.getByRole('region', { name: 'Matrix of endpoints and categories' });
    // The top of the headings, where nothing is written.
    const edge = async () => {
      await region.locator('thead').scrollIntoViewIfNeeded();
      const box = await region.locator('thead').boundingBox();
      const scroll = await region.boundingBox();
      if (box === null || scroll === null) throw new Error('The matrix is not there.');
      return page.screenshot({ clip: { x: scroll.x + scroll.width - 6, y: box.y + 2, width: 5, height: 3 } });
    };
    const more = await edge();
    await region.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
    const end = await edge();
    expect(more.equals(end)).toBe(false);
    await region.evaluate((element) => {
      element.style.background = 'none';
    });
    expect((await edge()).equals(end)).toBe(true);
  });
