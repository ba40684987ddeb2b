import { EVERY } from '../../../src/checks/run-history.ts';
import { exitReason } from '../../../src/result/exit-reason.ts';
import { findingsOf } from '../../../src/result/findings.ts';
import { type ConformanceResult, inPartWords, judged, type Level } from '../../../src/result/result.ts';
import { isPartly, saysNothing, verdictOf, verdictSentence } from '../../../src/result/verdict.ts';
import { expect, test } from '../../test.ts';
import { check, checks, EMPTY, exchange, NULL, set, statement, statements } from './samples.ts';

const STATEMENT = { id: 's', level: 'requirement', text: '', source: '', endpoints: [1, 2] } as const;
for (const [text, expected] of [
  ['', { status: 'not-assessed' }],
  ['not-assessed 1, not-assessed 2', { status: 'not-assessed' }],
  ['passed 1, passed 2', { status: 'passed' }],
  ['passed 2, passed 1, not-assessed 3', { status: 'passed', partly: true, judgedAt: [1, 2] }],
  ['passed 1, not-assessed 1', { status: 'passed', partly: true, judgedAt: [1] }],
  ['passed -, not-assessed 1', { status: 'passed', partly: true, judgedAt: [] }],
  ['passed 1, failed 2', { status: 'failed' }],
  ['passed 1, failed 2, not-assessed 3', { status: 'failed', partly: true, judgedAt: [1, 2] }],
  ['waived 1, passed 2', { status: 'waived' }],
  ['waived 1, failed 2', { status: 'failed' }],
  ['failed 2, waived 1', { status: 'failed' }],
  ['passed 1, waived 2', { status: 'waived' }],
  ['waived 1, not-assessed 2', { status: 'waived', partly: true, judgedAt: [1] }],
] as const)
  test(`checks ${text || 'none'}: ${Object.values(expected).join(' ')}`, () => {
    expect(judged(STATEMENT, checks(text))).toEqual({ ...STATEMENT, ...expected, checks: checks(text) });
  });

test('judged anew, a statement that is whole again is not in part', () => {
  expect(judged(judged(STATEMENT, checks('passed 1, not-assessed 2')), checks('passed 1, passed 2'))).not.toHaveProperty('partly');
});

test('in part is told by endpoints, or by checks where every endpoint was looked at', () => {
  expect(inPartWords(checks('passed 1, not-assessed 2, not-assessed 3'))).toBe('judged at 1 of 3 endpoints');
  expect(inPartWords(checks('passed 1, not-assessed 1, passed 2'))).toBe('judged by 2 of 3 checks');
});

/** The result of statements, judged as a run judges them. */
function resultOf(text: string, given: Partial<ConformanceResult> = {}, settings: Record<string, string> = {}): ConformanceResult {
  const requirements = statements(text);
  const { noVerdictReason, ...judged } = verdictOf(requirements, given.noVerdictReason ?? null);
  const result = {
    ...{ ...EMPTY, ...judged, requirements, findings: findingsOf(requirements) },
    settings: Object.entries(settings).map(([name, value]) => set(name, value)),
    ...given,
    noVerdictReason: noVerdictReason ?? '',
  };
  return { ...result, sentence: verdictSentence(result) };
}

const ONLY_REQUIREMENTS = { CES_FAIL_ON: 'requirement' };
const LESS = { CES_READ_ONLY: '1', CES_PROPERTY_RUNS: '0' };

/** The exit code of the runner, and the statements of a run. */
const RUNS: readonly (readonly [run: string, given?: Partial<ConformanceResult>, settings?: Readonly<Record<string, string>>])[] = [
  ['0 r:passed r:passed'],
  ['0 r:passed r:passed b:not-assessed'],
  ['0 r:passed r:not-assessed'],
  ['0 r:passed c:not-assessed'],
  ['0 r:passed~'],
  ['0 r:passed b:passed~'],
  ['0 r:passed r:passed~ b:passed~'],
  ['0 r:passed~ r:passed~ r:not-assessed'],
  ['0 r:passed', {}, LESS],
  ['0 r:passed', {}, { CES_READ_ONLY: 'true' }],
  ['0 r:passed', {}, { CES_READ_ONLY: '0', CES_PROPERTY_RUNS: '100' }],
  ['0 r:passed c:failed'],
  ['0 r:passed b:waived'],
  ['0 r:passed b:failed', {}, ONLY_REQUIREMENTS],
  ['0 r:waived:2027-02-19'],
  ['0 r:waived~'],
  ['0 r:waived:2027-02-19 c:failed'],
  ['0 r:waived:2027-02-19 r:waived:2026-12-31'],
  ['0 r:waived:2027-02-19 b:failed b:failed', {}, ONLY_REQUIREMENTS],
  ['0 r:not-assessed'],
  ['0 r:passed r:not-assessed', { partial: true }],
  ['1 r:passed'],
  ['1 r:passed b:failed'],
  ['1 r:passed b:failed b:failed c:failed'],
  ['1 r:passed r:not-assessed b:failed b:waived'],
  ['1 r:passed c:failed c:failed', {}, { CES_FAIL_ON: 'completeness' }],
  ['1 r:passed', { waiverProblems: ['It expired.'] }],
  ['1 r:failed', { waiverProblems: ['x', 'y'] }],
  ['1 r:waived', { interrupted: true }],
  ['1 r:passed r:not-assessed c:not-assessed', {}, { CES_REQUIRE_COMPLETE: '1' }],
  ['1 r:failed', {}, LESS],
  ['1 r:failed r:passed'],
  ['1 r:failed~ r:passed~'],
  ['1 r:failed r:not-assessed'],
  ['1 r:failed r:waived r:passed'],
  ['1 r:failed r:waived r:waived'],
  ['1 r:failed r:failed b:failed'],
  ['1 r:failed b:failed c:failed', {}, ONLY_REQUIREMENTS],
  ['1 r:failed r:failed r:waived b:failed'],
  ['1 r:failed', { noVerdictReason: 'The suite itself failed' }],
  ['2 r:passed~ r:passed', { noVerdictReason: 'The suite itself failed' }],
  ['2 r:not-assessed', { noVerdictReason: 'Nobody answers.' }],
  ['2 r:not-assessed b:passed'],
  ['2 b:passed'],
  ['2 r:not-assessed', {}, LESS],
  ['2'],
];

test('verdict, sentence and last line of every kind of run read as they were approved', () => {
  const texts = RUNS.map(([run, given = {}, settings = {}]) => {
    const result = resultOf(run.slice(2), given, settings);
    const how = [result.verdict, result.complete ? 'complete' : 'not complete', ...(isPartly(result) ? ['speaks for a part only'] : [])];
    const beside = Object.entries({ ...given, ...settings }).map(([name, value]) => ` ${name}=${value}`);
    return [`${run}${beside.join('')}`, how.join(', '), result.sentence, exitReason(Number(run[0]), result)].join('\n  ');
  });
  expect(`${texts.join('\n\n')}\n`).toMatchSnapshot('verdicts.txt');
});

test('a replay that passed says that it is not all; one that fits no input says what to give', () => {
  const replayed = (text: string) => resultOf(text, {}, { CES_REPLAY: 'b26' });
  expect(exitReason(0, replayed('r:passed'))).toBe(
    'Exit 0: nothing that counts failed. Of generated input, only CES_REPLAY=b26 was sent: leave it out before you call it mended.',
  );
  expect(exitReason(1, replayed('r:failed'))).toBe('Exit 1: 1 requirement broken');
  const { requirements, ...rest } = replayed('r:not-assessed');
  expect(exitReason(2, { ...rest, requirements: [statement([check('not-assessed', { variables: ['CES_REPLAY'] })])] })).toBe(
    'Exit 2: CES_REPLAY=b26 names no input of this test. Give the replay line of the finding as it stands, with its CES_SEED and --grep, or leave CES_REPLAY out: then all inputs are sent.',
  );
  expect(exitReason(2, { ...rest, requirements })).toContain('No requirement was assessed.');
  const ofRobustness = resultOf('r:not-assessed b:passed', { partial: true });
  expect(exitReason(2, ofRobustness)).toContain('The other statements that it looked at hold. A part of a run:');
  const settings = [{ name: 'CES_REPLAY', value: 'all inputs', source: 'default' }];
  expect(exitReason(0, { ...resultOf('r:passed'), settings })).toBe('Exit 0: nothing that counts failed');
});

test('where findings and broken requirements differ in number, both are told', () => {
  const requirements = [statement([check('failed', { findings: [NULL, { ...NULL, pointer: '/on', expected: 'true' }] })])];
  const result = resultOf('r:failed', { requirements, findings: findingsOf(requirements) });
  expect(exitReason(1, result)).toBe('Exit 1: 1 requirement broken, in 2 findings');
});

test('a requirement that is broken by what a robustness finding tells has no finding of its own', () => {
  const broken = (id: string, level: Level, contrast?: string) =>
    statement([check('failed', { findings: [NULL], exchanges: [exchange('x')], ...(contrast && { contrast }) })], { id, level });
  const words = `${EVERY} 10th of 40 answers breaks`;
  const requirements = [broken('http.success-is-200', 'requirement'), broken('robustness.every-request', 'robustness', words)];
  expect(exitReason(1, resultOf('r:failed', { requirements }))).toBe('Exit 1: 1 requirement broken; 1 robustness finding');
});

for (const [title, endpoint, actuals, words] of [
  ['a read tells', 13, ['CES_SEGMENT_ID="seg_nope" is not found'], '1 setting looks wrong (Unclear), which npm run doctor tries'],
  [
    'only a write tells',
    2,
    ['CES_PHONE_NUMBER_ID="phn_nope" is not found', 'CES_PROJECT_EMAIL_TEMPLATE_ID="pet_nope" is not found'],
    '2 settings look wrong (Unclear), which npm run doctor -- --allow-writes tries',
  ],
  ['any of two may be meant', 4, ['CES_BUSINESS_ID="b" or CES_PROJECT_EMAIL_TEMPLATE_ID="p" is not found'], ''],
] as const)
  test(`the last line counts settings that look wrong, where ${title}`, () => {
    const requirements = actuals.map((doubt, index) => {
      const actual = `status 404: ${doubt}; if the id is right, this is a fault`;
      return statement([check('failed', { endpoint: endpoint + index, findings: [{ expected: 'status 200', actual }] })]);
    });
    const result = resultOf('r:failed', { requirements, findings: findingsOf(requirements) });
    for (const code of [1, 0]) expect(exitReason(code, result).replace(/^.*?(; |$)/, '')).toBe(words);
  });

for (const [says, title, given, fails] of [
  [true, 'nothing of the target', {}, false],
  [true, 'nothing of the target, though it is a part of one', { partial: true }, false],
  [false, 'what it was asked for', { partial: true }, true],
  [true, 'too little, as a whole run', {}, true],
] as const)
  test(`a run without a verdict ${fails ? 'that breaks a robustness statement' : 'that breaks nothing'} says ${title}`, () => {
    expect(saysNothing(resultOf(`b:${fails ? 'failed' : 'passed'}`, given))).toBe(says);
  });
