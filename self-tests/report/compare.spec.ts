import { renderComparison } from '../../src/report/html/compare.tsx';
import { entryOf } from '../../src/result/compare/side.ts';
import { compare } from '../../src/result/compare/side-by-side.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { expect, test } from '../test.ts';
import { failingResult, noVerdictResult, openResult, passingResult } from './sample-result.ts';

const comparisonOf = (...results: ConformanceResult[]) => compare(results.map((result, index) => entryOf(`${index}.json`, result)));
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const [passing, failing] = [passingResult(), failingResult()];

test('a statement that fails in one and was not assessed in another differs', () => {
  const unassessed = failing.requirements.map((entry) => ({ ...entry, status: 'not-assessed' as const, checks: [] }));
  const { requirements } = comparisonOf(failing, { ...failing, requirements: unassessed });
  const broken = failing.requirements.filter(({ status }) => status === 'failed' || status === 'waived');
  expect(ids(requirements.filter(({ differs, onlyInAssessment }) => differs && !onlyInAssessment))).toEqual(ids(broken));
});

test('the same status by other checks differs too', () => {
  const [first] = failing.requirements.filter(({ status, checks }) => status === 'failed' && checks.length > 1);
  if (first === undefined) throw new Error('the sample has a failed requirement of several checks');
  const turned = first.checks.map((check, index) => ({ ...check, status: first.checks.at(-1 - index)?.status ?? check.status }));
  const requirements = failing.requirements.map((entry) => (entry === first ? { ...first, checks: turned } : entry));
  expect(ids(comparisonOf(failing, { ...failing, requirements }).requirements.filter(({ differs }) => differs))).toEqual([first.id]);
});

test('a result that speaks for a part only carries ◐, and says of what', () => {
  const [ended, filtered] = [
    { ...passing, interrupted: true },
    { ...passing, partial: true as const },
  ];
  const comparison = comparisonOf(passing, openResult(), ended, filtered, failing, noVerdictResult());
  expect(comparison.columns.map(({ partly }) => partly)).toEqual([false, true, true, true, false, false]);
  const rows = [...renderComparison(comparison).matchAll(/<th scope="row">[^<]*<\/th><td class="word">(.) (.*?)<\/td>/g)];
  expect(rows.map(([, mark]) => mark)).toEqual(['✓', '◐', '◐', '◐', '✕', '?']);
  expect(rows[2]?.[2]).toContain(' · it ended early');
  expect(rows[3]?.[2]).toContain(' · part of a run: it was filtered');
});

test('drift is shown by question, endpoints that agree together; member order and what was not asked are none', () => {
  const seen = passing.observations.filter(({ id }) => id !== 'authentication.challenge');
  const observations = seen.map((entry) => {
    if (entry.id === 'authentication.missing-credentials-status') return { ...entry, answer: 403 };
    return entry.id === 'errors.unknown-id' ? { ...entry, answer: { members: ['error', 'message'], status: 404 } } : entry;
  });
  const compared = comparisonOf(passing, { ...passing, observations }).observations;
  expect(compared.filter(({ differs }) => differs)).toMatchObject([
    { id: 'authentication.missing-credentials-status', answers: [[401], [403]], endpoints: expect.arrayContaining([1, 18]) },
  ]);
  expect(compared.find(({ id }) => id === 'authentication.challenge')?.answers).toEqual([['Basic realm="api"'], []]);
});

const share = (accepted: number, refusedBoundaries: readonly string[]) => ({ tried: 113, accepted, refusedBoundaries });
for (const [title, id, one, other, differs] of [
  ['two times', 'events.resolved-after', 181, 227, false],
  ['a time, and none', 'events.resolved-after', 181, null, true],
  ['two shares, with the same values refused', 'limits.accepted-inputs', share(25, ['0']), share(30, ['0']), false],
  ['two shares, with other values refused', 'limits.accepted-inputs', share(25, ['0']), share(25, []), true],
] as const) {
  test(`what chance makes another each time is no drift: ${title}`, () => {
    const having = (answer: unknown) => ({ ...passing, observations: [{ id, endpoint: 1, question: 'How?', answer }] });
    expect(comparisonOf(having(one), having(other)).observations).toMatchObject([{ differs, answers: [[one], [other]] }]);
  });
}

test('statements that the files do not share are listed with their statuses, not compared', () => {
  const [missing, ...rest] = passing.requirements;
  const comparison = comparisonOf(passing, { ...passing, requirements: rest });
  expect(comparison.notCompared).toEqual([{ id: missing?.id, reason: 'not in every file', statuses: ['passed', null] }]);
  expect(comparison.requirements).toHaveLength(rest.length);
  expect(renderComparison(comparison)).toContain(' · 2026-03-04 09:08 UTC (1.json): not in the file');
});
