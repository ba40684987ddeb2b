import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { QUICK, resultIn, test } from './run.ts';
import type { Reply } from './target.ts';

test.describe.configure({ timeout: 90_000 });

const page = (status: number): Reply => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<h1>Not here</h1>'),
});

const DOWN: readonly (readonly [string, Reply, string])[] = [
  ['503 without a time', page(503), 'status 503'],
  ['one HTML page', page(200), 'the same HTML page'],
];
for (const [title, reply, words] of DOWN) {
  test(`a service that is down behind its gateway (${title} for everything) has no verdict, and the reason is the last line`, async ({
    runs,
    target,
  }) => {
    const { variables, seen } = await target({ change: () => reply });
    const { code, stdout, directory } = await runs.run([], { ...variables, ...QUICK });
    expect(code, stdout).toBe(2);
    const { verdict, noVerdictReason = '' } = await resultIn(directory);
    expect(verdict).toBe('no-verdict');
    expect(noVerdictReason).toContain(words);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(`Exit 2: ${noVerdictReason}`);
    expect(seen.length).toBeLessThan(20);
  });
}

test('failing tests keep their worker, and Playwright’s own report shows them failed', async ({ runs, target }) => {
  const { variables } = await target({
    change: (reply) => ({ ...reply, headers: { ...reply.headers, 'content-type': 'text/plain' } }),
  });
  const file = join(runs.directory(), 'playwright.json');
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
