import { EVERY } from '../../../src/checks/run-history.ts';
import { exitReason } from '../../../src/result/exit-reason.ts';
import { findingsOf } from '../../../src/result/findings.ts';
import { type ConformanceResult, inPartWords, judged, type Level } from '../../../src/result/result.ts';
import { isPartly, saysNothing, verdictOf, verdictSentence } from '../../../src/result/verdict.ts';
import { expect, test } from '../../test.ts';
import { expectCalls, expectTranscript } from '../../transcript.ts';
import { check, checks, EMPTY, exchange, NULL, set, statement, statements } from './samples.ts';

const STATEMENT = { id: 's', level: 'requirement', text: '', source: '', endpoints: [1, 2] } as const;

test('judged anew, a statement that is whole again is not in part', () => {
  expect(judged(judged(STATEMENT, checks('passed 1, not-assessed 2')), checks('passed 1, passed 2'))).not.toHaveProperty('partly');
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

/** A line has the exit code of the runner and the statements of a run; behind them, what else the result and its settings say: *partial=true*. */
test('verdict, sentence and last line of every kind of run read as they were approved', () =>
  expectTranscript('verdicts.txt', (line) => {
    const [run = '', ...beside] = line.split(/ (?=\w+=)/);
    const said: Readonly<Record<string, string>> = Object.fromEntries(beside.map((text) => text.split('=')));
    const { partial, interrupted, waiverProblems, noVerdictReason, ...settings } = said;
    const given = {
      ...(partial && { partial: true as const }),
      ...(interrupted && { interrupted: true }),
      ...(waiverProblems && { waiverProblems: waiverProblems.split(',') }),
      ...(noVerdictReason && { noVerdictReason }),
    };
    const result = resultOf(run.slice(2), given, settings);
    const how = [result.verdict, result.complete ? 'complete' : 'not complete', ...(isPartly(result) ? ['speaks for a part only'] : [])];
    return [how.join(', '), result.sentence, exitReason(Number(run[0]), result)];
  }));

test('what checks say of their statement, and what the last line says of a run, was approved', () =>
  expectCalls('result/verdict.txt', {
    judged: (text: string) => ({ ...judged(STATEMENT, checks(text)), checks: undefined }),
    inPartWords: (text: string) => inPartWords(checks(text)),
    saysNothing: (...run: Parameters<typeof resultOf>) => saysNothing(resultOf(...run)),
    exitReason: (code: number, ...run: Parameters<typeof resultOf>) => exitReason(code, resultOf(...run)),
    // Of a run in which each of these was doubted at an endpoint of its own.
    doubted: (endpoint: number, ...doubts: string[]) => {
      const requirements = doubts.map((doubt, index) => {
        const actual = `status 404: ${doubt}; if the id is right, this is a fault`;
        return statement([check('failed', { endpoint: endpoint + index, findings: [{ expected: 'status 200', actual }] })]);
      });
      return [1, 0].map((code) => exitReason(code, resultOf('r:failed', { requirements, findings: findingsOf(requirements) })));
    },
  }));

test('a replay that fits no input says what to give', () => {
  const requirements = [statement([check('not-assessed', { variables: ['CES_REPLAY'] })])];
  expect(exitReason(2, { ...resultOf('r:not-assessed', {}, { CES_REPLAY: 'b26' }), requirements })).toBe(
    'Exit 2: CES_REPLAY=b26 names no input of this test. Give the replay line of the finding as it stands, with its CES_SEED and --grep, or leave CES_REPLAY out: then all inputs are sent.',
  );
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
