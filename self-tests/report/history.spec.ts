import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderHistory } from '../../src/report/html/history.tsx';
import { newFolder } from '../folders.ts';
import { command } from '../runs/command.ts';
import { expect, test } from '../test.ts';
import { historyOfDays, historyOfFiles, storedRuns } from './sample-history.ts';
import { failingResult, noVerdictResult, partialResult, passingResult } from './sample-result.ts';

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

const [PASSING, FAILING, NOBODY, PART] = [passingResult(), failingResult(), noVerdictResult(), partialResult()];
/** The passing result with another first statement. */
const first = (given: object) => ({
  ...PASSING,
  requirements: PASSING.requirements.map((entry, index) => (index === 0 ? { ...entry, ...given } : entry)),
});

for (const [what, results, headline] of [
  ['one run', [FAILING], '✕ Not conformant on 2026-03-01'],
  ['the same all along', [PASSING, PASSING], '✓ Conformant since the first run, 2026-03-01'],
  ['a change', [PASSING, FAILING, FAILING], '✕ Not conformant since 2026-03-02'],
  ['a change back', [PASSING, FAILING, PASSING], '✓ Conformant since 2026-03-03'],
  ['a part only', [PASSING, first({ status: 'not-assessed' })], '◐ Conformant as far as assessed since 2026-03-02'],
  ['runs that say nothing in between', [PASSING, FAILING, NOBODY, PART, FAILING], '✕ Not conformant since 2026-03-02'],
  ['runs that say nothing in the end', [PASSING, FAILING, PART, NOBODY], '✕ Not conformant since 2026-03-02'],
  ['runs that never say anything', [NOBODY, NOBODY], '? No verdict since the first run, 2026-03-01'],
] as const) {
  test(`the first line says the verdict of today and since when: ${what}`, () => {
    expect(textOf(/<h1>.*?<\/h1>/s.exec(renderHistory(historyOfDays(...results)))?.[0] ?? '')).toBe(headline);
  });
}

test('findings beyond the twelfth and runs beyond the tenth stand in a fold', () => {
  const history = historyOfDays(...Array.from({ length: 13 }, () => FAILING));
  const [one] = history.findings;
  if (one === undefined) throw new Error('the sample has findings');
  const html = renderHistory({ ...history, findings: Array.from({ length: 14 }, () => one) });
  expect(textOf(html, 'broken')).toContain('2 more');
  expect(textOf(html, 'runs')).toContain('3 earlier runs');
  for (const [id, items] of Object.entries({ broken: '<li', runs: '<tr' })) {
    const [open = '', folded = ''] = html.slice(html.indexOf(`<section id="${id}"`)).split('<details');
    expect([open.split(items).length - 1, folded.split('</details>')[0]?.split(items).length]).toEqual(id === 'runs' ? [11, 5] : [12, 3]);
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

test('the command makes one page of a folder and says what is broken; bad files are named all at once, and nothing is written', async () => {
  const folder = newFolder();
  const [results, out] = [join(folder, 'results'), join(folder, 'out')];
  for (const [file, result] of storedRuns()) {
    mkdirSync(dirname(join(results, file)), { recursive: true });
    writeFileSync(join(results, file), JSON.stringify(result));
  }
  const { code, stdout, stderr } = await command(['history', results, '--out', out]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('https://staging.example.com/api/v1: 6 runs, 2026-03-01 to 2026-03-06\n');
  expect(stdout.trimEnd()).toMatch(/history\.html$/);
  const html = readFileSync(join(out, 'history.html'), 'utf8');
  expect(html).toContain('Not conformant since 2026-03-03');
  expect(html).not.toContain(folder);
  rmSync(out, { recursive: true });
  writeFileSync(join(results, 'cut.json'), '{"format": ');
  writeFileSync(join(results, 'empty.json'), '');
  const bad = /^.*cut\.json: not JSON and seems to be cut.* Give.*\n.*empty\.json: empty\. .*\n$/;
  expect(await command(['history', results, '--out', out])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(bad) });
  expect(existsSync(out)).toBe(false);
});

for (const [args, said] of [
  [[], 'expected one folder. Usage: npm run history -- folder [--out <folder>]; found 0 words'],
  [['reports', '--last', '3'], '--last: expected an option of this command'],
  [['reports', '--out', '--last'], '--out: expected a value (one that begins'],
  [['--', '-reports'], '-reports: no such folder. Give the folder that holds the results.\n'],
] as const)
  test(`history ${args.join(' ')} ends with 2, and says what is wrong`, async () => {
    expect(await command(['history', ...args])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(said) });
  });
