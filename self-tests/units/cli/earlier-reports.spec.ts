import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { removeReports } from '../../../src/cli/earlier-reports.ts';
import { findBaseline, type StoredResult } from '../../../src/settings/files/stored-result.ts';
import { newFolder } from '../../folders.ts';
import { noVerdictResult, partialResult, passingResult } from '../../report/sample-result.ts';
import { expect, test } from '../../test.ts';
import { expectTranscript } from '../../transcript.ts';

let folder = '';
let environment: NodeJS.ProcessEnv = {};
test.beforeEach(() => {
  folder = newFolder();
  environment = {};
});

const { target: HERE } = passingResult();
const TARGETS: Readonly<Record<string, StoredResult['target']>> = {
  elsewhere: { baseUrl: 'https://elsewhere.example', embedded: false },
  embedded: { baseUrl: 'http://127.0.0.1:4010', embedded: true },
};
const KINDS: Readonly<Record<string, object>> = {
  whole: {},
  part: { partial: true },
  interrupted: { interrupted: true },
  'no-verdict': { verdict: 'no-verdict', noVerdictReason: 'Nobody answers.' },
};

const [LAST, KEPT] = ['conformance.json', 'baseline.json'] as const;
type Name = typeof LAST | typeof KEPT;
const write = (name: Name, day: string, given: object = {}) =>
  writeFileSync(join(folder, name), JSON.stringify({ ...passingResult(), startedAt: `2026-03-0${day}T00:00:00Z`, ...given }));
/** The day of the result in a file; none where there is no file. */
const dayOf = (name: Name) =>
  existsSync(join(folder, name)) ? (JSON.parse(readFileSync(join(folder, name), 'utf8')) as StoredResult).startedAt.slice(9, 10) : '';

/** Runs written *2 part elsewhere*: a day, what it was, and its target. Each keeps, removes and writes; `begun` only keeps and removes. */
function play(runs: string): void {
  for (const run of runs.split(', ')) {
    const [day = '', kind = 'whole', place = ''] = run.split(' ');
    const target = TARGETS[place] ?? HERE;
    removeReports(folder, target, environment);
    if (day !== 'begun') write(LAST, day, { target, ...KINDS[kind] });
  }
}

test('which result is kept, and which one stands in the folder, after each of several runs was approved', () =>
  expectTranscript('cli/earlier-reports.txt', (runs) => {
    folder = newFolder();
    play(runs);
    const found = findBaseline(folder, HERE);
    const baseline = 'file' in found ? `compared with ${relative(folder, found.file)}` : 'compared with none';
    return `kept ${dayOf(KEPT) || 'none'}, last ${dayOf(LAST) || 'none'}, ${baseline}`;
  }));

test('where the target is not known yet, the newest whole result is kept', () => {
  write(KEPT, '1');
  write(LAST, '2', { target: TARGETS.elsewhere });
  removeReports(folder, null, environment);
  expect([dayOf(KEPT), dayOf(LAST)]).toEqual(['2', '']);
});

test('the other reports go, and so does a result that nobody can read', () => {
  removeReports(folder, HERE, environment);
  for (const name of ['index.html', 'findings.md', 'badge.json', 'mine.txt']) writeFileSync(join(folder, name), 'x');
  writeFileSync(join(folder, LAST), '{"format": ');
  removeReports(folder, HERE, environment);
  expect(readdirSync(folder)).toEqual(['mine.txt']);
});

test('a baseline elsewhere stays what it is, and one that is named as baseline.json stays', () => {
  environment.CES_BASELINE = join(folder, 'before', LAST);
  play('1, begun');
  expect(environment.CES_BASELINE).toBe(join(folder, 'before', LAST));
  environment.CES_BASELINE = join(folder, KEPT);
  play('2, begun');
  expect(dayOf(KEPT)).toBe('1');
  expect(environment.CES_BASELINE).toBe(join(folder, KEPT));
});

test('the last result may be named: it is compared where it is kept, and a whole one in place of a part', () => {
  for (const [last, kept] of [
    [partialResult(), partialResult().startedAt],
    [{ ...passingResult(), startedAt: '2026-03-02T00:00:00Z' }, '2026-03-02T00:00:00Z'],
    [noVerdictResult(), '2026-03-02T00:00:00Z'],
  ] as const) {
    environment.CES_BASELINE = join(folder, LAST);
    writeFileSync(join(folder, LAST), JSON.stringify(last));
    removeReports(folder, HERE, environment);
    expect(environment.CES_BASELINE).toBe(join(folder, KEPT));
    expect(JSON.parse(readFileSync(join(folder, KEPT), 'utf8'))).toMatchObject({ startedAt: kept });
  }
});

test('a folder that has the name of a report is named with its setting', () => {
  mkdirSync(join(folder, 'summary.md'));
  expect(() => removeReports(folder, null, environment)).toThrow(
    /^One setting needs.*\n {2}CES_REPORT_DIR: expected a directory whose reports .*summary\.md/,
  );
});
