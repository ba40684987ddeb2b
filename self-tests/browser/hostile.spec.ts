import { expect } from '@playwright/test';
import { toJunit } from '../../src/report/test-cases.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { failingResult, hostileResult } from '../report/sample-result.ts';
import { test, unfold } from './report-test.ts';

for (const [name, text] of [
  ['a script', '<script>alert(1)</script>'],
  ['the end of a script', '</script><script>alert(1)</script>'],
  ['the end of the style sheet', '</style><img src=x onerror=alert(1)>'],
  ['an attribute', '" onmouseover="alert(1)" autofocus onfocus="alert(1)'],
  ['a remote picture', '<img src="http://127.0.0.1:9/x.png"><link rel=stylesheet href=//127.0.0.1:9/x>'],
  ['a script link', "javascript:alert(1)//'"],
  ['a redirecting page', '<meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/">'],
  ['a comment', '--><!--<svg onload=alert(1)>'],
] as const)
  test(`${name} in every text of the result does nothing`, async ({ openReport }) => {
    const { page, incidents } = await openReport(hostileResult(text));
    await unfold(page);
    await page.getByLabel('Filter').fill('s:failed');
    await expect(page.locator('#query-count')).toHaveText(/^1 of/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(text);
    await expect(page.locator('script')).toHaveCount(1);
    await expect(page.locator('img, link, [onload], [onerror], [onfocus], a[href^="javascript:"]')).toHaveCount(0);
    expect(incidents).toEqual([]);
  });

test('the policy refuses what got in all the same', async ({ openReport }) => {
  const { page, incidents } = await openReport(hostileResult('text'));
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.intruder = true';
    document.body.append(script);
    return (await fetch('http://127.0.0.1:9/').then(Boolean, () => false)) || 'intruder' in window;
  });
  expect(ran).toBe(false);
  expect(incidents.join('\n')).toContain('Content Security Policy');
});

test('characters that hide or turn text around are shown as escapes', async ({ openReport }) => {
  const { page, incidents } = await openReport(hostileResult('a\u202Eb\u0000c\u200Bd\u2066e\uD800f\u001B[31mg\u{E0041}\uFEFF'));
  const text = await page.locator('main').textContent();
  expect(text).toContain('a\\u202Eb\\u0000c\\u200Bd\\u2066e\\uD800f\\u001B[31mg\\u{E0041}\\uFEFF');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is the point
  expect(text).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/);
  expect(incidents).toEqual([]);
});

/** A statement at an endpoint is a case, however many checks it has. */
function casesOf({ requirements }: ConformanceResult): number {
  return new Set(requirements.flatMap(({ id, checks }) => checks.map(({ endpoint }) => `${id} ${endpoint}`))).size;
}

for (const [name, result] of [
  ['an ordinary result', failingResult()],
  ['hostile texts', hostileResult('\u0000\u001B"\'<&]]></testcase><!-- \uD800 \uFFFF 😀 \r\n')],
] as const)
  test(`an XML parser reads the JUnit file of ${name}`, async ({ chromium }) => {
    const page = await chromium.newPage();
    const parsed = await page.evaluate((xml) => {
      const document = new DOMParser().parseFromString(xml, 'text/xml');
      return { error: document.querySelector('parsererror')?.textContent ?? null, cases: document.querySelectorAll('testcase').length };
    }, toJunit(result));
    expect(parsed).toEqual({ error: null, cases: casesOf(result) });
    await page.close();
  });
