import { type FlagAnswer, missingOrRepeated } from '../../../tests/scenarios/flag-answers.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';

const answer = (asked: readonly string[], came: readonly string[] = asked): FlagAnswer => ({
  asked,
  flags: came.map((name) => ({ name, enabled: name !== 'off' })),
  exchange: exchange(),
});

test('nothing is wrong where each flag comes once', () => {
  expect(missingOrRepeated([answer(['a', 'b'], ['b', 'a']), answer(['a']), answer(['b'])])).toEqual({ findings: [], exchanges: [] });
});

test('all flags that are missing are named, and which came', () => {
  const answers = [answer(['a', 'off', 'c', 'd'], ['a', 'c']), answer(['a']), answer(['off'], []), answer(['c']), answer(['d'], [])];
  expect(missingOrRepeated(answers)).toMatchObject({
    findings: [
      {
        pointer: '/feature_flags',
        expected: 'once each: ["a","off","c","d"]',
        actual: 'missing: "off", "d"',
        exchange: answers[0]?.exchange,
      },
    ],
    contrast: '"a" true, "c" true came; wrong when asked for alone, too',
  });
});

test('what is repeated is counted', () => {
  const { findings } = missingOrRepeated([answer(['a', 'b', 'c'], ['a', 'a', 'c']), answer(['a']), answer(['b']), answer(['c'])]);
  expect(findings).toMatchObject([{ actual: 'missing: "b"; "a" 2 times' }]);
});

const CONTRASTS: readonly [string, FlagAnswer[], string | undefined][] = [
  ['some right alone', [answer(['a', 'b'], []), answer(['a']), answer(['b'], [])], '"a" right when asked for alone'],
  ['all right alone', [answer(['a', 'off'], ['off']), answer(['a']), answer(['off'])], '"off" false came; right when asked for alone'],
  ['wrong alone only', [answer(['a', 'b']), answer(['a'], []), answer(['b'])], 'right when asked for together with others'],
  ['one flag is known', [answer(['a'], [])], undefined],
];

for (const [what, answers, contrast] of CONTRASTS) {
  test(`whether alone or together makes the difference: ${what}`, () => {
    expect(missingOrRepeated(answers).contrast).toBe(contrast);
  });
}
