import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { JSONReport } from '@playwright/test/reporter';
import { newFolder } from '../folders.ts';
import { QUICK, resultIn, test, withStatus } from './run.ts';
import { changeJson, type Reply, type Seen } from './target.ts';

/** The faults: a segment and an event whose names are numbers. */
const withNumberAsName = (reply: Reply, { path }: Seen) => {
  if (path.startsWith('/project_defined_events/')) return changeJson(reply, (body) => ({ ...body, event: 5 }));
  return path.startsWith('/segments/') ? changeJson(reply, (body) => ({ ...body, name: 5 })) : reply;
};

test('a broken requirement is named and explained; exit 1', { tag: '@quick' }, async ({ runs, target }) => {
  const { variables } = await target({ change: withNumberAsName });
  const file = join(newFolder(), 'playwright.json');
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
