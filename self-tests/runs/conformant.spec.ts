import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectWholeReport } from '../hostile/whole-report.ts';
import { resultIn, test } from './run.ts';

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
