import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkReportDir } from '../../../src/settings/files/report-directory.ts';
import { test as base, expect } from '../../test.ts';

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands a destructured first parameter
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'reports-'));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
});

test('a directory is created with its parents, and left empty', ({ folder }) => {
  const directory = join(folder, 'a', 'b');
  checkReportDir(directory);
  expect(readdirSync(directory)).toEqual([]);
});

test('what a directory holds stays', ({ folder }) => {
  writeFileSync(join(folder, 'conformance.json'), '{}');
  checkReportDir(folder);
  expect(readdirSync(folder)).toEqual(['conformance.json']);
});

// Root may write everywhere, so a file in the way stands for a missing permission.
for (const below of ['', 'below'])
  test(`a file ${below === '' ? 'instead of' : 'above'} the directory is reported`, ({ folder }) => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => checkReportDir(join(file, below))).toThrow(/CES_REPORT_DIR: expected a directory .*; found ".*file.*" \((EEXIST|ENOTDIR)/);
    expect(existsSync(file)).toBe(true);
  });
