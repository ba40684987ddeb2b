import { countingFailures } from '../../../src/result/counting.ts';
import { exitReason } from '../../../src/result/exit-reason.ts';
import { findingsOf } from '../../../src/result/findings.ts';
import type { ConformanceResult } from '../../../src/result/result.ts';
import { isPartly, verdictOf, verdictSentence } from '../../../src/result/verdict.ts';
import { expect, test } from '../../test.ts';
import { EMPTY, set, statements } from './samples.ts';

for (const [text, obstacle, verdict, complete, noVerdictReason] of [
  ['r:passed r:passed', null, 'conformant', true, null],
  ['r:passed r:not-assessed', null, 'conformant', false, null],
  ['r:passed b:not-assessed', null, 'conformant', false, null],
  ['r:passed~', null, 'conformant', false, null],
  ['r:passed b:passed~', null, 'conformant', false, null],
  ['r:waived~', null, 'nonconformant', false, null],
  ['r:passed c:not-assessed', null, 'conformant', false, null],
  ['r:passed b:failed c:failed', null, 'conformant', true, null],
  ['r:passed r:failed', null, 'nonconformant', true, null],
  ['r:passed r:waived', null, 'nonconformant', true, null],
  ['r:failed r:not-assessed', null, 'nonconformant', false, null],
  ['r:failed', 'The suite itself failed', 'nonconformant', true, null],
  ['r:passed', 'The suite itself failed', 'no-verdict', true, 'The suite itself failed'],
  ['r:not-assessed b:passed', null, 'no-verdict', false, 'No requirement was assessed.'],
  ['b:passed', null, 'no-verdict', true, 'No requirement was assessed.'],
  ['', null, 'no-verdict', true, 'No requirement was assessed.'],
  ['r:not-assessed', 'The target does not answer', 'no-verdict', false, 'The target does not answer'],
] as const) {
  test(`${text || 'nothing'}${obstacle === null ? '' : `, though: ${obstacle}`}: ${verdict}`, () => {
    expect(verdictOf(statements(text), obstacle)).toEqual({ verdict, complete, noVerdictReason });
  });
}

const LESS = [set('CES_READ_ONLY', '1'), set('CES_PROPERTY_RUNS', '0')];
const REQUIRED = [set('CES_FAIL_ON', 'requirement')];

for (const [verdict, text, sentence, settings = []] of [
  ['conformant', 'r:passed r:passed b:not-assessed', 'Conformant: all 2 requirements hold'],
  ['conformant', 'r:passed r:not-assessed', 'Conformant as far as assessed: 1 of 2 requirements hold, 1 not assessed'],
  ['conformant', 'r:passed r:passed~ b:passed~', 'Conformant as far as assessed: 2 of 2 requirements hold, 1 of them in part'],
  [
    'conformant',
    'r:passed~ r:passed~ r:not-assessed',
    'Conformant as far as assessed: 2 of 3 requirements hold, 2 of them in part, 1 not assessed',
  ],
  ['nonconformant', 'r:failed~ r:passed~', 'Not conformant: 1 of 2 requirements broken, 1 holds in part'],
  ['no-verdict', 'r:passed~ r:passed', 'No verdict: 2 of 2 requirements assessed, 1 of them in part'],
  ['conformant', 'r:passed b:failed c:failed', 'Conformant: all 1 requirements hold; 1 robustness finding fails the run'],
  ['conformant', 'r:passed b:failed b:failed', 'Conformant: all 1 requirements hold; 2 robustness findings fail the run'],
  ['conformant', 'r:passed b:waived', 'Conformant: all 1 requirements hold; 1 robustness finding is waived'],
  [
    'conformant',
    'r:passed r:not-assessed b:failed b:waived',
    'Conformant as far as assessed: 1 of 2 requirements hold, 1 not assessed; 1 robustness finding fails the run; 1 robustness finding is waived',
  ],
  ['nonconformant', 'r:failed b:failed', 'Not conformant: 1 of 1 requirements broken'],
  ['nonconformant', 'r:failed r:waived r:passed', 'Not conformant: 2 of 3 requirements broken, 1 of them waived'],
  ['nonconformant', 'r:failed r:not-assessed', 'Not conformant: 1 of 2 requirements broken, 1 not assessed'],
  ['no-verdict', 'r:not-assessed r:not-assessed', 'No verdict: 0 of 2 requirements assessed'],
  [
    'conformant',
    'r:passed',
    'Conformant as far as assessed: 1 of 1 requirements hold; only GET requests were sent; random input was left out',
    LESS,
  ],
  ['nonconformant', 'r:failed', 'Not conformant: 1 of 1 requirements broken; only GET requests were sent; random input was left out', LESS],
  ['no-verdict', 'r:not-assessed', 'No verdict: 0 of 1 requirements assessed', LESS],
  [
    'conformant',
    'r:passed b:failed',
    'Conformant: all 1 requirements hold; 1 robustness finding does not count, by CES_FAIL_ON=requirement',
    REQUIRED,
  ],
] as const)
  test(`${text}, ${settings.length} settings: ${sentence}`, () => {
    const requirements = statements(text);
    expect(verdictSentence(verdict, requirements, findingsOf(requirements), settings)).toBe(sentence);
  });

for (const [title, text, settings, isPart] of [
  ['no random input', 'r:passed', [set('CES_PROPERTY_RUNS', '0')], true],
  ['only reads', 'r:passed', [set('CES_READ_ONLY', 'true')], true],
  ['a requirement in part', 'r:passed~', [], true],
  ['all inputs', 'r:passed', [set('CES_PROPERTY_RUNS', '100'), set('CES_READ_ONLY', '0')], false],
  ['settings that are not recorded', 'r:passed', [], false],
  ['robustness in part', 'r:passed b:passed~', [], false],
] as const)
  test(`a conformant run with ${title} speaks for ${isPart ? 'a part only' : 'the whole'}`, () => {
    expect(isPartly({ verdict: 'conformant', interrupted: false, requirements: statements(text), settings })).toBe(isPart);
  });

for (const [failOn, counting] of [
  ['requirement', ['requirement']],
  ['robustness', ['requirement', 'robustness']],
  ['completeness', ['requirement', 'robustness', 'completeness']],
] as const) {
  test(`CES_FAIL_ON=${failOn} counts failures of ${counting.join(', ')}, waived ones never`, () => {
    const failures = countingFailures(
      { requirements: statements('r:failed r:waived r:passed b:failed b:waived c:failed c:not-assessed') },
      failOn,
    );
    expect(failures.map(({ level }) => level)).toEqual(counting);
  });
}

function resultOf(text: string, given: Partial<ConformanceResult> = {}, ...settings: readonly [string, string][]): ConformanceResult {
  const requirements = statements(text);
  const { noVerdictReason, ...judged } = verdictOf(requirements, null);
  const counts = { ...EMPTY.counts, notAssessed: requirements.filter(({ status }) => status === 'not-assessed').length };
  return {
    ...{ ...EMPTY, ...judged, counts, requirements, findings: findingsOf(requirements) },
    noVerdictReason: noVerdictReason ?? '',
    settings: settings.map(([name, value]) => set(name, value)),
    ...given,
  };
}

const REASONS: readonly [code: number, ConformanceResult, string][] = [
  [1, resultOf('r:failed r:passed'), 'Exit 1: 1 requirement broken'],
  [1, resultOf('r:failed r:failed b:failed'), 'Exit 1: 2 requirements broken; 1 robustness finding'],
  [1, resultOf('r:failed b:failed c:failed', {}, ['CES_FAIL_ON', 'requirement']), 'Exit 1: 1 requirement broken'],
  [1, resultOf('r:passed b:failed b:failed'), 'Exit 1: 2 robustness findings'],
  [1, resultOf('r:passed c:failed c:failed', {}, ['CES_FAIL_ON', 'completeness']), 'Exit 1: documented fields of 2 resources never seen'],
  [1, resultOf('r:passed', { waiverProblems: ['It expired.'] }), 'Exit 1: 1 waiver no longer true'],
  [1, resultOf('r:failed', { waiverProblems: ['x', 'y'] }), 'Exit 1: 1 requirement broken; 2 waivers no longer true'],
  [
    1,
    resultOf('r:passed r:not-assessed c:not-assessed', {}, ['CES_REQUIRE_COMPLETE', '1']),
    'Exit 1: 2 statements not assessed, and CES_REQUIRE_COMPLETE is set',
  ],
  [1, resultOf('r:waived', { interrupted: true }), 'Exit 1: the run ended before all its checks were done'],
  [1, resultOf('r:passed'), 'Exit 1: the test runner reports a failure of its own, above'],
  [1, resultOf('r:failed r:waived r:waived'), 'Exit 1: 1 requirement broken; 2 more are waived'],
  [1, resultOf('r:failed r:failed r:waived b:failed'), 'Exit 1: 2 requirements broken; 1 more is waived; 1 robustness finding'],
  [0, resultOf('r:passed r:not-assessed'), 'Exit 0: nothing that counts failed'],
  [0, resultOf('r:passed c:failed'), 'Exit 0: nothing that counts failed'],
  [0, resultOf('r:waived:2027-02-19'), 'Exit 0: the only finding is waived until 2027-02-19'],
  [0, resultOf('r:waived:2027-02-19 c:failed'), 'Exit 0: 1 finding is waived until 2027-02-19'],
  [0, resultOf('r:waived:2027-02-19 r:waived:2026-12-31'), 'Exit 0: 2 findings are waived until 2026-12-31'],
  [
    0,
    resultOf('r:passed b:failed', {}, ['CES_FAIL_ON', 'requirement']),
    'Exit 0: 1 robustness finding, which CES_FAIL_ON=requirement does not count',
  ],
  [
    0,
    resultOf('r:waived:2027-02-19 b:failed b:failed', {}, ['CES_FAIL_ON', 'requirement']),
    'Exit 0: 1 finding is waived until 2027-02-19; 2 robustness findings, which CES_FAIL_ON=requirement does not count',
  ],
  [2, resultOf('r:not-assessed'), 'Exit 2: No requirement was assessed.'],
  [2, resultOf('r:passed', { noVerdictReason: 'Nobody answers.' }), 'Exit 2: Nobody answers.'],
  [0, resultOf('r:not-assessed'), 'Exit 0: this part of a run had nothing to judge'],
];

for (const [code, result, reason] of REASONS) {
  test(`${result.requirements.map(({ level, status }) => `${level} ${status}`).join(', ')}: ${reason}`, () => {
    expect(exitReason(code, result)).toBe(reason);
  });
}

test('a replay that passed says that it is not all; one that fits no input says what to give', () => {
  const replayed = (text: string) => resultOf(text, {}, ['CES_REPLAY', 'b26']);
  expect(exitReason(0, replayed('r:passed'))).toBe(
    'Exit 0: nothing that counts failed. Of generated input, only CES_REPLAY=b26 was sent: leave it out before you call it mended.',
  );
  expect(exitReason(1, replayed('r:failed'))).toBe('Exit 1: 1 requirement broken');
  const { requirements, ...rest } = replayed('r:not-assessed');
  const unfit = requirements.map((entry) => ({
    ...entry,
    checks: entry.checks.map((check) => ({ ...check, variables: ['CES_REPLAY'] })),
  }));
  expect(exitReason(2, { ...rest, requirements: unfit })).toBe(
    'Exit 2: CES_REPLAY=b26 names no input of this test. Give the replay line of the finding as it stands, with its CES_SEED and --grep, or leave CES_REPLAY out: then all inputs are sent.',
  );
  expect(exitReason(2, { ...rest, requirements })).toContain('No requirement was assessed.');
  const settings = [{ name: 'CES_REPLAY', value: 'all inputs', source: 'default' }];
  expect(exitReason(0, { ...resultOf('r:passed'), settings })).toBe('Exit 0: nothing that counts failed');
});

test('where findings and broken requirements differ in number, both are told', () => {
  const [entry] = statements('r:failed');
  if (entry === undefined) throw new Error('expected a statement');
  const checks = entry.checks.map((check) => ({
    ...check,
    findings: [
      { pointer: '/id', expected: 'a string', actual: 'null' },
      { pointer: '/enabled', expected: 'true or false', actual: 'no such member' },
    ],
  }));
  expect(exitReason(1, resultOf('r:failed', { requirements: [{ ...entry, checks }] }))).toBe('Exit 1: 1 requirement broken, in 2 findings');
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
    const requirements = statements(actuals.map(() => 'r:failed').join(' ')).map((entry, index) => {
      const actual = `status 404: ${actuals[index]}; if the id is right, this is a fault`;
      const checks = entry.checks.map((check) => ({
        ...check,
        endpoint: endpoint + index,
        findings: [{ expected: 'status 200', actual }],
      }));
      return { ...entry, checks };
    });
    const reason = exitReason(1, resultOf('r:failed', { requirements, findings: findingsOf(requirements) }));
    expect(reason.replace(/^.*?(; |$)/, '')).toBe(words);
  });
