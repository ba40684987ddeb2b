import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { contractViolations } from './contract.ts';
import { resultIn, test, withStatus } from './run.ts';

const PREFIX = '/api/v1';
const SLOW_MS = 100;

/** Some 4,000 slow requests, one after the other, would take longer: seven minutes. */
test.describe.configure({ timeout: 240_000 });

test('the embedded service is conformant and complete, never asked through a proxy, takes all records with it; every report is written', {
  tag: '@quick',
}, async ({ runs }) => {
  const nowhere = 'http://127.0.0.1:1';
  const { code, stdout, stderr, directory } = await runs.run([], { http_proxy: nowhere, ALL_PROXY: nowhere });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const result = await resultIn(directory);
  expect(contractViolations(result)).toEqual([]);
  expect(result.partial).toBeUndefined();
  expect(result).toMatchObject({ verdict: 'conformant', complete: true, interrupted: false, target: { embedded: true } });
  expect(result.counts).toEqual({
    passed: result.requirements.length,
    failed: 0,
    notAssessed: 0,
    waived: 0,
    observations: result.observations.length,
  });
  expect(result.settings.filter(({ name }) => /_proxy/i.test(name))).toEqual([]);
  expect(result.leftBehind).toContainEqual(expect.objectContaining({ endpoint: 5, kind: 'businesses' }));
  expect(stdout).not.toContain('Records created');
  expect(existsSync(join(directory, 'left-behind.jsonl'))).toBe(false);
  expect(stdout).toContain(result.sentence);
  expect(stdout).toContain(`${result.seed}`);
  for (const name of ['index.html', 'junit.xml', 'summary.md', 'playwright/index.html']) await access(join(directory, name));
});

test('behind a slow reverse proxy under a prefix, with a slash at its end: conformant and complete too', async ({ runs, target }) => {
  const slow = await target({ prefix: PREFIX, change: (reply) => new Promise((resolve) => setTimeout(() => resolve(reply), SLOW_MS)) });
  const { code, stdout, directory } = await runs.run([], {
    ...slow.variables,
    CES_BASE_URL: `${slow.baseUrl}/`,
    CES_EVENT_LOOKUP_URL: '/conformance/events?marker={marker}&business={business}',
    CES_PROPERTY_RUNS: '0',
    CES_SEED: '1',
  });
  expect(code, stdout).toBe(0);
  const result = await resultIn(directory);
  expect(result).toMatchObject({ verdict: 'conformant', complete: true, target: { baseUrl: slow.baseUrl } });
  expect(withStatus(result, 'passed')).toHaveLength(result.requirements.length);
});
