import { execFile, spawnSync } from 'node:child_process';
import { expect } from '@playwright/test';
import { only, QUICK, RUNNER, resultIn, test, withStatus } from './run.ts';
import { changeJson, type Reply, type Seen } from './target.ts';

const SEGMENTS = only('getSegment:');

/** The one fault: a segment whose name is a number. */
const withNumberAsName = (reply: Reply, { path }: Seen) =>
  path.startsWith('/segments/') ? changeJson(reply, (body) => ({ ...body, name: 5 })) : reply;

const hasCurl = spawnSync('curl', ['--version']).status === 0;

test('a broken requirement is named, explained and repeated by its curl line; exit 1', { tag: '@quick' }, async ({ runs, target }) => {
  const broken = await target({ change: withNumberAsName, password: 'with "quotes" $HOME and `ticks`' });
  const { code, stdout, directory } = await runs.run(SEGMENTS, { ...broken.variables, ...QUICK });
  expect(code, stdout).toBe(1);
  const result = await resultIn(directory);
  expect(result.verdict).toBe('nonconformant');
  expect(withStatus(result, 'failed')).toEqual(['segment.fields']);
  const check = result.requirements.find(({ id }) => id === 'segment.fields')?.checks.find(({ status }) => status === 'failed');
  for (const text of ['segment.fields', 'Requirement', 'Expected', 'Actual', '/name', check?.curl ?? 'a curl line', result.sentence])
    expect(stdout).toContain(text);
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

/** Without blocking this process, which answers the request. */
function shell(line: string, variables: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('sh', ['-c', line], { env: { PATH: process.env.PATH, ...variables } }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
}
