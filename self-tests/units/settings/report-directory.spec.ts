import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkReportDir } from '../../../src/settings/files/report-directory.ts';
import { expect, test } from '../http/fixtures.ts';

test('a directory is created with its parents, and left empty', ({ folder }) => {
  const directory = join(folder, 'a', 'b');
  checkReportDir(directory);
  expect(readdirSync(directory)).toEqual([]);
});

test('what a directory holds stays', ({ folder, file }) => {
  file('conformance.json', '{}');
  checkReportDir(folder);
  expect(readdirSync(folder)).toEqual(['conformance.json']);
});

// Root may write everywhere, so a file in the way stands for a missing permission.
for (const below of ['', 'below'])
  test(`a file ${below === '' ? 'instead of' : 'above'} the directory is reported`, ({ file }) => {
    const path = file('file', '');
    expect(() => checkReportDir(join(path, below))).toThrow(/CES_REPORT_DIR: expected a directory .*; found ".*file.*" \((EEXIST|ENOTDIR)/);
    expect(existsSync(path)).toBe(true);
  });
