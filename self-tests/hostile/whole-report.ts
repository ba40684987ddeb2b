import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { toBadgeSvg } from '../../src/report/badge.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import { toMarkdown } from '../../src/report/summary.ts';
import { verdictBlock } from '../../src/report/terminal.ts';
import { toCtrf, toJunit } from '../../src/report/test-cases.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { failedIn } from './run-in-process.ts';

const MOST_HTML_BYTES = 1_500_000;
const MOST_JSON_BYTES = 3_000_000;

const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
const fitsSchema = ajv.compile(JSON.parse(readFileSync(new URL('../../schemas/conformance-result.schema.json', import.meta.url), 'utf8')));

/** Every report of the result can be written, names what failed, and stays within its size, whatever the target sent. */
export function expectWholeReport(result: ConformanceResult): void {
  const json = JSON.stringify(result);
  expect(fitsSchema(JSON.parse(json)), JSON.stringify(fitsSchema.errors)).toBe(true);
  expect(Buffer.byteLength(json)).toBeLessThan(MOST_JSON_BYTES);
  const html = renderHtml(result);
  expect(Buffer.byteLength(html)).toBeLessThan(MOST_HTML_BYTES);
  expect(html.endsWith('</html>\n')).toBe(true);
  for (const report of [html, toJunit(result, 'robustness'), toCtrf(result, 'robustness')])
    for (const id of failedIn(result)) expect(report).toContain(id);
  for (const report of [toMarkdown(result), toBadgeSvg(result), verdictBlock(result, 'index.html')]) expect(report).not.toBe('');
}
