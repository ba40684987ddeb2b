import type { Sight } from '../../../src/result/compare/comparison.ts';
import { courseOf, historyOf } from '../../../src/result/compare/history.ts';
import { entryOf } from '../../../src/result/compare/side.ts';
import * as sample from '../../report/sample-result.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';
import { check, statement } from './samples.ts';

const [PASSING, FAILING] = [sample.passingResult(), sample.failingResult()];

/** A statement, written *2/name/website 5*: endpoints, each with the places that are broken there. */
const fields = (text: string) =>
  statement(
    text.split(' ').map((word) => {
      const [endpoint, ...pointers] = word.split(/(?=\/)/);
      const findings = pointers.map((pointer) => ({ pointer, expected: 'a string', actual: 'null' }));
      return check(pointers.length === 0 ? 'passed' : 'failed', { endpoint: Number(endpoint), findings });
    }),
  );
const [cause, effect] = ['authentication.rejects-missing', 'authentication.rejects-empty'] as const;
const rejects = (id: string, status: 'passed' | 'failed') => {
  const findings = status === 'failed' ? [{ expected: 'no success', actual: 'status 200' }] : [];
  return statement([check(status, { endpoint: 5, category: 'authentication', findings })], { id });
};

/** A letter a run: found, waived, gone, or not looked for. */
const SIGHT: Readonly<Record<string, Sight>> = { x: 'seen', w: 'waived', '-': 'gone', '.': 'not-assessed' };
test('runs stand in the order of time, whatever the order of the files', () => {
  const runs = sample.storedRuns();
  expect(sample.historyOfFiles(...runs.toReversed())).toEqual(sample.historyOfFiles(...runs));
  expect(sample.historyOfFiles(...runs.toReversed()).runs.map(({ name }) => name)).toEqual(
    [1, 2, 3, 4, 5, 6].map((day) => `2026-03-0${day}`),
  );
});

test('the embedded service leaves nothing that is known, and is one target whatever its port', () => {
  const at = (port: number) => ({ ...PASSING, target: { baseUrl: `http://127.0.0.1:${port}`, embedded: true } });
  const { runs, leftOut } = sample.historyOfDays(at(4010), at(4020));
  expect(runs.map(({ leftBehind }) => leftBehind)).toEqual([null, null]);
  expect(leftOut).toEqual([]);
});

const NOT_ASKED = 'what only an older suite asked is not looked for any more, rather than gone';
for (const [title, one, other, expected] of [
  ['a finding that reaches another endpoint stays one', [fields('2/name 5')], [fields('2 5/name')], { '/name': 'xx' }],
  [
    'two places that were one finding and part are each there all along',
    ...[[fields('2/name/website 5')], [fields('2/name/website 5/name')], { '/name': 'xx', '/website': 'xx' }],
  ],
  [
    'what was folded into its cause was there already when it stands alone',
    [rejects(cause, 'failed'), rejects(effect, 'failed')],
    [rejects(cause, 'passed'), rejects(effect, 'failed')],
    { [effect]: 'xx', [cause]: 'x-' },
  ],
  [NOT_ASKED, [fields('2/name'), rejects(cause, 'passed')], [rejects(cause, 'passed')], { '/name': 'x.' }],
] as const)
  test(title, () => {
    const { findings } = sample.historyOfDays({ ...PASSING, requirements: one }, { ...PASSING, requirements: other });
    const sights = Object.entries(expected).map(([name, letters]) => [name, [...letters].map((letter) => SIGHT[letter])]);
    expect(findings.map((each) => [each.finding.pointer ?? each.finding.requirement, each.sights])).toEqual(sights);
  });

test('of several targets, that of the newest result that knows its own counts; the others are named with what to do', () => {
  const elsewhere = { ...PASSING, target: { baseUrl: 'https://other.example', embedded: false } };
  const lost = { ...sample.noVerdictResult(), target: { baseUrl: '', embedded: false } };
  const { runs, leftOut, target } = sample.historyOfDays(elsewhere, PASSING, lost);
  expect(runs).toHaveLength(1);
  expect(target).toEqual(PASSING.target);
  const advice = 'Give it a folder and a history of its own.';
  expect(leftOut).toEqual([
    { file: '2026-03-01/conformance.json', reason: 'of another target: https://other.example', advice },
    { file: '2026-03-03/conformance.json', reason: 'of another target: not known, since the run ended before', advice },
  ]);
});

test('a run counts once, though it lies in two files', () => {
  const [, first] = sample.runOn(1, PASSING);
  const { runs, leftOut } = sample.historyOfFiles(['a/conformance.json', first], ['b/baseline.json', first], sample.runOn(2, PASSING));
  expect(runs.map(({ file }) => file)).toEqual(['a/conformance.json', '2026-03-02/conformance.json']);
  expect(leftOut).toMatchObject([{ file: 'b/baseline.json', reason: 'the same run as a/conformance.json' }]);
});

test('a statement in other words or at another level is left out of earlier runs, and named with them', () => {
  const changed = (id: string, change: object) => ({
    ...FAILING,
    requirements: FAILING.requirements.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
  });
  const reworded = changed('endpoint-2.shape', { text: 'Older words.' });
  const { findings, notCompared } = sample.historyOfDays(reworded, changed('endpoint-8.shape', { level: 'robustness' }), FAILING);
  expect(notCompared).toEqual([
    { id: 'endpoint-2.shape', reason: 'its wording is not the same in all files', runs: ['2026-03-01'] },
    { id: 'endpoint-8.shape', reason: 'its level is not the same in all files', runs: ['2026-03-02'] },
  ]);
  const sights = (id: string) => findings.find(({ finding }) => finding.requirement === id)?.sights;
  expect(sights('endpoint-2.shape')).toEqual(['not-assessed', 'seen', 'seen']);
  expect(sights('endpoint-8.shape')).toEqual(['seen', 'not-assessed', 'seen']);
});

test('times of an endpoint are compared only where the number means the same endpoint', () => {
  const endpoints = PASSING.endpoints.map((entry) => (entry.number === 5 ? { ...entry, path: '/companies' } : entry));
  const { endpoints: followed } = sample.historyOfDays({ ...PASSING, endpoints }, PASSING);
  expect(followed.find(({ number }) => number === 5)).toMatchObject({ path: '/businesses', latencies: [null, { endpoint: 5 }] });
  expect(followed.find(({ number }) => number === 6)?.latencies).toMatchObject([{ endpoint: 6 }, { endpoint: 6 }]);
});

test('the course of a finding over runs, a letter each, and how runs are named, was approved', () =>
  expectCalls('result/history.txt', {
    courseOf: (runs: string) => courseOf([...runs].map((letter) => SIGHT[letter] ?? 'gone')),
    namesOf: (...times: string[]) =>
      historyOf(times.map((startedAt, seed) => entryOf(`${seed}.json`, { ...PASSING, seed, startedAt }))).runs.map(({ name }) => name),
  }));
