import { courseOf } from '../../../src/result/history/course.ts';
import type { Sight } from '../../../src/result/history/history.ts';
import { historyOf } from '../../../src/result/history/history-of.ts';
import { recordOf } from '../../../src/result/history/record.ts';
import type { CheckResult, ConformanceResult, RequirementResult } from '../../../src/result/result.ts';
import { runOn, storedRuns } from '../../report/sample-history.ts';
import { failingResult, noVerdictResult, passingResult } from '../../report/sample-result.ts';
import { expect, test } from '../../test.ts';

type Stored = ReturnType<typeof runOn>;
const history = (...stored: readonly Stored[]) => historyOf(stored.map(([file, result]) => recordOf(file, result)));
const PASSING = passingResult();

/** The passing result with outcomes of checks of one statement, by endpoint. */
function withChecks(id: string, outcomes: Readonly<Record<number, Partial<CheckResult>>>): ConformanceResult {
  const requirements = PASSING.requirements.map((requirement) =>
    requirement.id === id
      ? { ...requirement, checks: requirement.checks.map((check) => ({ ...check, ...outcomes[check.endpoint ?? 0] })) }
      : requirement,
  );
  return { ...PASSING, requirements };
}

const broken = (pointer: string): Partial<CheckResult> => ({
  status: 'failed',
  findings: [{ pointer, expected: 'a string', actual: 'null' }],
});

test('runs stand in the order of time, whatever the order of the files', () => {
  const runs = storedRuns();
  expect(history(...runs.toReversed())).toEqual(history(...runs));
  expect(history(...runs.toReversed()).runs.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6].map((day) => `2026-03-0${day}`));
});

test('a run has the figures of its result; without a verdict it counts nothing', () => {
  const { runs } = history(...storedRuns());
  expect(runs.map(({ verdict, partly, counts }) => [verdict, partly, counts?.broken, counts?.robustness])).toEqual([
    ['conformant', false, 0, 0],
    ['no-verdict', false, undefined, undefined],
    ['nonconformant', false, 5, 1],
    ['conformant', true, 0, 0],
    ['nonconformant', false, 5, 1],
    ['nonconformant', false, 5, 1],
  ]);
  expect(runs[0]?.leftBehind?.map(({ kind, count }) => `${count} ${kind}`)).toContain('212 businesses');
});

test('the embedded service leaves nothing that is known, and is one target whatever its port', () => {
  const at = (port: number) => ({ ...PASSING, target: { baseUrl: `http://127.0.0.1:${port}`, embedded: true } });
  const { runs, leftOut } = history(runOn(1, at(4010)), runOn(2, at(4020)));
  expect(runs.map(({ leftBehind }) => leftBehind)).toEqual([null, null]);
  expect(leftOut).toEqual([]);
});

test('a finding is followed by its id; a run that did not look is neither found nor gone', () => {
  const { findings } = history(...storedRuns());
  const sights = (id: string) => findings.find(({ finding }) => finding.requirement === id)?.sights;
  expect(sights('endpoint-8.shape')).toEqual(['gone', 'not-assessed', 'seen', 'gone', 'seen', 'seen']);
  expect(sights('endpoint-15.shape')).toEqual(['gone', 'not-assessed', 'waived', 'not-assessed', 'waived', 'waived']);
  expect(findings).toHaveLength(failingResult().findings?.length ?? 0);
});

test('a finding that reaches another endpoint stays one', () => {
  const [one, other] = [{ 2: broken('/name') }, { 5: broken('/name') }].map((outcomes) => withChecks('created.echo', outcomes));
  if (one === undefined || other === undefined) throw new Error('two results');
  const { findings } = history(runOn(1, one), runOn(2, other));
  expect(findings.map(({ sights, finding }) => [finding.endpoints, sights])).toEqual([[[5], ['seen', 'seen']]]);
});

test('two places that were one finding and part are each there all along', () => {
  const both: Partial<CheckResult> = {
    status: 'failed',
    findings: ['/name', '/website'].map((pointer) => ({ pointer, expected: 'a string', actual: 'null' })),
  };
  const apart = { 2: both, 5: broken('/name') };
  const { findings } = history(runOn(1, withChecks('created.echo', { 2: both })), runOn(2, withChecks('created.echo', apart)));
  expect(findings.map(({ finding, sights }) => [finding.pointer, sights])).toEqual([
    ['/name', ['seen', 'seen']],
    ['/website', ['seen', 'seen']],
  ]);
});

test('what was folded into its cause was there already when it stands alone', () => {
  const statement = (id: string, status: 'passed' | 'failed'): RequirementResult => {
    const findings = status === 'failed' ? [{ expected: 'no success', actual: 'status 200' }] : [];
    const checks = [{ title: id, endpoint: 5, category: 'authentication', status, findings }] as const;
    return { id, level: 'requirement', text: id, source: 'Authentication', endpoints: [5], status, checks };
  };
  const cause = (status: 'passed' | 'failed') => statement('authentication.rejects-missing', status);
  const effect = statement('authentication.rejects-empty', 'failed');
  const { findings } = history(
    runOn(1, { ...PASSING, requirements: [cause('failed'), effect] }),
    runOn(2, { ...PASSING, requirements: [cause('passed'), effect] }),
  );
  expect(findings.map(({ finding, sights }) => [finding.requirement, sights])).toEqual([
    ['authentication.rejects-empty', ['seen', 'seen']],
    ['authentication.rejects-missing', ['seen', 'gone']],
  ]);
});

test('of several targets, that of the newest result counts; the others are named with what to do', () => {
  const elsewhere = { ...PASSING, target: { baseUrl: 'https://other.example', embedded: false } };
  const { runs, leftOut } = history(runOn(1, elsewhere), runOn(2, PASSING));
  expect(runs).toHaveLength(1);
  expect(leftOut).toEqual([
    {
      file: '2026-03-01/conformance.json',
      reason: 'of another target: https://other.example',
      advice: 'Give it a folder and a history of its own.',
    },
  ]);
});

test('a run that ended before it knew its target does not decide which target counts', () => {
  const lost = { ...noVerdictResult(), target: { baseUrl: '', embedded: false } };
  const { target, leftOut } = history(runOn(1, PASSING), runOn(2, lost));
  expect(target).toEqual(PASSING.target);
  expect(leftOut.map(({ reason }) => reason)).toEqual(['of another target: not known, since the run ended before']);
});

test('a run counts once, though it lies in two files', () => {
  const [, first] = runOn(1, PASSING);
  const { runs, leftOut } = history(['a/conformance.json', first], ['b/baseline.json', first], runOn(2, PASSING));
  expect(runs.map(({ file }) => file)).toEqual(['a/conformance.json', '2026-03-02/conformance.json']);
  expect(leftOut).toMatchObject([{ file: 'b/baseline.json', reason: 'the same run as a/conformance.json' }]);
});

test('a statement in other words or at another level is left out of earlier runs, and named with them', () => {
  const failing = failingResult();
  const changed = (id: string, change: object) => ({
    ...failing,
    requirements: failing.requirements.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
  });
  const { findings, notCompared } = history(
    runOn(1, changed('endpoint-2.shape', { text: 'Older words.' })),
    runOn(2, changed('endpoint-8.shape', { level: 'robustness' })),
    runOn(3, failing),
  );
  expect(notCompared).toEqual([
    { id: 'endpoint-2.shape', reason: 'its wording is another one in later runs', runs: ['2026-03-01'] },
    { id: 'endpoint-8.shape', reason: 'its level is another one in later runs', runs: ['2026-03-02'] },
  ]);
  const sights = (id: string) => findings.find(({ finding }) => finding.requirement === id)?.sights;
  expect(sights('endpoint-2.shape')).toEqual(['not-assessed', 'seen', 'seen']);
  expect(sights('endpoint-8.shape')).toEqual(['seen', 'not-assessed', 'seen']);
});

test('what only an older suite asked is not looked for any more, rather than gone', () => {
  const requirements = PASSING.requirements.filter(({ id }) => id !== 'endpoint-2.shape');
  const { findings } = history(runOn(1, failingResult()), runOn(2, { ...PASSING, requirements }));
  expect(findings.find(({ finding }) => finding.requirement === 'endpoint-2.shape')?.sights).toEqual(['seen', 'not-assessed']);
});

test('times of an endpoint are compared only where the number means the same endpoint', () => {
  const endpoints = PASSING.endpoints.map((entry) => (entry.number === 5 ? { ...entry, path: '/companies' } : entry));
  const { endpoints: followed } = history(runOn(1, { ...PASSING, endpoints }), runOn(2, PASSING));
  expect(followed.find(({ number }) => number === 5)).toMatchObject({ path: '/businesses', latencies: [null, { endpoint: 5 }] });
  expect(followed.find(({ number }) => number === 6)?.latencies).toMatchObject([{ endpoint: 6 }, { endpoint: 6 }]);
});

test('a run is named by its day; of one day, by the time as far as it is needed; of one instant, by the file too', () => {
  const names = [
    ['2026-03-04T09:08:07.123Z', '2026-03-04'],
    ['2026-03-05T09:08:07.123Z', '2026-03-05 09:08'],
    ['2026-03-05T10:08:07.123Z', '2026-03-05 10:08'],
    ['2026-03-06T09:08:07.123Z', '2026-03-06 09:08:07'],
    ['2026-03-06T09:08:08.123Z', '2026-03-06 09:08:08'],
    ['2026-03-07T09:08:07.123Z', '2026-03-07 09:08:07.123'],
    ['2026-03-07T09:08:07.124Z', '2026-03-07 09:08:07.124'],
    ['2026-03-08T09:08:07.123Z', '2026-03-08 09:08 (7.json)'],
    ['2026-03-08T09:08:07.123Z', '2026-03-08 09:08 (8.json)'],
  ] as const;
  const { runs } = historyOf(names.map(([startedAt], index) => recordOf(`${index}.json`, { ...PASSING, seed: index, startedAt })));
  expect(runs.map(({ name }) => name)).toEqual(names.map(([, name]) => name));
});

/** A letter a run: found, waived, gone, or not looked for. */
const SIGHT: Readonly<Record<string, Sight>> = { x: 'seen', w: 'waived', '-': 'gone', '.': 'not-assessed' };
const course = (runs: string) => courseOf([...runs].map((letter) => SIGHT[letter] ?? 'gone'));

for (const [runs, expected] of [
  ['x', { state: 'there', first: 0, last: 0, since: 0, began: false, seen: 1, returns: 0 }],
  ['--xx', { state: 'there', first: 2, last: 3, since: 2, began: true, seen: 2, returns: 0 }],
  ['..xx', { state: 'there', since: 2, began: false, notAssessed: 2 }],
  ['-.xx', { state: 'there', since: 2, began: true }],
  ['-x.x', { state: 'there', since: 1, began: true, seen: 2, returns: 0 }],
  ['xx--', { state: 'gone', first: 0, last: 1 }],
  ['xx..', { state: 'not-looked-for', last: 1, since: 0 }],
  ['xx.-', { state: 'gone', last: 1 }],
  ['x-x', { state: 'there', first: 0, since: 2, began: true, returns: 1 }],
  ['-x-x-', { state: 'gone', first: 1, last: 3, since: 3, returns: 1 }],
  ['x.-.x', { state: 'there', since: 4, returns: 1 }],
  ['-xw', { state: 'there', waived: true, since: 1 }],
  ['-wx', { state: 'there', waived: false, since: 1 }],
] as const) {
  test(`the course of ${runs}`, () => {
    expect(course(runs)).toMatchObject(expected);
  });
}

test('what no run shows has no course', () => {
  expect(() => course('-.-')).toThrow('without a run that shows it');
});
