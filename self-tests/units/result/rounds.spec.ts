import type { CheckResult, ConformanceResult, Status } from '../../../src/result/result.ts';
import { cheapTitles, hindrances, openFindings, tellingTitles, updated, withoutMet } from '../../../src/result/rounds.ts';
import { expect, test } from '../../test.ts';
import { NULL, resultOf, check as sample } from './samples.ts';

const check = (title: string, status: Status, given: Partial<CheckResult> = {}) => sample(status, { title, ...given });
const statuses = ({ requirements }: ConformanceResult) =>
  requirements.map(({ status, checks }) => [status, ...checks.map((entry) => `${entry.title} ${entry.status}`)]);

test('a later run replaces what it looked at, and nothing else', () => {
  const before = resultOf([check('a', 'failed'), check('b', 'failed'), check('c', 'passed')]);
  expect(statuses(updated(before, resultOf([check('a', 'passed')])))).toEqual([['failed', 'a passed', 'b failed', 'c passed']]);
  expect(statuses(updated(before, resultOf([check('a', 'passed'), check('b', 'passed')])))).toEqual([
    ['passed', 'a passed', 'b passed', 'c passed'],
  ]);
  expect(updated(before, resultOf([check('a', 'passed'), check('b', 'passed')])).findings).toEqual([]);
});

test('a failure at which it could not look again stays', () => {
  const before = resultOf([check('a', 'failed')]);
  expect(statuses(updated(before, resultOf([check('a', 'not-assessed')])))).toEqual([['failed', 'a failed']]);
  const halfBlind = resultOf([check('a', 'not-assessed'), check('a', 'passed', { endpoint: 5 })]);
  expect(statuses(updated(before, halfBlind))[0]?.[0]).toBe('failed');
});

test('a failure that a test met, and did not meet again, is gone', () => {
  const before = resultOf([check('a', 'failed', { met: true })]);
  const later = resultOf([check('a', 'passed')], { id: 'campaign.other' });
  expect(updated(before, later).findings).toEqual([]);
});

test('a round looks again for what is neither waived nor completeness', () => {
  expect(tellingTitles(openFindings(resultOf([check('a', 'failed', { counterexample: 1 }), check('b', 'failed')])))).toEqual(['b']);
  expect(openFindings(resultOf([check('a', 'waived', { findings: [NULL] })]))).toEqual([]);
  expect(openFindings(resultOf([check('a', 'failed')], { level: 'completeness' }))).toEqual([]);
});

test('tests with generated input, and those that only met a finding, are left to a whole run', () => {
  const result = resultOf([check('a', 'failed'), check('b', 'failed', { counterexample: 1 }), check('c', 'failed', { met: true })]);
  expect(cheapTitles(openFindings(result))).toEqual(['a']);
});

test('what was only met is gone with what it was met of; what generated input showed is not', () => {
  const met = resultOf([check('c', 'failed', { met: true }), check('a', 'passed')]);
  expect(statuses(withoutMet(met, openFindings(met)))).toEqual([['passed', 'a passed']]);
  const generated = resultOf([check('c', 'failed', { met: true }), check('b', 'failed', { counterexample: 1 })]);
  expect(statuses(withoutMet(generated, openFindings(generated)))).toEqual([['failed', 'c failed', 'b failed']]);
});

test('why tests could look at nothing', () => {
  const result = resultOf([
    check('a', 'not-assessed', { message: 'CES_WRITE_BUDGET is spent' }),
    check('b', 'passed'),
    check('b', 'not-assessed', { message: 'other' }),
  ]);
  expect(hindrances(['a', 'b'], result)).toEqual(['CES_WRITE_BUDGET is spent']);
});
