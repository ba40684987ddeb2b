import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { JSONReport } from '@playwright/test/reporter';
import { VARIABLE_NAMES } from '../../src/settings/variables.ts';
import { expectWholeReport } from '../hostile/run-in-process.ts';
import { QUICK, resultIn, split, test, withStatus } from './run.ts';
import { changeJson, type Reply, type Seen } from './target.ts';

test('the embedded service is conformant and complete, never asked through a proxy, takes all records with it; every report is written', {
  tag: '@quick',
}, async ({ runs }) => {
  const nowhere = 'http://127.0.0.1:1';
  const { code, stdout, stderr, directory } = await runs.run([], { http_proxy: nowhere, ALL_PROXY: nowhere });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const result = await resultIn(directory);
  expectWholeReport(result);
  expect(result.partial).toBeUndefined();
  expect(result).toMatchObject({ verdict: 'conformant', complete: true, interrupted: false, target: { embedded: true } });
  const [passed, observations] = [result.requirements.length, result.observations.length];
  expect(result.counts).toEqual({ passed, failed: 0, notAssessed: 0, waived: 0, observations });
  expect(result.settings.filter(({ name }) => /_proxy/i.test(name))).toEqual([]);
  expect(result.leftBehind).toContainEqual(expect.objectContaining({ endpoint: 5, kind: 'businesses' }));
  expect(stdout).not.toContain('Left behind');
  expect(existsSync(join(directory, 'left-behind.jsonl'))).toBe(false);
  expect(stdout).toContain(result.sentence);
  expect(stdout).toContain(`${result.seed}`);
  for (const name of ['index.html', 'junit.xml', 'summary.md', 'playwright/index.html'])
    expect(existsSync(join(directory, name)), name).toBe(true);
});

test('a run with a base URL and credentials alone says what it leaves, and what would add most', async ({ runs, target }) => {
  const [given] = split((await target()).variables);
  const { code, stdout, directory } = await runs.run([], { ...given, ...QUICK });
  expect(code, stdout).toBe(0);
  const { leftBehind = [], requirements } = await resultIn(directory);
  const missed = requirements.flatMap(({ checks }) => checks.flatMap(({ variables = [] }) => variables));
  expect(VARIABLE_NAMES).toEqual(expect.arrayContaining([...new Set(missed)]));
  // What was said before the first write is about what was left.
  const [, expected = ''] =
    /^\d+:\d\d This run leaves about ([\d,]+) records at 127\.0\.0\.1:\d+, and .* --read-only .* CES_WRITE_BUDGET /m.exec(stdout) ?? [];
  const left = leftBehind.reduce((sum, { count }) => sum + count, 0);
  expect(Math.abs(left - Number(expected.replace(',', '')))).toBeLessThan(left / 3);
  expect(stdout).toContain('\n◐ Conformant as far as assessed: ');
  expect(readFileSync(join(directory, 'summary.md'), 'utf8')).toMatch(/^## ◐ /m);
  expect(stdout).toMatch(/\n {2}Set next {8}CES_CUSTOMER_IDS with CES_BUSINESS_ID, CES_\w+, CES_\w+; npm run doctor /);
});

/** The faults: a segment and an event whose names are numbers. */
const withNumberAsName = (reply: Reply, { path }: Seen) => {
  if (path.startsWith('/project_defined_events/')) return changeJson(reply, (body) => ({ ...body, event: 5 }));
  return path.startsWith('/segments/') ? changeJson(reply, (body) => ({ ...body, name: 5 })) : reply;
};

test('a broken requirement is named and explained; exit 1', { tag: '@quick' }, async ({ runs, target, folder }) => {
  const { variables } = await target({ change: withNumberAsName });
  const file = join(folder, 'playwright.json');
  const { code, stdout, directory } = await runs.run(['--add-reporter=json', '--grep', 'typical answer|getSegment:'], {
    ...{ ...variables, ...QUICK },
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  expect(code, stdout).toBe(1);
  expectShownFailed(JSON.parse(readFileSync(file, 'utf8')) as JSONReport);
  const result = await resultIn(directory);
  expect(result.verdict).toBe('nonconformant');
  expect(withStatus(result, 'failed').sort()).toEqual(['project-defined-event.fields', 'segment.fields']);
  const check = result.requirements.find(({ id }) => id === 'segment.fields')?.checks.find(({ status }) => status === 'failed');
  for (const text of ['segment.fields', 'Requirement', 'Expected', 'Actual', '/name', check?.curl ?? 'a curl line', result.sentence])
    expect(stdout.replaceAll(/ \\\n +/g, ' ')).toContain(text);
  expect(check?.message).toMatch(/^Requirement: .*\nAt \/name\nExpected: .*\nActual: .*5/s);
});

/** Failing tests keep their worker, and Playwright’s own report shows them failed. */
function expectShownFailed({ suites }: JSONReport): void {
  const tests = suites.flatMap(({ specs }) => specs.flatMap((spec) => spec.tests));
  const failed = tests.filter(({ status }) => status === 'unexpected');
  expect(failed.length).toBeGreaterThan(1);
  expect(failed.filter(({ expectedStatus }) => expectedStatus !== 'passed')).toEqual([]);
  expect(new Set(tests.flatMap(({ results }) => results.map(({ workerIndex }) => workerIndex)))).toEqual(new Set([0]));
}
