import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { JSONReport } from '@playwright/test/reporter';
import { newFolder } from '../folders.ts';
import { only, QUICK, RUNNER, resultIn, test, withStatus } from './run.ts';
import { changeJson, type Reply, type Seen } from './target.ts';

const SEGMENTS = only('getSegment:');

/** The faults: a segment and an event whose names are numbers. */
const withNumberAsName = (reply: Reply, { path }: Seen) => {
  if (path.startsWith('/project_defined_events/')) return changeJson(reply, (body) => ({ ...body, event: 5 }));
  return path.startsWith('/segments/') ? changeJson(reply, (body) => ({ ...body, name: 5 })) : reply;
};

const hasCurl = spawnSync('curl', ['--version']).status === 0;

test('a broken requirement is named, explained and repeated by its curl line; exit 1', { tag: '@quick' }, async ({ runs, target }) => {
  const broken = await target({ change: withNumberAsName, password: 'with "quotes" $HOME and `ticks`' });
  const file = join(newFolder(), 'playwright.json');
  const { code, stdout, directory } = await runs.run(['--add-reporter=json', '--grep', 'typical answer|getSegment:'], {
    ...{ ...broken.variables, ...QUICK },
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  expect(code, stdout).toBe(1);
  expectShownFailed(JSON.parse(readFileSync(file, 'utf8')) as JSONReport);
  const result = await resultIn(directory);
  expect(result.verdict).toBe('nonconformant');
  expect(withStatus(result, 'failed').sort()).toEqual(['project-defined-event.fields', 'segment.fields']);
  const check = result.requirements.find(({ id }) => id === 'segment.fields')?.checks.find(({ status }) => status === 'failed');
  for (const text of ['segment.fields', 'Requirement', 'Expected', 'Actual', '/name', check?.curl ?? 'a curl line', result.sentence])
    expect(stdout.replaceAll(/ \\\n +/g, ' ')).toContain(text);
  expect(check?.message).toMatch(/^Requirement: .*\nAt \/name\nExpected: .*\nActual: .*5/s);
  test.skip(!hasCurl, 'curl is not installed');
  const before = broken.seen.length;
  const repeated = await shell(check?.curl ?? '', broken.variables);
  expect(repeated).toContain('200 OK');
  expect(repeated).toContain('"name":5');
  expect(broken.seen.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual([
    `GET /segments/${encodeURIComponent(broken.variables.CES_SEGMENT_ID ?? '')}`,
  ]);
});

test('the runner alone, without the program around it, says the same', async ({ runs, target }) => {
  const { variables } = await target({ change: withNumberAsName });
  const { code, stdout, directory } = await runs.run(['test', ...SEGMENTS], { ...variables, ...QUICK, CES_SEED: '1' }, { program: RUNNER });
  expect(code).toBe(1);
  const result = await resultIn(directory);
  expect(result).toMatchObject({ verdict: 'nonconformant', seed: 1, partial: true });
  expect(withStatus(result, 'failed')).toEqual(['segment.fields']);
  expect(stdout).toContain('segment.fields');
});

/** Failing tests keep their worker, and Playwright’s own report shows them failed. */
function expectShownFailed({ suites }: JSONReport): void {
  const tests = suites.flatMap(({ specs }) => specs.flatMap((spec) => spec.tests));
  const failed = tests.filter(({ status }) => status === 'unexpected');
  expect(failed.length).toBeGreaterThan(1);
  expect(failed.filter(({ expectedStatus }) => expectedStatus !== 'passed')).toEqual([]);
  expect(new Set(tests.flatMap(({ results }) => results.map(({ workerIndex }) => workerIndex)))).toEqual(new Set([0]));
}

/** Without blocking this process, which answers the request. */
function shell(line: string, variables: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('sh', ['-c', line], { env: { PATH: process.env.PATH, ...variables } }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
}
