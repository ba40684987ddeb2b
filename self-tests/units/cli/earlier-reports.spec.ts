import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeReports } from '../../../src/cli/earlier-reports.ts';
import { findBaseline } from '../../../src/settings/files/baseline.ts';
import type { StoredResult } from '../../../src/settings/files/stored-result.ts';
import { noVerdictResult, partialResult, passingResult } from '../../report/sample-result.ts';
import { expect, test } from '../../test.ts';

let folder = '';
let before: string | undefined;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'));
  before = process.env.CES_BASELINE;
  delete process.env.CES_BASELINE;
});
test.afterEach(() => {
  if (before === undefined) delete process.env.CES_BASELINE;
  else process.env.CES_BASELINE = before;
  rmSync(folder, { recursive: true, force: true });
});

const { target: HERE } = passingResult();
const ELSEWHERE = { baseUrl: 'https://elsewhere.example', embedded: false };
const EMBEDDED = { baseUrl: 'http://127.0.0.1:4010', embedded: true };

const [LAST, KEPT] = ['conformance.json', 'baseline.json'] as const;
type Name = typeof LAST | typeof KEPT;
const write = (name: Name, startedAt: string, given: object = {}) =>
  writeFileSync(join(folder, name), JSON.stringify({ ...passingResult(), startedAt, ...given }));
const dateOf = (name: Name) =>
  existsSync(join(folder, name)) ? (JSON.parse(readFileSync(join(folder, name), 'utf8')) as StoredResult).startedAt.slice(0, 10) : null;

/** What a run does with a folder: it keeps, removes and writes. */
function runs(startedAt: string, given: object = {}, target: StoredResult['target'] = HERE): void {
  removeReports(folder, target);
  write(LAST, startedAt, { target, ...given });
}

const LESSER: readonly (readonly [string, object])[] = [
  ['of a part', { partial: true }],
  ['that was interrupted', { interrupted: true }],
  ['without a verdict', { verdict: 'no-verdict', noVerdictReason: 'Nobody answers.' }],
];

for (const [name, given] of LESSER)
  test(`a run ${name} never replaces the last whole result, however many follow`, () => {
    runs('2026-03-01T00:00:00Z');
    for (const day of [2, 3, 4]) runs(`2026-03-0${day}T00:00:00Z`, given);
    expect(dateOf(KEPT)).toBe('2026-03-01');
    expect(findBaseline(folder, HERE)).toEqual({ file: join(folder, KEPT) });
    runs('2026-03-05T00:00:00Z');
    expect([dateOf(KEPT), dateOf(LAST)]).toEqual(['2026-03-01', '2026-03-05']);
    removeReports(folder, HERE);
    expect(dateOf(KEPT)).toBe('2026-03-05');
  });

test('a run at a wrong address costs nothing, and a whole result of another target does not replace that of this one', () => {
  runs('2026-03-01T00:00:00Z');
  runs('2026-03-02T00:00:00Z');
  runs('2026-03-03T00:00:00Z', { verdict: 'no-verdict', noVerdictReason: 'Nobody answers.' }, ELSEWHERE);
  expect(dateOf(KEPT)).toBe('2026-03-02');
  runs('2026-03-04T00:00:00Z', {}, EMBEDDED);
  removeReports(folder, HERE);
  expect(dateOf(KEPT)).toBe('2026-03-02');
});

test('where the target is not known yet, the newest whole result is kept', () => {
  write(KEPT, '2026-03-01T00:00:00Z');
  write(LAST, '2026-03-02T00:00:00Z', { target: ELSEWHERE });
  removeReports(folder, null);
  expect([dateOf(KEPT), dateOf(LAST)]).toEqual(['2026-03-02', null]);
});

test('the other reports go, and so does a result that nobody can read', () => {
  removeReports(folder, HERE);
  for (const name of ['index.html', 'findings.md', 'badge.json', 'mine.txt']) writeFileSync(join(folder, name), 'x');
  writeFileSync(join(folder, LAST), '{"format": ');
  removeReports(folder, HERE);
  expect(readdirSync(folder)).toEqual(['mine.txt']);
});

test('a part is kept where nothing whole is, until there is something whole', () => {
  for (const day of [1, 2]) runs(`2026-03-0${day}T00:00:00Z`, { partial: true });
  expect(dateOf(KEPT)).toBe('2026-03-01');
  runs('2026-03-03T00:00:00Z');
  expect(dateOf(KEPT)).toBe('2026-03-02');
  removeReports(folder, HERE);
  expect(dateOf(KEPT)).toBe('2026-03-03');
});

test('a baseline elsewhere stays what it is', () => {
  process.env.CES_BASELINE = join(folder, 'before', LAST);
  runs('2026-03-01T00:00:00Z');
  removeReports(folder, HERE);
  expect(process.env.CES_BASELINE).toBe(join(folder, 'before', LAST));
});

test('a baseline that is named as baseline.json stays', () => {
  process.env.CES_BASELINE = join(folder, KEPT);
  write(KEPT, '2026-03-01T00:00:00Z');
  write(LAST, '2026-03-02T00:00:00Z');
  removeReports(folder, HERE);
  expect(dateOf(KEPT)).toBe('2026-03-01');
  expect(process.env.CES_BASELINE).toBe(join(folder, KEPT));
});

test('the last result may be named: it is compared where it is kept, and a whole one in place of a part', () => {
  process.env.CES_BASELINE = join(folder, LAST);
  writeFileSync(join(folder, LAST), JSON.stringify(partialResult()));
  removeReports(folder, HERE);
  expect(process.env.CES_BASELINE).toBe(join(folder, KEPT));
  expect(JSON.parse(readFileSync(join(folder, KEPT), 'utf8'))).toEqual(partialResult());

  process.env.CES_BASELINE = join(folder, LAST);
  write(LAST, '2026-03-02T00:00:00Z');
  removeReports(folder, HERE);
  expect(dateOf(KEPT)).toBe('2026-03-02');

  process.env.CES_BASELINE = join(folder, LAST);
  writeFileSync(join(folder, LAST), JSON.stringify(noVerdictResult()));
  removeReports(folder, HERE);
  expect([process.env.CES_BASELINE, dateOf(KEPT)]).toEqual([join(folder, KEPT), '2026-03-02']);
});
