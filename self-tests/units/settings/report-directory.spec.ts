import { readdirSync } from 'node:fs';
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
