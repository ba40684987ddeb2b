import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { ConformanceResult } from '../../src/report/result.ts';
import { QUICK, resultIn, test } from './run.ts';

test.describe.configure({ timeout: 120_000 });

const CREDENTIALS = ['CES_BASE_URL', 'CES_USERNAME', 'CES_PASSWORD'];

function split(variables: Readonly<Record<string, string>>): [target: Record<string, string>, fixtures: Record<string, string>] {
  const entries = Object.entries(variables);
  const target = entries.filter(([name]) => CREDENTIALS.includes(name));
  return [Object.fromEntries(target), Object.fromEntries(entries.filter(([name]) => !CREDENTIALS.includes(name)))];
}

function setting({ settings }: ConformanceResult, name: string) {
  return settings.find((candidate) => candidate.name === name);
}

test('fixtures come from a file, below the environment, and the report tells so', async ({ runs, target }) => {
  const { variables } = await target();
  const [given, { CES_SEGMENT_ID = '', ...fixtures }] = split(variables);
  const file = join(runs.directory(), 'fixtures.json');
  writeFileSync(file, JSON.stringify({ ...fixtures, CES_SEGMENT_ID: 'overridden' }));
  const args = ['--grep', 'GET /(segments|sent_emails)/\\{id\\}: the typical answer'];
  const { code, stdout, directory } = await runs.run(args, { ...given, ...QUICK, CES_FIXTURES: file, CES_SEGMENT_ID });
  expect(code, stdout).toBe(0);
  const result = await resultIn(directory);
  expect(result.verdict).toBe('conformant');
  expect(setting(result, 'CES_SENT_EMAIL_ID')).toEqual({ name: 'CES_SENT_EMAIL_ID', value: fixtures.CES_SENT_EMAIL_ID, source: file });
  expect(setting(result, 'CES_SEGMENT_ID')?.source).toBe('environment');
});

test('what is wrong in a file of fixtures is told with all else that is wrong, and where', async ({ runs, target }) => {
  const { variables, seen } = await target();
  const file = join(runs.directory(), 'fixtures.json');
  writeFileSync(file, JSON.stringify({ CES_SEGMNT_ID: 'x', CES_EVENT_ID: 5, CES_FEATURE_FLAGS_PARAM: 'names[]' }));
  const [given] = split(variables);
  const { code, stderr } = await runs.run([], { ...given, CES_FIXTURES: file, CES_SEED: 'many' });
  expect(code).toBe(2);
  expect(stderr).toContain('4 settings need a correction; no request has been sent.');
  expect(stderr).toContain(`CES_SEGMNT_ID: expected the name of a fixture. Did you mean "CES_SEGMENT_ID"`);
  expect(stderr).toContain(`CES_EVENT_ID: expected a text; found a number in ${file}`);
  expect(stderr).toMatch(/CES_FEATURE_FLAGS_PARAM: expected the bare name.*found "names\[\]" \(.*fixtures\.json\)/);
  expect(stderr).toContain('CES_SEED: expected a whole number');
  expect(seen).toEqual([]);
});
