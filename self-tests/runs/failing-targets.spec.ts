import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { newFolder } from '../folders.ts';
import { QUICK, test } from './run.ts';

test.describe.configure({ timeout: 90_000 });

test('failing tests keep their worker, and Playwright’s own report shows them failed', async ({ runs, target }) => {
  const { variables } = await target({
    change: (reply) => ({ ...reply, headers: { ...reply.headers, 'content-type': 'text/plain' } }),
  });
  const file = join(newFolder(), 'playwright.json');
  const { code, stdout } = await runs.run(['--add-reporter=json', '--grep', 'typical answer'], {
    ...variables,
    ...QUICK,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  expect(code, stdout).toBe(1);
  const report = JSON.parse(await readFile(file, 'utf8')) as PlaywrightReport;
  const results = report.suites.flatMap(({ specs }) => specs.flatMap(({ tests }) => tests));
  const failed = results.filter(({ status }) => status === 'unexpected');
  expect(failed.length).toBeGreaterThan(10);
  expect(failed.every(({ expectedStatus }) => expectedStatus === 'passed')).toBe(true);
  expect(Math.max(...results.flatMap((own) => own.results.map(({ workerIndex }) => workerIndex)))).toBe(0);
});

interface PlaywrightReport {
  readonly suites: readonly {
    readonly specs: readonly {
      readonly tests: readonly {
        readonly status: string;
        readonly expectedStatus: string;
        readonly results: readonly { readonly workerIndex: number }[];
      }[];
    }[];
  }[];
}
