import { renderHistory } from '../../src/report/html/history.tsx';
import { historyText } from '../../src/report/terminal-lists.ts';
import type { History } from '../../src/result/history/history.ts';
import { historyOf } from '../../src/result/history/history-of.ts';
import { recordOf } from '../../src/result/history/record.ts';
import { expect, test } from '../test.ts';
import { runOn, storedRuns } from './sample-history.ts';
import { failingResult, noVerdictResult, partialResult, passingResult } from './sample-result.ts';

type Stored = ReturnType<typeof runOn>;
const historyFrom = (...stored: readonly Stored[]): History => historyOf(stored.map(([file, result]) => recordOf(file, result)));

/** The text of the page, or of one part of it up to the next heading of its rank, without markup. */
function textOf(html: string, id?: string): string {
  const start = id === undefined ? 0 : html.indexOf(`<section id="${id}"`);
  if (start < 0) return '';
  const next = id === undefined ? -1 : html.indexOf('<h2', html.indexOf('</h2>', start));
  return html
    .slice(start, next < 0 ? undefined : next)
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const headlineOf = (...stored: readonly Stored[]) => textOf(/<h1>.*?<\/h1>/s.exec(renderHistory(historyFrom(...stored)))?.[0] ?? '');

const [PASSING, FAILING, NOBODY, PART] = [passingResult(), failingResult(), noVerdictResult(), partialResult()];
for (const [what, results, headline] of [
  ['one run', [FAILING], '✕ Not conformant on 2026-03-01'],
  ['the same all along', [PASSING, PASSING], '✓ Conformant since the first run, 2026-03-01'],
  ['a change', [PASSING, FAILING, FAILING], '✕ Not conformant since 2026-03-02'],
  ['a change back', [PASSING, FAILING, PASSING], '✓ Conformant since 2026-03-03'],
  ['runs that say nothing in between', [PASSING, FAILING, NOBODY, PART, FAILING], '✕ Not conformant since 2026-03-02'],
  ['runs that say nothing in the end', [PASSING, FAILING, PART, NOBODY], '✕ Not conformant since 2026-03-02'],
  ['runs that never say anything', [NOBODY, NOBODY], '? No verdict since the first run, 2026-03-01'],
] as const) {
  test(`the first line says the verdict of today and since when: ${what}`, () => {
    expect(headlineOf(...results.map((result, index) => runOn(index + 1, result)))).toBe(headline);
  });
}

test('a result that speaks for a part only is ◐ and no tick', () => {
  const open = {
    ...PASSING,
    requirements: PASSING.requirements.map((entry, index) => (index === 0 ? { ...entry, status: 'not-assessed' as const } : entry)),
  };
  expect(headlineOf(runOn(1, PASSING), runOn(2, open))).toBe('◐ Conformant as far as assessed since 2026-03-02');
});

test('what is broken now stands first, with since when; then what is fixed, with until when', () => {
  const html = renderHistory(historyFrom(runOn(1, PASSING), runOn(2, FAILING), runOn(3, FAILING)));
  expect(textOf(html, 'broken')).toContain('Broken now 5');
  expect(textOf(html, 'broken')).toContain('✕ failed: endpoint-2.shape POST /businesses/{id}/campaigns (2)');
  expect(textOf(html, 'broken')).toContain('since 2026-03-02 seen in 2 of 3 runs');
  expect(textOf(html, 'waived')).toContain('≈ waived: endpoint-15.shape');
  expect(textOf(html, 'never-seen')).toContain('◌ never seen: completeness.endpoint-8');
  const mended = renderHistory(historyFrom(runOn(1, FAILING), runOn(2, PASSING), runOn(3, PASSING)));
  expect(textOf(mended, 'broken')).toContain('The last run found nothing broken.');
  expect(textOf(mended, 'fixed')).toContain('✓ fixed: endpoint-2.shape');
  expect(textOf(mended, 'fixed')).toContain('on 2026-03-01 gone since 2026-03-02 · seen in 1 of 3 runs');
});

test('what the last run did not look for is not fixed', () => {
  const html = renderHistory(historyFrom(runOn(1, FAILING), runOn(2, NOBODY)));
  expect(textOf(html, 'broken')).toContain('The last run did not look for what was broken before');
  expect(textOf(html, 'not-looked-for')).toContain('since the first run no run has looked for it since 2026-03-01');
  expect(textOf(html, 'fixed')).toBe('');
  expect(textOf(html)).toContain('The last run, 2026-03-02: 0 new findings, 0 fixed, 0 still there, 6 not looked for.');
});

test('each run has its verdict and figures, the newest first, and what was not measured is no zero', () => {
  const html = renderHistory(historyFrom(runOn(1, PASSING), runOn(2, NOBODY), runOn(3, FAILING)));
  const runs = textOf(html, 'runs');
  expect([...runs.matchAll(/2026-03-0\d [✕✓?]/g)].map(([found]) => found)).toEqual(['2026-03-03 ✕', '2026-03-02 ?', '2026-03-01 ✓']);
  expect(html).toContain('aria-hidden="true">─·■</p>');
});

test('findings beyond the twelfth and runs beyond the tenth stand in a fold', () => {
  const history = historyFrom(...Array.from({ length: 13 }, (_, day) => runOn(day + 1, FAILING)));
  const [first] = history.findings;
  if (first === undefined) throw new Error('the sample has findings');
  const html = renderHistory({ ...history, findings: Array.from({ length: 14 }, () => first) });
  expect(textOf(html, 'broken')).toContain('2 more');
  expect(textOf(html, 'runs')).toContain('3 earlier runs');
  for (const [id, items] of Object.entries({ broken: '<li', runs: '<tr' })) {
    const [open = '', folded = ''] = html.slice(html.indexOf(`<section id="${id}"`)).split('<details');
    expect([open.split(items).length - 1, folded.split('</details>')[0]?.split(items).length]).toEqual(id === 'runs' ? [11, 5] : [12, 3]);
  }
});

test('results that are left out and statements that are not compared are named with the reason', () => {
  const elsewhere = { ...PASSING, target: { baseUrl: 'https://other.example', embedded: false } };
  const older = {
    ...PASSING,
    requirements: PASSING.requirements.map((entry, index) => (index === 0 ? { ...entry, text: 'Older.' } : entry)),
  };
  const history = historyFrom(runOn(1, elsewhere), runOn(2, older), runOn(3, PASSING));
  const html = renderHistory(history);
  expect(textOf(html, 'left-out')).toContain('2026-03-01/conformance.json : of another target: https://other.example. Give it a folder');
  expect(textOf(html, 'not-compared')).toContain('endpoint.success-status : its wording is another one in later runs. 1 run: 2026-03-02');
  expect(historyText(history)).toContain(
    '\nLeft out:\n  2026-03-01/conformance.json: of another target: https://other.example. Give it a folder',
  );
  expect(historyText(history)).toContain('\nNot compared:\n  endpoint.success-status: its wording is another one in later runs');
});

test('every id occurs once, and every link leads somewhere', () => {
  const html = renderHistory(historyFrom(...storedRuns()));
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const links = [...html.matchAll(/ (?:href="#|aria-labelledby=")([^"]*)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(3);
  expect(links.filter((id) => !ids.includes(id))).toEqual([]);
});
