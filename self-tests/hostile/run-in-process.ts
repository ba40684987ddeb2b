import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { runAgainst } from '../../mutation/run-suite.ts';
import type { Scenario } from '../../src/engine/scenario.ts';
import { toBadgeSvg } from '../../src/report/badge.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import { toMarkdown } from '../../src/report/markdown.ts';
import { verdictBlock } from '../../src/report/terminal.ts';
import { toCtrf, toJunit } from '../../src/report/test-cases.ts';
import type { ConformanceResult } from '../../src/result/result.ts';

/** Times that suit a service in the same process. */
const QUICK = { CES_PROPERTY_RUNS: '5', CES_RESOLUTION_TIMEOUT_MS: '5000', CES_UNMATCHED_WINDOW_MS: '300' };

/** What the suite says of the target to which the variables point: preflight, then the scenarios that belong, one after another. */
export async function runInProcess(
  variables: Readonly<Record<string, string>>,
  belongs: (scenario: Scenario) => boolean,
): Promise<ConformanceResult> {
  const target = { variables: { ...QUICK, ...variables }, changes: () => 0, mistakes: [] };
  return (await runAgainst(target, { parts: [belongs], lanes: 1 })).result;
}

/** Ids of the statements that failed, completeness left out: only some scenarios ran. */
export function failedIn({ requirements }: ConformanceResult): string[] {
  return requirements.filter(({ status, level }) => status === 'failed' && level !== 'completeness').map(({ id }) => id);
}

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
