import type { CheckResult } from '../../../src/result/result.ts';
import { inPartWords, judged } from '../../../src/result/roll-up.ts';
import { expect, test } from '../../test.ts';

const STATEMENT = { id: 's', level: 'requirement', text: '', source: '', endpoints: [1, 2] } as const;
const WORDS = { p: 'passed', f: 'failed', w: 'waived', o: 'not-assessed' } as const;

/** Written `1p 2o`: endpoint and status. */
function checks(text: string): CheckResult[] {
  return text.split(' ').flatMap((word) => {
    const [endpoint = '', status] = word;
    if (status === undefined) return [];
    return {
      title: 't',
      endpoint: endpoint === '-' ? null : Number(endpoint),
      category: 'shape',
      status: WORDS[status as keyof typeof WORDS],
    };
  });
}

for (const [text, expected] of [
  ['', { status: 'not-assessed' }],
  ['1o 2o', { status: 'not-assessed' }],
  ['1p 2p', { status: 'passed' }],
  ['2p 1p 3o', { status: 'passed', partly: true, judgedAt: [1, 2] }],
  ['1p 1o', { status: 'passed', partly: true, judgedAt: [1] }],
  ['-p 1o', { status: 'passed', partly: true, judgedAt: [] }],
  ['1p 2f', { status: 'failed' }],
  ['1p 2f 3o', { status: 'failed', partly: true, judgedAt: [1, 2] }],
  ['1w 2p', { status: 'waived' }],
  ['1w 2f', { status: 'failed' }],
  ['2f 1w', { status: 'failed' }],
  ['1p 2w', { status: 'waived' }],
  ['1w 2o', { status: 'waived', partly: true, judgedAt: [1] }],
] as const) {
  test(`checks ${text || 'none'}: ${Object.values(expected).join(' ')}`, () => {
    expect(judged(STATEMENT, checks(text))).toEqual({ ...STATEMENT, ...expected, checks: checks(text) });
  });
}

test('judged anew, a statement that is whole again is not in part', () => {
  expect(judged(judged(STATEMENT, checks('1p 2o')), checks('1p 2p'))).not.toHaveProperty('partly');
});

test('in part is told by endpoints, or by checks where every endpoint was looked at', () => {
  expect(inPartWords(checks('1p 2o 3o'))).toBe('judged at 1 of 3 endpoints');
  expect(inPartWords(checks('1p 1o 2p'))).toBe('judged by 2 of 3 checks');
});
