import { countingFailures } from '../../../src/result/counting.ts';
import type { Level, RequirementResult, Status } from '../../../src/result/result.ts';
import { isPartly, verdictOf, verdictSentence } from '../../../src/result/verdict.ts';
import { expect, test } from '../../test.ts';

/** Written `r:passed`: level (by its first letter) and status; with a `~`, judged in part. */
function entries(text: string): RequirementResult[] {
  const levels: Record<string, Level> = { r: 'requirement', b: 'robustness', c: 'completeness' };
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map((word, index) => {
      const [level = '', status = ''] = word.replace('~', '').split(':');
      const partly = word.includes('~') && ({ partly: true } as const);
      const id = `entry-${index}`;
      return {
        id,
        level: levels[level] ?? 'requirement',
        text: '',
        source: '',
        endpoints: [],
        status: status as Status,
        ...partly,
        checks: [],
      };
    });
}

/** One for each statement that failed. */
function findings(text: string): { readonly id: string; readonly level: Level; readonly waived: boolean }[] {
  return entries(text).flatMap(({ id, level, status }) =>
    ['failed', 'waived'].includes(status) ? [{ id, level, waived: status === 'waived' }] : [],
  );
}

const VERDICTS: readonly [string, obstacle: string | null, verdict: string, complete: boolean, reason: string | null][] = [
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
];

for (const [text, obstacle, verdict, complete, noVerdictReason] of VERDICTS) {
  test(`${text || 'nothing'}${obstacle === null ? '' : `, though: ${obstacle}`}: ${verdict}`, () => {
    expect(verdictOf(entries(text), obstacle)).toEqual({ verdict, complete, noVerdictReason });
  });
}

const SENTENCES: readonly ['conformant' | 'nonconformant' | 'no-verdict', string, string][] = [
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
];

const set = (name: string, value: string) => ({ name, value, source: 'environment' });
const LESS = [set('CES_READ_ONLY', '1'), set('CES_PROPERTY_RUNS', '0')];

for (const [verdict, text, sentence] of [
  [
    'conformant',
    'r:passed',
    'Conformant as far as assessed: 1 of 1 requirements hold; only GET requests were sent; random input was left out',
  ],
  ['nonconformant', 'r:failed', 'Not conformant: 1 of 1 requirements broken; only GET requests were sent; random input was left out'],
  ['no-verdict', 'r:not-assessed', 'No verdict: 0 of 1 requirements assessed'],
] as const)
  test(`where settings leave something out, the sentence says so: ${sentence}`, () => {
    expect(verdictSentence(verdict, entries(text), findings(text), LESS)).toBe(sentence);
  });

for (const [title, settings, isPart] of [
  ['no random input', [set('CES_PROPERTY_RUNS', '0')], true],
  ['only reads', [set('CES_READ_ONLY', 'true')], true],
  ['all inputs', [set('CES_PROPERTY_RUNS', '100'), set('CES_READ_ONLY', '0')], false],
  ['settings that are not recorded', [], false],
] as const)
  test(`a conformant run with ${title} ${isPart ? 'speaks for a part only' : 'speaks for the whole'}`, () => {
    expect(isPartly({ verdict: 'conformant', interrupted: false, requirements: entries('r:passed'), settings })).toBe(isPart);
  });

test('a conformant run that judged a requirement in part speaks for a part only', () => {
  const isPart = (text: string) => isPartly({ verdict: 'conformant', interrupted: false, requirements: entries(text), settings: [] });
  expect([isPart('r:passed~'), isPart('r:passed b:passed~')]).toEqual([true, false]);
});

for (const [verdict, text, sentence] of SENTENCES) {
  test(`says: ${sentence}`, () => {
    expect(verdictSentence(verdict, entries(text), findings(text), [])).toBe(sentence);
  });
}

test('robustness findings that do not count are named with the setting that says so', () => {
  const text = 'r:passed b:failed';
  expect(verdictSentence('conformant', entries(text), findings(text), [set('CES_FAIL_ON', 'requirement')])).toBe(
    'Conformant: all 1 requirements hold; 1 robustness finding does not count, by CES_FAIL_ON=requirement',
  );
});

const COUNTING: readonly [Level, counting: readonly Level[]][] = [
  ['requirement', ['requirement']],
  ['robustness', ['requirement', 'robustness']],
  ['completeness', ['requirement', 'robustness', 'completeness']],
];

for (const [failOn, counting] of COUNTING) {
  test(`CES_FAIL_ON=${failOn} counts failures of ${counting.join(', ')}, waived ones never`, () => {
    const failures = countingFailures(
      { requirements: entries('r:failed r:waived r:passed b:failed b:waived c:failed c:not-assessed') },
      failOn,
    );
    expect(failures.map(({ level }) => level)).toEqual(counting);
  });
}
