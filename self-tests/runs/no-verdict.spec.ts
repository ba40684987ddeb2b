import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { LEFT_BEHIND_FILE } from '../../src/engine/evidence/left-behind.ts';
import { PROVIDER_STATES } from '../../src/settings/fixtures/provider-states.ts';
import { newFolder } from '../folders.ts';
import { type Ended, resultIn, split, test } from './run.ts';

test.describe.configure({ timeout: 90_000 });

test('an option that the runner refuses: no result, and the last line says so', { tag: '@quick' }, async ({ runs }) => {
  const { code, stdout, stderr } = await runs.run(['--workers=many']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/\nExit 2: no result was written; the test runner says why, above\n$/);
});

test('a target to which nobody can connect; the list of what earlier runs created stays', async ({ runs, target }) => {
  const gone = await target();
  gone.die();
  const reports = newFolder();
  const list = join(reports, LEFT_BEHIND_FILE);
  writeFileSync(list, '{"endpoint":5}\n');
  await tellsWhy(await runs.run([], { ...gone.variables, CES_REPORT_DIR: reports }), gone.baseUrl, 'CES_BASE_URL');
  expect(await readFile(list, 'utf8')).toBe('{"endpoint":5}\n');
});

test('credentials that are refused everywhere; what was set up is taken back', async ({ runs, target, states }) => {
  const { variables, baseUrl } = await target();
  const [given, fixtures] = split(variables);
  const { url, changes } = await states(fixtures);
  const ended = await runs.run([], { ...given, CES_PASSWORD: 'not:the password', CES_PROVIDER_STATES_URL: url });
  await tellsWhy(ended, baseUrl, 'CES_PASSWORD holds a colon');
  expect(ended.stdout).toContain('-u "$CES_USERNAME:$CES_PASSWORD"');
  expect(ended.stdout).not.toContain('not:the');
  // What a run leaves is said where it begins.
  expect(ended.stdout).not.toMatch(/This run leaves/);
  expect(changes.filter(({ action }) => action === 'teardown')).toHaveLength(PROVIDER_STATES.length);
});

/** Exit 2 in time, with a report that says in words what kept the run from a verdict. */
async function tellsWhy({ code, stdout, stderr, directory }: Ended, baseUrl: string, word: string): Promise<void> {
  expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
  const result = await resultIn(directory);
  expect(result).toMatchObject({ verdict: 'no-verdict', complete: false, target: { baseUrl } });
  expect(result.counts).toMatchObject({ passed: 0, failed: 0, notAssessed: result.requirements.length });
  expect(result.noVerdictReason).toContain(word);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`Exit 2: ${result.noVerdictReason}`);
  expect(await readFile(join(directory, 'index.html'), 'utf8')).toContain(word);
}
