import { countingFailures } from '../../../src/result/counting.ts';
import { findingsOf } from '../../../src/result/findings.ts';
import { isPartly, verdictOf, verdictSentence } from '../../../src/result/verdict.ts';
import { expect, test } from '../../test.ts';
import { set, statements } from './samples.ts';

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
