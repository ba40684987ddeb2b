import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { command } from './command.ts';
import { type Ended, only, resultIn, test } from './run.ts';
import { portOf } from './target.ts';

test.describe.configure({ timeout: 90_000 });

test('all that is wrong with the settings is reported at once, by name, before any request', { tag: '@quick' }, async ({
  runs,
  target,
}) => {
  const { variables, seen } = await target();
  const { CES_USERNAME: _username, ...rest } = variables;
  const { code, stdout, stderr } = await runs.run([], {
    ...rest,
    CES_PROPERTY_RUNS: 'many',
    CES_TIMEOUT_MS: '-5',
    CES_FAIL_ON: 'nothing',
    CES_TRACK_UNMATCHED_DATA: '[1]',
    CES_BUSNIESS_ID: 'x',
    CES_READ_ONLY: '1',
    CES_REQUIRE_COMPLETE: '1',
  });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  const wrong = ['CES_USERNAME', 'CES_PROPERTY_RUNS', 'CES_TIMEOUT_MS', 'CES_FAIL_ON', 'CES_TRACK_UNMATCHED_DATA', 'CES_BUSNIESS_ID'];
  for (const name of [...wrong, 'CES_REQUIRE_COMPLETE']) expect(stderr).toContain(name);
  expect(stderr).not.toContain(variables.CES_PASSWORD);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stderr).toMatch(/\nExit 2: CES_\w+, .* need a correction, above\n$/);
  expect(seen).toEqual([]);
});

test('a report directory that cannot be written', async ({ runs, target }) => {
  const { variables, seen } = await target();
  const file = join(runs.directory(), 'file');
  writeFileSync(file, '');
  const { code, stderr } = await runs.run([], { ...variables, CES_REPORT_DIR: join(file, 'reports') });
  expect(code).toBe(2);
  expect(stderr).toContain('CES_REPORT_DIR');
  expect(stderr).toMatch(/\nExit 2: CES_REPORT_DIR needs a correction, above\n$/);
  expect(seen).toEqual([]);
});

test('an option that the runner refuses: no result, and the last line says so', async ({ runs }) => {
  const { code, stdout, stderr } = await runs.run(['--workers=many']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/\nExit 2: no result was written; the test runner says why, above\n$/);
});

test('a token that names no input of the test', async ({ runs, target }) => {
  const { variables } = await target();
  const replay = { ...variables, CES_SEED: '42', CES_REPLAY: 'b999999' };
  const { code, stdout } = await runs.run(only('any business that is accepted comes back'), replay);
  expect(code, stdout).toBe(2);
  expect(stdout).toMatch(/\nExit 2: CES_REPLAY=b999999 names no input of this test\. .*\n$/);
});

test('a target to which nobody can connect', async ({ runs, target }) => {
  const gone = await target();
  gone.die();
  await tellsWhy(await runs.run([], gone.variables), gone.baseUrl, 'CES_BASE_URL');
});

test('a target that takes connections and never answers, with fixtures and without', async ({ runs, target }) => {
  const { variables } = await target();
  const hole = createServer();
  await new Promise<void>((resolve) => hole.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${portOf(hole as Server as never)}`;
  const { CES_USERNAME = '', CES_PASSWORD = '' } = variables;
  const settings = [
    { ...variables, CES_BASE_URL: baseUrl, CES_TIMEOUT_MS: '60000' },
    { CES_BASE_URL: baseUrl, CES_USERNAME, CES_PASSWORD },
  ];
  for (const ended of await Promise.all(settings.map((own) => runs.run([], own)))) await tellsWhy(ended, baseUrl, 'does not answer');
  hole.close();
});

test('credentials that are refused everywhere', async ({ runs, target }) => {
  const { variables, baseUrl } = await target();
  const ended = await runs.run([], { ...variables, CES_PASSWORD: 'not:the password' });
  await tellsWhy(ended, baseUrl, 'CES_PASSWORD holds a colon');
  expect(ended.stdout).toContain('-u "$CES_USERNAME:$CES_PASSWORD"');
  expect(ended.stdout).not.toContain('not:the');
});

test('a path at which nothing answers, with fixtures and without; the doctor reports it too', async ({ runs, target }) => {
  const { variables, baseUrl } = await target({ prefix: '/api/v1' });
  const wrong = baseUrl.replace('v1', 'v2');
  const { CES_USERNAME = '', CES_PASSWORD = '' } = variables;
  for (const settings of [
    { ...variables, CES_BASE_URL: wrong },
    { CES_BASE_URL: wrong, CES_USERNAME, CES_PASSWORD },
  ]) {
    const ended = await runs.run([], settings);
    await tellsWhy(ended, wrong, 'Check the path of CES_BASE_URL.');
    expect(ended.stdout).toMatch(/Tried with the credentials: status 404 at GET .*, POST \/businesses\./);
    const doctor = await command(['doctor'], settings);
    expect(doctor.code).toBe(2);
    expect(doctor.stdout.replaceAll(/\s+/g, ' ')).toContain('Check the path of CES_BASE_URL.');
    expect(doctor.stdout).not.toContain('Correct');
  }
});

/** Exit 2 in time, with a report that says in words what kept the run from a verdict. */
async function tellsWhy({ code, stdout, stderr, directory }: Ended, baseUrl: string, word: string): Promise<void> {
  expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
  const result = await resultIn(directory);
  expect(result).toMatchObject({ verdict: 'no-verdict', complete: false, target: { baseUrl } });
  expect(result.counts).toMatchObject({ passed: 0, failed: 0, notAssessed: result.requirements.length });
  expect(result.noVerdictReason).toContain(word);
  expect(stdout).toContain(result.noVerdictReason);
  expect(await readFile(join(directory, 'index.html'), 'utf8')).toContain(word);
}
