import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { failureMessage } from '../../src/engine/evidence/evidence.ts';
import { toMarkdown } from '../../src/report/markdown.ts';
import { addSensitivity } from '../../src/report/write-reports.ts';
import { findingsOf } from '../../src/result/findings.ts';
import { type ConformanceResult, FORMAT } from '../../src/result/result.ts';
import { newFolder } from '../folders.ts';
import { command } from '../runs/command.ts';
import { expect, test } from '../test.ts';
import { changedResult, failingResult, noVerdictResult, passingResult, storedRuns } from './sample-result.ts';

/** Runs a command on a folder of these files. In its arguments, `@` stands for the folder. */
function commandOn(files: Readonly<Record<string, unknown>>) {
  const folder = newFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const run = (line: string) =>
    command(line.replaceAll('@', folder).split(' '), { CES_REPORT_DIR: folder, CES_WAIVERS: join(folder, 'waivers.json') });
  return { folder, read, run };
}

const TWO = { 'a.json': passingResult(), 'b.json': failingResult() };

test('comment prints the last result, or that of a file', async () => {
  const { run } = commandOn({ 'conformance.json': changedResult(), 'b.json': failingResult() });
  expect(await run('comment')).toMatchObject({ code: 0, stderr: '', stdout: toMarkdown(changedResult()) });
  expect((await run('comment @/b.json')).stdout).toBe(toMarkdown(failingResult()));
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

/** With the messages that a run gives to what it found. */
const FAILING: ConformanceResult = {
  ...failingResult(),
  requirements: failingResult().requirements.map((requirement) => ({
    ...requirement,
    checks: requirement.checks.map((check) => ({ ...check, ...(check.findings && { message: failureMessage(requirement, check) }) })),
  })),
};
const FAILED = 'event.extra-is-tracked-data';
const FILLED = { reason: 'Mended with release 12', owner: 'T-1' };

test('without --write, waivers only shows what it would draft', async () => {
  const { run, folder } = commandOn({ 'conformance.json': FAILING });
  const { code, stdout } = await run('waivers');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Would draft \d+ waivers; npm run waivers -- --write writes .*waivers\.json:$/m);
  expect(stdout).toMatch(/^--finding ID drafts for that finding alone: \S+-[0-9a-f]{6}, /m);
  // The values are made anew in each run.
  expect(stdout).toMatch(/"At \/extra", which covers every wrong value there$/m);
  expect(stdout).toContain(`${FAILED} at endpoint 18: `);
  expect(readdirSync(folder)).toEqual(['conformance.json']);
});

test('with --finding, waivers drafts for that finding alone, until the day that is given', async () => {
  const { run, read } = commandOn({ 'conformance.json': FAILING });
  const [id] = findingsOf(FAILING.requirements).map((finding) => finding.id);
  const { code } = await run(`waivers --write --finding ${id} --until 2027-01-31`);
  expect([code, JSON.parse(read('waivers.json'))]).toMatchObject([0, [{ expires: '2027-01-31' }]]);
  const wrong = await run('waivers --finding none-of-them --until soon');
  const both = /--until: expected a date.*--finding: expected the id of a finding/s;
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(both) });
});

test('where each failure has a waiver that holds no more, nothing is called in order', async () => {
  const lasting = FAILING.requirements.filter(({ id }) => id === FAILED);
  const { run, read } = commandOn({ 'conformance.json': { ...FAILING, requirements: lasting } });
  await run('waivers --write --until 2020-01-31 --reason Known --owner T-1');
  expect(read('waivers.json')).toContain('2020-01-31');
  const { stdout } = await run('waivers');
  expect(stdout).toMatch(/^Nothing to draft: correct, renew or take out what .*waivers\.json has, as said above\.$/m);
});

test('with --write, waivers adds to what is there, which stays as it is, and says where no run takes it', async () => {
  const own = { requirement: 'segment.fields', endpoint: 13, ...FILLED, expires: '2020-01-01', message: 'At /filter', extra: 'kept' };
  const { run, read } = commandOn({ 'conformance.json': FAILING, 'waivers.json': [own] });
  const { code, stdout, stderr } = await run('waivers --write');
  expect([code, stderr]).toEqual([2, expect.stringContaining('No run takes')]);
  const [first, ...drafted]: unknown[] = JSON.parse(read('waivers.json'));
  expect(first).toEqual(own);
  const expires = new Date(Date.now() + 90 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  expect(drafted).toContainEqual(expect.objectContaining({ requirement: FAILED, endpoint: 18, reason: 'TODO', owner: 'TODO', expires }));
  expect(stdout).toContain(`after the 1 there`);
  expect(stdout).toContain(`They hold until ${expires}.`);
  // Once more: all have one now.
  expect((await run('waivers --write')).stdout).toContain('Nothing was drafted');
  expect(JSON.parse(read('waivers.json'))).toHaveLength(1 + drafted.length);
});

test('waivers shows the state of each', async () => {
  const holding = { ...FILLED, expires: '2099-01-01', requirement: FAILED, endpoint: 18, message: 'At /extra' };
  const said: readonly (readonly [entry: unknown, words: string])[] = [
    [holding, `1. ${FAILED} at endpoint 18: holds`],
    [{ ...holding, message: 'At /elsewhere' }, 'the failure is another one now'],
    [{ ...holding, expires: '2020-01-01' }, 'expired on 2020-01-01'],
    [{ ...holding, reason: 'TODO' }, 'a reason that somebody else understands; found the reason "TODO"'],
    [{ ...holding, requirement: 'event.extra-is-tracked-dat' }, 'Did you mean "event.extra-is-tracked-data"'],
    ['nothing', '6. "nothing": expected an object'],
  ];
  const { run } = commandOn({ 'conformance.json': FAILING, 'waivers.json': said.map(([entry]) => entry) });
  const { code, stdout } = await run('waivers');
  expect(code).toBe(2);
  for (const [index, line] of stdout.split('\n').slice(0, said.length).entries()) expect(line).toContain(said[index]?.[1]);
});

const result = passingResult();
for (const [name, files, message] of [
  ['a filtered run', { 'conformance.json': { ...result, partial: true } }, /filtered.*without filters/],
  ['an interrupted run', { 'conformance.json': { ...result, interrupted: true } }, /interrupted.*to its end/],
  ['no verdict', { 'conformance.json': noVerdictResult() }, /no verdict: Nothing answers.*Run/],
  ['no result at all', {}, /no such file/],
  ['a file that is none of waivers', { 'conformance.json': result, 'waivers.json': {} }, /a JSON list of waivers/],
] as const)
  test(`waivers refuses ${name}, with what to do`, async () => {
    const { run, folder } = commandOn(files);
    expect(await run('waivers --write')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
    expect(readdirSync(folder)).toEqual(Object.keys(files));
  });

test('after a replay, the last whole result of the same target is read, and named; a named file is not replaced', async () => {
  const replay = { ...FAILING, partial: true, requirements: [] };
  const beside = (kept: unknown) => commandOn({ 'conformance.json': replay, 'baseline.json': kept });
  const { run } = beside({ ...FAILING, startedAt: '2026-03-01T00:00:00.000Z' });
  const { code, stdout } = await run('waivers');
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^Read .*baseline\.json, the last whole run \(2026-03-01T.*\), in place of .*conformance\.json: the run was filtered/,
  );
  expect(stdout).toContain(`${FAILED} at endpoint 18: `);
  const refused = { code: 2, stderr: expect.stringContaining('filtered') };
  expect(await run('waivers --result @/conformance.json')).toMatchObject(refused);
  for (const kept of [{ ...FAILING, target: EMBEDDED }, replay]) expect(await beside(kept).run('waivers')).toMatchObject(refused);
});

const { target: STAGING, sensitivity: _, ...UNMEASURED } = failingResult();
const EMBEDDED = { baseUrl: 'http://127.0.0.1:4000', embedded: true };
const figures = { sentence: '1 of 2 faults were noticed', noticed: 1, assessed: 2, measuredAt: '2026-03-05T00:00:00.000Z', unseen: [] };
const measured = { ...figures, target: STAGING, counts: {}, faults: [] };

test('a sensitivity is added to the last result, as far as its format has it, and all reports are written again', async () => {
  const settings = [...UNMEASURED.settings, { name: 'CES_FAIL_ON', value: 'completeness', source: 'environment' }];
  for (const [format, then] of Object.entries({ '1.0.0': FORMAT, '1.8.0': '1.8.0' })) {
    const before = { ...UNMEASURED, target: STAGING, settings, format };
    const { folder, read } = commandOn({ 'conformance.json': before });
    expect(await addSensitivity(measured, folder)).toContain(`tells it too: ${join(folder, 'index.html')}`);
    expect(JSON.parse(read('conformance.json'))).toEqual({ ...JSON.parse(JSON.stringify(before)), format: then, sensitivity: figures });
    expect(read('index.html')).toContain('With these settings, 1 of 2 faults were noticed');
    expect(read('junit.xml')).toContain('failures="6"');
  }
});

const CUT = /^No report tells it: \S+conformance\.json: not JSON and seems to be cut/;
for (const [title, files, line] of [
  ['no result', {}, /^No report tells it: there is no \S+conformance\.json, as a run of the suite writes it\.$/],
  ['another target', { 'conformance.json': { ...UNMEASURED, target: EMBEDDED } }, /^No report tells it: \S+ is about another target\.$/],
  ['a file that is cut', { 'conformance.json': '{"format": "1.1.0",' }, CUT],
] as const)
  test(`a sensitivity beside ${title}: one line, and nothing is written`, async () => {
    const { folder } = commandOn(files);
    expect(await addSensitivity(measured, folder)).toMatch(line);
    expect(readdirSync(folder)).toEqual(Object.keys(files));
  });
