import { expect } from '@playwright/test';
import { toJunit } from '../../src/report/junit.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { failingResult, hostileResult } from '../report/sample-result.ts';
import { test } from './report-test.ts';

/** A statement at an endpoint is a case, however many checks it has. */
function casesOf({ requirements }: ConformanceResult): number {
  return new Set(requirements.flatMap(({ id, checks }) => checks.map(({ endpoint }) => `${id} ${endpoint}`))).size;
}

for (const [name, result] of [
  ['an ordinary result', failingResult()],
  ['hostile texts', hostileResult('\u0000\u001B"\'<&]]></testcase><!-- \uD800 \uFFFF 😀 \r\n')],
] as const) {
  test(`an XML parser reads the JUnit file of ${name}`, async ({ chromium }) => {
    const page = await chromium.newPage();
    const parsed = await page.evaluate((xml) => {
      const document = new DOMParser().parseFromString(xml, 'text/xml');
      return { error: document.querySelector('parsererror')?.textContent ?? null, cases: document.querySelectorAll('testcase').length };
    }, toJunit(result));
    expect(parsed).toEqual({ error: null, cases: casesOf(result) });
    await page.close();
  });
}
