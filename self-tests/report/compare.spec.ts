import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderComparison } from '../../src/report/html/compare.tsx';
import { compare } from '../../src/result/compare/compare.ts';
import { readResult } from '../../src/result/compare/read-result.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { command } from '../runs/command.ts';
import { expect, test } from '../test.ts';
import { failingResult, noVerdictResult, passingResult } from './sample-result.ts';

let folder = '';
// Not once a module: a worker that comes back to this file finds the module loaded, and the folder removed.
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'compare-'));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const named = (...results: ConformanceResult[]) => results.map((result, index) => ({ file: `${index}.json`, result }));
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

test('only statements whose outcome is not the same everywhere differ; whether they were assessed is shown apart', () => {
  const { requirements, sentence } = compare(named(passingResult(), failingResult()));
  const failing = failingResult().requirements;
  expect(ids(requirements.filter(({ differs }) => differs))).toEqual(
    ids(failing.filter(({ status, partly }) => status !== 'passed' || partly)),
  );
  const open = failing.filter(({ status, partly }) => status === 'not-assessed' || (status === 'passed' && partly));
  expect(ids(requirements.filter(({ onlyInAssessment }) => onlyInAssessment))).toEqual(ids(open));
  expect(sentence).toBe(
    `2 results: 7 of ${requirements.length} statements differ, ${open.length} more were assessed in some only, or in part, 0 of 5 observations differ`,
  );
});

test('a statement that fails in one and was not assessed in another differs', () => {
  const failing = failingResult();
  const unassessed = failing.requirements.map((entry) => ({ ...entry, status: 'not-assessed' as const, checks: [] }));
  const { requirements } = compare(named(failing, { ...failing, startedAt: '2026-03-05T09:08:07.123Z', requirements: unassessed }));
  const broken = failing.requirements.filter(({ status }) => status === 'failed' || status === 'waived');
  expect(ids(requirements.filter(({ differs, onlyInAssessment }) => differs && !onlyInAssessment))).toEqual(ids(broken));
});

test('the same status by other checks differs too', () => {
  const failing = failingResult();
  const [first] = failing.requirements.filter(({ status, checks }) => status === 'failed' && checks.length > 1);
  if (first === undefined) throw new Error('the sample has a failed requirement of several checks');
  const turned = first.checks.map((check, index) => ({ ...check, status: first.checks.at(-1 - index)?.status ?? check.status }));
  const requirements = failing.requirements.map((entry) => (entry === first ? { ...first, checks: turned } : entry));
  const { requirements: compared } = compare(named(failing, { ...failing, requirements }));
  expect(ids(compared.filter(({ differs }) => differs))).toEqual([first.id]);
});

test('columns keep the order in which the results are given', () => {
  const results = named(noVerdictResult(), failingResult(), passingResult());
  expect(compare(results).columns.map(({ file }) => file)).toEqual(['0.json', '1.json', '2.json']);
  expect(compare([...results].reverse()).columns.map(({ file }) => file)).toEqual(['2.json', '1.json', '0.json']);
});

test('a label is the name of its column', () => {
  const [first, second] = named(passingResult(), failingResult()).map((entry, index) => ({ ...entry, label: `build ${index}` }));
  if (first === undefined || second === undefined) throw new Error('two results');
  const comparison = compare([first, second]);
  expect(comparison.columns.map(({ name }) => name)).toEqual(['build 0', 'build 1']);
  expect(renderComparison(comparison)).toContain('<h3>build 1</h3>');
});

const passing = passingResult();
const later = { ...passing, startedAt: '2026-03-05T09:08:07.123Z' };
const laterThatDay = { ...passing, startedAt: '2026-03-04T10:08:07.123Z' };
const elsewhere = { ...passing, target: { baseUrl: 'https://other.example', embedded: false } };
for (const [what, other, names] of [
  ['target', elsewhere, ['https://staging.example.com/api/v1 · 2026-03-04', 'https://other.example · 2026-03-04']],
  ['date', later, ['https://staging.example.com/api/v1 · 2026-03-04', 'https://staging.example.com/api/v1 · 2026-03-05']],
  [
    'time',
    laterThatDay,
    ['https://staging.example.com/api/v1 · 2026-03-04 09:08 UTC', 'https://staging.example.com/api/v1 · 2026-03-04 10:08 UTC'],
  ],
  [
    'file',
    passing,
    [
      'https://staging.example.com/api/v1 · 2026-03-04 09:08 UTC (0.json)',
      'https://staging.example.com/api/v1 · 2026-03-04 09:08 UTC (1.json)',
    ],
  ],
] as const) {
  test(`columns differ by ${what}`, () => {
    expect(compare(named(passing, other)).columns.map(({ name }) => name)).toEqual(names);
  });
}

test('a filtered run says so in its column', () => {
  const comparison = compare(named(passing, { ...passing, startedAt: '2026-03-05T09:08:07.123Z', partial: true }));
  expect(comparison.columns.map(({ partial }) => partial)).toEqual([false, true]);
  expect(renderComparison(comparison).match(/part of a run: it was filtered/g)).toHaveLength(1);
});

test('a column whose result speaks for a part only carries ◐, as everywhere else', () => {
  const open = { ...passing.requirements[0], status: 'not-assessed' } as (typeof passing.requirements)[number];
  const assessed = { ...passing, requirements: [open, ...passing.requirements.slice(1)] };
  const comparison = compare(named(passing, assessed, { ...passing, interrupted: true }, failingResult()));
  expect(comparison.columns.map(({ partly }) => partly)).toEqual([false, true, true, false]);
  const marks = [...renderComparison(comparison).matchAll(/<li class="([a-z-]+)">.*?<b class="mark" aria-hidden="true">(.)<\/b>/gs)];
  expect(marks.map(([, tone, mark]) => [tone, mark])).toEqual([
    ['conformant', '✓'],
    ['partly', '◐'],
    ['partly', '◐'],
    ['nonconformant', '✕'],
  ]);
});

test('one file given twice still has two names', () => {
  const twice = compare([...named(passing), ...named(passing)]);
  expect(new Set(twice.columns.map(({ name }) => name)).size).toBe(2);
});

test('drift is shown by question, endpoints that agree together; member order and what was not asked are none', () => {
  const seen = passing.observations.filter(({ id }) => id !== 'authentication.challenge');
  const observations = seen.map((entry) => {
    if (entry.id === 'authentication.missing-credentials-status') return { ...entry, answer: 403 };
    return entry.id === 'errors.unknown-id' ? { ...entry, answer: { members: ['error', 'message'], status: 404 } } : entry;
  });
  const compared = compare(named(passing, { ...passing, observations })).observations;
  expect(compared.filter(({ differs }) => differs)).toMatchObject([
    { id: 'authentication.missing-credentials-status', answers: [[401], [403]], endpoints: expect.arrayContaining([1, 18]) },
  ]);
  expect(compared.find(({ id }) => id === 'authentication.challenge')?.answers).toEqual([['Basic realm="api"'], []]);
});

const ROUND = { id: 'events.resolved-after', endpoint: 1, question: 'How long?' };
const SHARE = { id: 'limits.accepted-inputs', endpoint: 7, question: 'Which share?' };
for (const [title, one, other, differs] of [
  ['two times', { ...ROUND, answer: 181 }, { ...ROUND, answer: 227 }, false],
  ['a time, and none', { ...ROUND, answer: 181 }, { ...ROUND, answer: null }, true],
  [
    'two shares, with the same values refused',
    { ...SHARE, answer: { tried: 113, accepted: 25, refusedBoundaries: ['0'] } },
    { ...SHARE, answer: { tried: 113, accepted: 30, refusedBoundaries: ['0'] } },
    false,
  ],
  [
    'two shares, with other values refused',
    { ...SHARE, answer: { tried: 113, accepted: 25, refusedBoundaries: ['0'] } },
    { ...SHARE, answer: { tried: 113, accepted: 25, refusedBoundaries: [] } },
    true,
  ],
] as const) {
  test(`what chance makes another each time is no drift: ${title}`, () => {
    const { observations } = compare(named({ ...passing, observations: [one] }, { ...passing, observations: [other] }));
    expect(observations).toMatchObject([{ differs, answers: [[one.answer], [other.answer]] }]);
  });
}

test('statements of another wording, level, or of one file alone are listed, not compared', () => {
  const [worded, levelled, missing, ...rest] = passing.requirements;
  if (worded === undefined || levelled === undefined || missing === undefined) throw new Error('the sample has three statements');
  const other = { ...passing, requirements: [{ ...worded, text: 'Other words.' }, { ...levelled, level: 'robustness' as const }, ...rest] };
  const { notCompared, requirements } = compare(named(passing, other));
  expect(notCompared).toEqual([
    { id: worded.id, reason: 'its wording is not the same in all files', statuses: ['passed', 'passed'] },
    { id: levelled.id, reason: 'its level is not the same in all files', statuses: ['passed', 'passed'] },
    { id: missing.id, reason: 'not in every file', statuses: ['passed', null] },
  ]);
  expect(requirements).toHaveLength(rest.length);
});

const whole = JSON.stringify(passing);
for (const [name, content, message] of [
  ['cut', whole.slice(0, 2000), 'not JSON and seems to be cut'],
  ['empty', '', 'empty. Did the run come to its end?'],
  ['other', '{"name": "package"}', 'no conformance result: it has no "format"'],
  ['newer', JSON.stringify({ ...passing, format: '2.0.0' }), 'format 2.0.0, and this version reads 1.x'],
  ['changed', JSON.stringify({ ...passing, seed: 'x' }), 'not as its format 1.7.0 asks: /seed must be integer'],
  ['missing', null, 'no such file'],
] as const) {
  test(`a file that is ${name} is named, with what is wrong`, () => {
    const file = join(folder, `${name}.json`);
    if (content !== null) writeFileSync(file, content);
    expect(() => readResult(file)).toThrow(`${file}: ${message}`);
  });
}

test('a file of the first version, without the members that came later, can be read', () => {
  const file = join(folder, 'first.json');
  const { fields: _fields, leftBehind: _leftBehind, sensitivity: _sensitivity, partial: _partial, ...first } = passing;
  writeFileSync(file, JSON.stringify({ ...first, format: '1.0.0' }));
  expect(compare([{ file, result: readResult(file) }, ...named(passing)]).requirements.some(({ differs }) => differs)).toBe(false);
});

test('a later minor version with members of its own can be read', () => {
  const file = join(folder, 'minor.json');
  writeFileSync(file, JSON.stringify({ ...passing, format: '1.7.0', weather: 'fine' }));
  expect(readResult(file).verdict).toBe('conformant');
});

test('the command writes both files and shows the differences; input that cannot be used ends with 2', async () => {
  writeFileSync(join(folder, 'a.json'), whole);
  writeFileSync(join(folder, 'b.json'), JSON.stringify(failingResult()));
  const run = (...args: string[]) => command(['compare', ...args]);
  const good = await run(join(folder, 'a.json'), join(folder, 'b.json'), '--out', join(folder, 'out'));
  expect(good).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('event.extra-is-tracked-data: passed | failed') });
  expect(JSON.parse(readFileSync(join(folder, 'out', 'compare.json'), 'utf8'))).toMatchObject({ format: '1.3.0' });
  expect(readFileSync(join(folder, 'out', 'compare.html'), 'utf8')).toContain('Statements that differ');
  const bad = await run(join(folder, 'a.json'), join(folder, 'nowhere.json'), '--out', join(folder, 'none'));
  expect(bad).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('nowhere.json: no such file') });
  expect(existsSync(join(folder, 'none'))).toBe(false);
  const labelled = await run(
    join(folder, 'b.json'),
    join(folder, 'a.json'),
    '--label',
    'before',
    '--label',
    'after',
    '--out',
    join(folder, 'out'),
  );
  expect(labelled).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/ {2}1 {2}before: Not conformant.*\n {2}2 {2}after: Conformant/),
  });
  expect(await run(join(folder, 'a.json'), join(folder, 'b.json'), '--label', 'before')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--label: one for each result is needed, 1 given for 2'),
  });
  expect(await run(join(folder, 'a.json'), join(folder, 'b.json'), '--label=x', '--label=x')).toMatchObject({ code: 2 });
  expect(await run(join(folder, 'a.json'))).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage: npm run compare') });
});
