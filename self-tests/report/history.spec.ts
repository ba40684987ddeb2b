import { renderHistory } from '../../src/report/html/history.tsx';
import { expect, test } from '../test.ts';
import { historyOfDays, historyOfFiles, storedRuns } from './sample-history.ts';
import { failingResult, noVerdictResult, openResult, partialResult, passingResult } from './sample-result.ts';

const [PASSING, FAILING, NOBODY, PART] = [passingResult(), failingResult(), noVerdictResult(), partialResult()];

for (const [what, results, headline] of [
  ['one run', [FAILING], '✕ Not conformant on 2026-03-01'],
  ['the same all along', [PASSING, PASSING], '✓ Conformant since the first run, 2026-03-01'],
  ['a change', [PASSING, FAILING, FAILING], '✕ Not conformant since 2026-03-02'],
  ['a change back', [PASSING, FAILING, PASSING], '✓ Conformant since 2026-03-03'],
  ['a part only', [PASSING, openResult()], '◐ Conformant as far as assessed since 2026-03-02'],
  ['runs that say nothing in between', [PASSING, FAILING, NOBODY, PART, FAILING], '✕ Not conformant since 2026-03-02'],
  ['runs that say nothing in the end', [PASSING, FAILING, PART, NOBODY], '✕ Not conformant since 2026-03-02'],
  ['runs that never say anything', [NOBODY, NOBODY], '? No verdict since the first run, 2026-03-01'],
] as const) {
  test(`the first line says the verdict of today and since when: ${what}`, () => {
    const [heading = ''] = /<h1>.*?<\/h1>/s.exec(renderHistory(historyOfDays(...results))) ?? [];
    expect(
      heading
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ).toBe(headline);
  });
}

test('findings beyond the twelfth and runs beyond the tenth stand in a fold', () => {
  const history = historyOfDays(...Array.from({ length: 13 }, () => FAILING));
  const [one] = history.findings;
  if (one === undefined) throw new Error('the sample has findings');
  const html = renderHistory({ ...history, findings: Array.from({ length: 14 }, () => one) });
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

test('every id occurs once, and every link leads somewhere', () => {
  const html = renderHistory(historyOfFiles(...storedRuns()));
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const links = [...html.matchAll(/ (?:href="#|aria-labelledby=")([^"]*)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(3);
  expect(links.filter((id) => !ids.includes(id))).toEqual([]);
});
