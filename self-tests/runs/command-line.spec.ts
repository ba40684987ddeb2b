import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { COMMANDS } from '../../src/cli/commands.ts';
import { newFolder } from '../folders.ts';
import { passingResult } from '../report/sample-result.ts';
import { command } from './command.ts';
import { only, RUNNER, resultIn, test } from './run.ts';

test.describe.configure({ timeout: 90_000 });

const SEGMENTS = only('getSegment:');

test('flags win over the environment, which wins over .env; `| head` loses neither report nor exit code', async ({ runs, target }) => {
  const { variables } = await target();
  const { CES_BASE_URL = '', CES_SEGMENT_ID = '', ...rest } = variables;
  const file = join(newFolder(), 'staging.env');
  writeFileSync(file, 'CES_SEED=1\nCES_TIMEOUT_MS=1\nCES_UNMATCHED_WINDOW_MS=600\n');
  const flags = ['--base-url', CES_BASE_URL, `--segment-id=${CES_SEGMENT_ID}`, '--seed', '3', '--read-only'];
  const args = [...flags, '--env-file', file, ...SEGMENTS];
  const { child, ended } = runs.start(args, { ...rest, CES_SEED: '2', CES_TIMEOUT_MS: '9000', CES_SEGMENT_ID: 'another' });
  child.stdout?.once('data', () => child.stdout?.destroy());
  const { code, stderr, directory } = await ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { seed, settings, verdict, target: judged } = await resultIn(directory);
  expect({ seed, verdict, baseUrl: judged.baseUrl }).toEqual({ seed: 3, verdict: 'conformant', baseUrl: CES_BASE_URL });
  expect(Object.fromEntries(settings.map(({ name, value, source }) => [name, `${value} (${source})`]))).toMatchObject({
    CES_SEGMENT_ID: `${CES_SEGMENT_ID} (command line)`,
    CES_SEED: '3 (command line)',
    CES_READ_ONLY: '1 (command line)',
    CES_TIMEOUT_MS: '9000 (environment)',
    CES_UNMATCHED_WINDOW_MS: `600 (${file})`,
  });
});

test('--help and --version ask for no settings', async () => {
  const [help, version] = [await command(['--help'], { CES_FAIL_ON: 'nothing' }), await command(['--version'], { CES_FAIL_ON: 'nothing' })];
  expect(help).toMatchObject({ code: 0, stderr: '' });
  for (const text of ['Usage: npm run conformance --', '--base-url', 'CES_PASSWORD (no flag', '  compare ', '--shard'])
    expect(help?.stdout).toContain(text);
  expect(help?.stdout.split('\n').filter(({ length }) => length > 100)).toEqual([]);
  expect(version).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test('each command has a --help of its own, which asks for no settings', async () => {
  for (const name of COMMANDS.keys()) {
    const { code, stdout, stderr } = await command([name, '--help'], { CES_FAIL_ON: 'nothing' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: npm run ${name} -- [^]*\\n\\n[^]*\\nExit code: `));
    expect(stdout.split('\n').filter((line) => [...line].length > 100)).toEqual([]);
  }
});

test('a --grep or a file that matches nothing is the reason for no verdict', async ({ runs }) => {
  const ended = await runs.run(['--grep', 'no such title', 'no-such.spec']);
  expect(ended.code).toBe(2);
  const { noVerdictReason = '' } = await resultIn(ended.directory);
  expect(noVerdictReason).toMatch(/^No test matches --grep "no such title" and the files\. .* npm run conformance -- --list /);
  expect(ended.stdout.trimEnd().split('\n').at(-1)).toBe(`Exit 2: ${noVerdictReason}`);
});

test('a part of a run writes beside a whole result, unless a flag names a folder; an expired waiver fails it', async ({ runs, target }) => {
  const { variables } = await target();
  const [reports, elsewhere, whole] = [newFolder(), newFolder(), JSON.stringify(passingResult())];
  for (const folder of [reports, elsewhere]) writeFileSync(join(folder, 'conformance.json'), whole);
  const part = async (...args: string[]) =>
    runs.run([...only('createBusiness: the typical answer'), ...args], { ...variables, CES_REPORT_DIR: reports });
  const { code, stdout } = await part();
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(`its report goes to ${join(reports, 'replay')}`) });
  expect(readdirSync(reports).sort()).toEqual(['conformance.json', 'left-behind.jsonl', 'replay']);
  expect(readFileSync(join(reports, 'conformance.json'), 'utf8')).toBe(whole);
  expect(await resultIn(join(reports, 'replay'))).toMatchObject({ partial: true });
  const file = join(newFolder(), 'waivers.json');
  const waiver = { requirement: 'campaign.name-comes-back', reason: 'Mended with release 12', owner: 'TICKET-1', message: 'At /name' };
  writeFileSync(file, JSON.stringify([{ ...waiver, expires: '2020-01-31' }]));
  const expired = expect.stringContaining('expired on');
  expect(await part(`--report-dir=${elsewhere}`, `--waivers=${file}`)).toMatchObject({ code: 1, stdout: expired });
  expect(await resultIn(elsewhere)).toMatchObject({ partial: true, waiverProblems: [expired] });
});

test('where the runner alone is started with another reporter, it is said that the verdict is lost', async ({ runs }) => {
  const { stderr, stdout } = await runs.run(['test', '--reporter=list', '--grep', 'getSegment: the typical'], {}, { program: RUNNER });
  expect(stderr).toMatch(/^This run gives no verdict, no report .* --add-reporter leaves it in place\.\n/);
  expect(stdout).toContain('1 passed');
});

test('--ui says what it needs before it starts', async () => {
  const { stdout, stderr } = await command(['--ui', '--reporter=line']);
  expect(stderr).toContain('--add-reporter');
  expect(stdout).toContain('npx playwright install chromium');
});

test('--list runs nothing, leaves earlier reports alone, and is no run without a result', async ({ runs }) => {
  const directory = newFolder();
  writeFileSync(join(directory, 'conformance.json'), '{}');
  const { code, stdout, stderr } = await runs.run(['--trace=on', '--list', ...SEGMENTS], { CES_REPORT_DIR: directory });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout, 'each test has its place in the spec file').toMatch(/ segments\.spec\.ts:\d+:\d+ › getSegment: /);
  expect(await resultIn(directory)).toEqual({});
});
