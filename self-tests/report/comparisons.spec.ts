import { marked } from 'marked';
import { sinceSentence } from '../../src/report/comparison-words.ts';
import { renderComparison } from '../../src/report/html/compare.tsx';
import { renderHistory } from '../../src/report/html/history.tsx';
import { renderHtml } from '../../src/report/html/render.tsx';
import { toFindingsMarkdown, toMarkdown } from '../../src/report/markdown.ts';
import { findingsBlock, verdictBlock } from '../../src/report/terminal.ts';
import { toJunit } from '../../src/report/test-cases.ts';
import { compare } from '../../src/result/compare/comparison.ts';
import { entryOf } from '../../src/result/compare/side.ts';
import type { BaselineComparison, ConformanceResult } from '../../src/result/result.ts';
import { expect, test } from '../test.ts';
import { expectCalls } from '../transcript.ts';
import { changedResult, failingResult, historyOfDays, noVerdictResult, openResult, partialResult, passingResult } from './sample-result.ts';

const comparisonOf = (...results: ConformanceResult[]) => compare(results.map((result, index) => entryOf(`${index}.json`, result)));
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const [PASSING, FAILING, NOBODY, PART] = [passingResult(), failingResult(), noVerdictResult(), partialResult()];

test('a statement that fails in one and was not assessed in another differs', () => {
  const unassessed = FAILING.requirements.map((entry) => ({ ...entry, status: 'not-assessed' as const, checks: [] }));
  const { requirements } = comparisonOf(FAILING, { ...FAILING, requirements: unassessed });
  const broken = FAILING.requirements.filter(({ status }) => status === 'failed' || status === 'waived');
  expect(ids(requirements.filter(({ differs, onlyInAssessment }) => differs && !onlyInAssessment))).toEqual(ids(broken));
});

test('the same status by other checks differs too', () => {
  const [first] = FAILING.requirements.filter(({ status, checks }) => status === 'failed' && checks.length > 1);
  if (first === undefined) throw new Error('the sample has a failed requirement of several checks');
  const turned = first.checks.map((check, index) => ({ ...check, status: first.checks.at(-1 - index)?.status ?? check.status }));
  const requirements = FAILING.requirements.map((entry) => (entry === first ? { ...first, checks: turned } : entry));
  expect(ids(comparisonOf(FAILING, { ...FAILING, requirements }).requirements.filter(({ differs }) => differs))).toEqual([first.id]);
});

test('a result that speaks for a part only carries ◐, and says of what', () => {
  const ended = { ...PASSING, interrupted: true };
  const filtered = { ...PASSING, partial: true } as const;
  const comparison = comparisonOf(PASSING, openResult(), ended, filtered, FAILING, NOBODY);
  expect(comparison.columns.map(({ partly }) => partly)).toEqual([false, true, true, true, false, false]);
  const rows = [...renderComparison(comparison).matchAll(/<th scope="row">[^<]*<\/th><td class="word">(.) (.*?)<\/td>/g)];
  expect(rows.map(([, mark]) => mark)).toEqual(['✓', '◐', '◐', '◐', '✕', '?']);
  expect(rows[2]?.[2]).toContain(' · it ended early');
  expect(rows[3]?.[2]).toContain(' · part of a run: it was filtered');
});

test('drift is shown by question, endpoints that agree together; member order and what was not asked are none', () => {
  const seen = PASSING.observations.filter(({ id }) => id !== 'authentication.challenge');
  const observations = seen.map((entry) => {
    if (entry.id === 'authentication.missing-credentials-status') return { ...entry, answer: 403 };
    return entry.id === 'errors.unknown-id' ? { ...entry, answer: { members: ['error', 'message'], status: 404 } } : entry;
  });
  const compared = comparisonOf(PASSING, { ...PASSING, observations }).observations;
  expect(compared.filter(({ differs }) => differs)).toMatchObject([
    { id: 'authentication.missing-credentials-status', answers: [[401], [403]], endpoints: expect.arrayContaining([1, 18]) },
  ]);
  expect(compared.find(({ id }) => id === 'authentication.challenge')?.answers).toEqual([['Basic realm="api"'], []]);
});

test('statements that the files do not share are listed with their statuses, not compared', () => {
  const [missing, ...rest] = PASSING.requirements;
  const comparison = comparisonOf(PASSING, { ...PASSING, requirements: rest });
  expect(comparison.notCompared).toEqual([{ id: missing?.id, reason: 'not in every file', statuses: ['passed', null] }]);
  expect(comparison.requirements).toHaveLength(rest.length);
  expect(renderComparison(comparison)).toContain(' · 2026-03-04 09:08 UTC (1.json): not in the file');
});

const RUNS = { passing: PASSING, failing: FAILING, open: openResult(), nobody: NOBODY, part: PART };

test('what is called drift, and what the first line of a history says, was approved', () =>
  expectCalls('comparisons.txt', {
    drift: (id: string, ...answers: unknown[]) => {
      const results = answers.map((answer) => ({ ...PASSING, observations: [{ id, endpoint: 1, question: 'How?', answer }] }));
      return comparisonOf(...results).observations;
    },
    firstLine: (...runs: (keyof typeof RUNS)[]) => {
      const html = renderHistory(historyOfDays(...runs.map((name) => RUNS[name])));
      return /<h1>.*?>(.)<\/span><span>(.*?)<\/span>/s.exec(html)?.slice(1).join(' ');
    },
  }));

test('findings beyond the twelfth and runs beyond the tenth stand in a fold', () => {
  const history = historyOfDays(...Array.from({ length: 13 }, () => FAILING));
  const html = renderHistory({ ...history, findings: Array.from({ length: 14 }, () => history.findings.slice(0, 1)).flat() });
  for (const [id, item, number, summary, more] of [
    ['broken', '<li', 12, '2 more', 2],
    ['runs', '<tr', 11, '3 earlier runs', 4],
  ] as const) {
    const [open = '', rest = ''] = html.slice(html.indexOf(`<section id="${id}"`)).split('<details');
    const [folded = ''] = rest.split('</details>');
    expect([open.split(item).length - 1, folded.split(item).length - 1]).toEqual([number, more]);
    expect(folded).toContain(`<summary>${summary}</summary>`);
  }
});

const BASELINE = changedResult().baseline;
const { new: fresh = [], fixed = [] } = BASELINE ?? {};

/** The compared result with another comparison. */
function compared(given: Partial<BaselineComparison>, more: Partial<ConformanceResult> = {}): ConformanceResult {
  return { ...changedResult(), ...more, ...(BASELINE && { baseline: { ...BASELINE, ...given } }) };
}

for (const contrast of ['alone: right; 7 in flight: 2 of 5 wrong', '32 tracked at once, 24 of them with data that lead to "cus_a"'])
  test(`what comes only when others are under way is not called fixed for one run without it: ${contrast}`, () => {
    const seldom = fixed.map((finding) => ({ ...finding, contrast }));
    const block = verdictBlock(compared({ fixed: seldom }), 'reports/index.html');
    for (const words of ['0 fixed, 1 not seen this time', 'only several runs without it say that it is mended', '\n  Not seen '])
      expect(block).toContain(words);
    expect(block).not.toContain('\n  Fixed ');
  });

test('the terminal cuts long lists, and gives each of twenty fixed findings with its id; findings.md gives all', () => {
  const notAssessed = Array.from({ length: 40 }, (_, index) => `statement-${index}`);
  const many = Array.from({ length: 21 }, (_, index) => fixed.map((finding) => ({ ...finding, id: `id-${index}.` }))).flat();
  const result = compared({ notAssessed, fixed: many });
  const block = verdictBlock(result, 'reports/index.html');
  for (const { id } of many.slice(0, 20)) expect(block).toContain(` ${id} GET /segments/{id}`);
  for (const text of ['… and 1 more in the report', 'statement-4\n', '… and 35 more in the report']) expect(block).toContain(text);
  expect(block).not.toContain('statement-5\n');
  const page = toFindingsMarkdown(result);
  for (const { id } of many) expect(page).toContain(`- \`${id}\` GET /segments/{id} answers 5 in \`/name\``);
  expect(page).not.toContain('New:');
  expect(toFindingsMarkdown(failingResult())).not.toMatch(/baseline/);
});

for (const [title, result, words] of [
  ['another target', compared({ target: { baseUrl: 'https://a.example', embedded: false } }), 'of another target: https://a.example.'],
  ['another suite', compared({ suite: { name: 'a', version: '0.0.9' } }), 'of suite 0.0.9, this run of 0.1.0.'],
  ['another specification', compared({ specification: { title: 'a', version: '0.0.3' } }), 'of specification 0.0.3, this run of 0.0.4.'],
  ['other statements', compared({ notCompared: [{ id: 'a', reason: 'b' }] }), '1 statement not compared: the two results'],
  ['a part of a run', compared({ partial: true }), 'of a part of a run: what is new here may be older.'],
  ['no verdict', compared({ verdict: 'no-verdict' }), 'has no verdict: what is new here may be older.'],
  ['less than a whole run here', compared({}, { partial: true }), 'what it left out is neither fixed nor still there.'],
] as const)
  test(`what makes the results less alike is said: ${title}`, () => {
    expect(verdictBlock(result, 'x')).toContain(words);
    expect(marked.parse(toMarkdown(result), { async: false })).toContain(words);
    expect(renderHtml(result)).toContain(words);
  });

test('a finding says in which way it is new', () => {
  for (const [number, how, words] of [
    [0, { wider: true }, 'new at POST /businesses/{id}/campaigns (2); the baseline has it in part'],
    [1, { unseenBefore: true }, 'new; the baseline did not assess this'],
  ] as const) {
    const result = compared({ new: fresh.slice(number, number + 1).map((entry) => ({ ...entry, ...how })) });
    expect(findingsBlock(result).join('\n')).toContain(words);
    expect(renderHtml(result).replaceAll(/<wbr\s*\/?>/g, '')).toContain(`<dt>Baseline</dt><dd>${words}</dd>`);
  }
});

test('one that is found in further places is counted apart from those that are new', () => {
  const wider = fresh.map((entry) => ({ ...entry, wider: true }) as const);
  expect(sinceSentence(compared({ new: fresh }))).toContain(`${fresh.length} new findings, `);
  expect(sinceSentence(compared({ new: [...wider.slice(0, 1), ...fresh.slice(1)] }))).toContain('1 found before reaches further, ');
  expect(sinceSentence(compared({ new: wider }))).toContain(`0 new findings, ${fresh.length} found before reach further, `);
});

test('what CES_FAIL_ON=new does not count is skipped in JUnit', () => {
  const failures = (result: ConformanceResult) => toJunit(result, 'new').match(/<failure /g)?.length ?? 0;
  expect([changedResult(), compared({ new: [] }), failingResult()].map(failures)).toEqual([4, 0, 5]);
});
