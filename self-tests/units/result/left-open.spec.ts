import { NO_SUCH_FORM } from '../../../src/http/wrong-credentials.ts';
import { findingsOf } from '../../../src/result/findings.ts';
import { leftOpenLines } from '../../../src/result/left-open.ts';
import type { CheckResult, ConformanceResult } from '../../../src/result/result.ts';
import { judged } from '../../../src/result/roll-up.ts';
import { passingResult } from '../../report/sample-result.ts';
import { expect, test } from '../../test.ts';

/** A result with these checks, each of a requirement of its own. */
function having(...all: readonly Partial<CheckResult>[][]): ConformanceResult {
  const requirements = all.map((given, index) => {
    const checks = given.map((check): CheckResult => ({ title: 't', endpoint: 13, category: 'shape', status: 'passed', ...check }));
    return judged({ id: `r-${index}`, level: 'requirement', text: '', source: '', endpoints: [13] }, checks);
  });
  const settings = [{ name: 'CES_SEGMENT_ID', value: 'seg_nope', source: 'environment' }];
  return { ...passingResult(), settings, requirements, findings: findingsOf(requirements) };
}

const open = (message: string, given: Partial<CheckResult> = {}): Partial<CheckResult> => ({ status: 'not-assessed', message, ...given });
const refused: Partial<CheckResult> = {
  status: 'failed',
  findings: [{ expected: 'status 200', actual: 'status 404: CES_SEGMENT_ID="seg_nope" is not found; if the id is right, this is a fault' }],
};

test('few open requirements are named, each with its reason; one that was judged in part too', () => {
  const second = open('not set', { variables: ['CES_OTHER_SEGMENT_ID'] });
  expect(leftOpenLines(having([open(NO_SUCH_FORM), open(NO_SUCH_FORM, { endpoint: 8 })], [{}, second], [{}]))).toEqual([
    `r-0: ${NO_SUCH_FORM}`,
    'r-1 (in part): not set',
  ]);
});

test('four are not named, and neither are those of a part of a run', () => {
  expect(leftOpenLines(having(...[1, 2, 3, 4].map(() => [open('why')])))).toEqual([]);
  expect(leftOpenLines({ ...having([open('why')]), partial: true })).toEqual([]);
});

test('a setting whose record is not found comes first, with what it costs at its endpoints', () => {
  const dead = [1, 2, 3].map(() => [open('A rejection proves nothing')]);
  const elsewhere = [open('Nothing was rejected', { endpoint: 8 })];
  expect(leftOpenLines(having([refused], ...dead, elsewhere, [open(NO_SUCH_FORM)]))).toEqual([
    'CES_SEGMENT_ID=seg_nope is not found: it costs 3 requirements',
  ]);
  expect(leftOpenLines(having([refused]))).toEqual(['CES_SEGMENT_ID=seg_nope is not found']);
});
