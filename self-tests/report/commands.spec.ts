import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toComment } from '../../src/report/summary.ts';
import { newFolder } from '../folders.ts';
import { command } from '../runs/command.ts';
import { expect, test } from '../test.ts';
import { changedResult, failingResult, passingResult, storedRuns } from './sample-result.ts';

/** Runs a command on a folder of these files. In its arguments, `@` stands for the folder. */
function commandOn(files: Readonly<Record<string, unknown>>) {
  const folder = newFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const run = (line: string) => command(line.replaceAll('@', folder).split(' '), { CES_REPORT_DIR: folder });
  return { folder, read, run };
}

const TWO = { 'a.json': passingResult(), 'b.json': failingResult() };

test('comment prints the last result, or that of a file', async () => {
  const { run } = commandOn({ 'conformance.json': changedResult(), 'b.json': failingResult() });
  expect(await run('comment')).toMatchObject({ code: 0, stderr: '', stdout: toComment(changedResult()) });
  expect((await run('comment @/b.json')).stdout).toBe(toComment(failingResult()));
});

test('compare writes both files and shows the differences, each result under its label', async () => {
  const { run, read } = commandOn(TWO);
  const said = expect.stringContaining('event.extra-is-tracked-data: passed | failed');
  expect(await run('compare @/a.json @/b.json --out @/out')).toMatchObject({ code: 0, stderr: '', stdout: said });
  expect(JSON.parse(read('out/compare.json'))).toMatchObject({ format: '1.4.0' });
  expect(read('out/compare.html')).toContain('Statements that differ');
  const { stdout } = await run('compare @/b.json @/a.json --label before --label after --out @/out');
  expect(stdout).toMatch(/ {2}1 {2}before: Not conformant.*\n {2}2 {2}after: Conformant/);
});

test('history makes one page of a folder and says what is broken', async () => {
  const { run, read, folder } = commandOn(Object.fromEntries(storedRuns()));
  const { code, stdout, stderr } = await run('history @ --out @/out');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('https://staging.example.com/api/v1: 6 runs, 2026-03-01 to 2026-03-06\n');
  expect(stdout.trimEnd()).toMatch(/history\.html$/);
  expect(read('out/history.html')).toContain('Not conformant since 2026-03-03');
  expect(read('out/history.html')).not.toContain(folder);
});

for (const [line, said] of [
  ['comment', /conformance\.json: no such file/],
  ['comment a b', /Usage: npm run comment/],
  ['compare @/a.json @/nowhere.json --out @/none', /nowhere\.json: no such file/],
  ['compare @/a.json @/b.json --label before', /--label: one for each result is needed, 1 given for 2/],
  ['compare @/a.json @/b.json --label=x --label=x', /--label: each needs a name of its own/],
  ['compare @/a.json', /Usage: npm run compare/],
  ['history', /expected one folder\. Usage: npm run history -- folder \[--out <folder>\]; found 0 words/],
  ['history @ --last 3', /--last: expected an option of this command/],
  ['history @ --out --last', /--out: expected a value \(one that begins/],
  ['history -- -reports', /-reports: no such folder\. Give the folder that holds the results\.\n/],
  ['history @ --out @/none', /^.*cut\.json: not JSON and seems to be cut.* Give.*\n.*empty\.json: empty\. .*\n$/],
  ['waivers --wrote', /Usage: npm run waivers/],
  ['waivers a.json b.json', /one file of waivers/],
] as const)
  test(`${line} ends with 2, says what is wrong, and writes nothing`, async () => {
    const { run, folder } = commandOn({ ...TWO, 'cut.json': '{"format": ', 'empty.json': '' });
    expect(await run(line)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(said) });
    expect(readdirSync(folder)).toEqual(['a.json', 'b.json', 'cut.json', 'empty.json']);
  });
