import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { removeReports } from '../../../src/cli/earlier-reports.ts';
import { partialResult, passingResult } from '../../report/sample-result.ts';

let folder = '';
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earlier-'));
  delete process.env.CES_BASELINE;
});
test.afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  delete process.env.CES_BASELINE;
});

const write = (name: string, content: object | string) =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
const kept = () => JSON.parse(readFileSync(join(folder, 'baseline.json'), 'utf8')) as { readonly seed: number };

const whole = (seed: number) => ({ ...passingResult(), seed });
const part = (seed: number) => ({ ...partialResult(), seed });

/** The seeds of the results that runs leave one after the other, and the one that is kept when the next begins. */
const COURSES: readonly (readonly [title: string, results: readonly { readonly seed: number }[], seed: number])[] = [
  ['a whole run', [whole(1)], 1],
  ['the newer of two whole runs', [whole(1), whole(2)], 2],
  ['the whole run before a part of one', [whole(1), part(2)], 1],
  ['the whole run before many parts', [whole(1), part(2), part(3), part(4)], 1],
  ['a part, where nothing else is there', [part(1)], 1],
  ['the newer of two parts', [part(1), part(2)], 2],
  ['a whole run after a part', [part(1), whole(2)], 2],
];
for (const [title, results, seed] of COURSES)
  test(`what stays as baseline.json is the result of ${title}`, () => {
    for (const result of results) {
      write('conformance.json', result);
      removeReports(folder);
    }
    expect(kept().seed).toBe(seed);
  });

test('the other reports go, and so does a result that nobody can read', () => {
  for (const name of ['index.html', 'findings.md', 'badge.json']) write(name, 'x');
  write('conformance.json', '{"format": ');
  write('mine.txt', 'x');
  removeReports(folder);
  expect(readdirSync(folder)).toEqual(['mine.txt']);
});

test('a part of a run that CES_BASELINE names by its file is kept, and is the baseline', () => {
  write('conformance.json', whole(1));
  removeReports(folder);
  write('conformance.json', part(2));
  process.env.CES_BASELINE = join(folder, 'conformance.json');
  removeReports(folder);
  expect(kept().seed).toBe(2);
  expect(process.env.CES_BASELINE).toBe(join(folder, 'baseline.json'));
});

test('a baseline elsewhere stays where it is', () => {
  process.env.CES_BASELINE = join(folder, 'before', 'conformance.json');
  write('conformance.json', whole(1));
  removeReports(folder);
  expect(process.env.CES_BASELINE).toBe(join(folder, 'before', 'conformance.json'));
  expect(existsSync(join(folder, 'conformance.json'))).toBe(false);
});
