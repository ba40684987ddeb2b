import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { newFolder } from '../folders.ts';
import { shell, test } from './run.ts';

test('npm run conformance --read-only: npm keeps the flag, and not one request is sent; exit 2', async ({ target }) => {
  const { variables, seen } = await target();
  const reports = join(newFolder(), 'reports');
  const environment = { ...variables, CES_ENV_FILE: '/dev/null', CES_REPORT_DIR: reports };
  const { code, stderr } = await shell('npm run conformance --read-only', process.cwd(), environment);
  expect(code, stderr).toBe(2);
  expect(stderr).toContain('--read-only: expected after a --');
  expect(stderr).toContain('(npm run conformance -- --read-only)');
  expect(stderr).not.toMatch(/^\s+at /m);
  expect({ requests: seen.length, reports: existsSync(reports) }).toEqual({ requests: 0, reports: false });
});
