import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { openDelayProxy } from '../../scripts/benchmark/far/delay-proxy.ts';
import { type Runs, test, type Variables } from './run.ts';

test.describe.configure({ timeout: 300_000 });

/** Far from the border, which a busy machine blurs. */
const ROUND_TRIP_MS = 200;
const TYPICAL = ['--grep', ': the typical answer'];

/** Playwright's own account of a run: the file and the worker of each test, in the order in which they began. */
async function account(runs: Runs, variables: Variables, args: readonly string[]) {
  const file = join(runs.directory(), 'run.json');
  const settings = { CES_PROPERTY_RUNS: '0', CES_SEED: '1', PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...variables };
  const { code, stdout, stderr } = await runs.run([...TYPICAL, '--add-reporter=json', ...args], settings);
  expect(code, stdout + stderr).toBe(0);
  const { suites } = JSON.parse(readFileSync(file, 'utf8')) as JSONReport;
  return suites.flatMap(testsIn).toSorted((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime));
}

function testsIn({ file, specs, suites = [] }: JSONReportSuite): { file: string; worker: number; startTime: string }[] {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  return [...own.map(({ workerIndex, startTime }) => ({ file, worker: workerIndex, startTime })), ...suites.flatMap(testsIn)];
}

test('a far target gets six workers, which begin with the longest files', async ({ runs, target }) => {
  const { variables, baseUrl } = await target();
  const { port } = new URL(baseUrl);
  const proxy = await openDelayProxy(Number(port), ROUND_TRIP_MS);
  try {
    const far = { ...variables, CES_BASE_URL: baseUrl.replace(port, String(proxy.port)) };
    const tests = await account(runs, far, []);
    // A quick worker may begin its second file before a slow one begins its first.
    const first = new Map(tests.toReversed().map(({ worker, file }) => [worker, file]));
    expect(first.size).toBe(6);
    expect([...first.values()]).toContain('customers.spec.ts');
    const chosen = await account(runs, far, ['--workers=1']);
    expect(new Set(chosen.map(({ worker }) => worker)).size).toBe(1);
    expect(chosen[0]?.file).toBe('customers.spec.ts');
  } finally {
    await proxy.close();
  }
});
