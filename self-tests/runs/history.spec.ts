import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { storedRuns } from '../report/sample-history.ts';
import { command } from './command.ts';
import { test } from './run.ts';

function store(folder: string): void {
  for (const [file, result] of storedRuns()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(result));
  }
}

test('the command makes one page of a folder and says what is broken; exit 0', async ({ runs }) => {
  const folder = runs.directory();
  store(join(folder, 'results'));
  const { code, stdout, stderr } = await command(['history', join(folder, 'results'), '--out', join(folder, 'out')]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('https://staging.example.com/api/v1: 6 runs, 2026-03-01 to 2026-03-06\n');
  expect(stdout).toContain('\nBroken now:\n  endpoint-2.shape, POST /businesses/{id}/campaigns (2)');
  expect(stdout.trimEnd()).toMatch(/history\.html$/);
  const html = readFileSync(join(folder, 'out', 'history.html'), 'utf8');
  expect(html).toContain('Not conformant since 2026-03-03');
  expect(html).not.toContain(folder);
});

test('bad files are named all at once, and nothing is written; exit 2', async ({ runs }) => {
  const folder = runs.directory();
  store(folder);
  writeFileSync(join(folder, 'cut.json'), '{"format": ');
  writeFileSync(join(folder, 'empty.json'), '');
  const { code, stdout, stderr } = await command(['history', folder, '--out', join(folder, 'out')]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^.*cut\.json: not JSON and seems to be cut .*\n.*empty\.json: empty\. .*\n$/);
  expect(existsSync(join(folder, 'out'))).toBe(false);
});

test('a folder is needed, and a known flag; exit 2', async () => {
  const none = await command(['history']);
  const wrong = await command(['history', 'reports', '--last', '3']);
  const swallowing = await command(['history', 'reports', '--out', '--last']);
  expect(swallowing).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--out: expected a value (one that begins') });
  const behindDashes = await command(['history', '--', '-reports']);
  expect(behindDashes).toMatchObject({ code: 2, stderr: '-reports: no such folder. Give the folder that holds the results.\n' });
  expect(none).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('expected one folder. Usage: npm run history -- folder [--out <folder>]; found 0 words'),
  });
  expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--last: expected an option of this command') });
});
