import { createHash } from 'node:crypto';
import type { CheckEvidence } from '../../src/engine/evidence/evidence.ts';
import { NO_SUCH_FORM } from '../../src/http/authorization.ts';
import { renderHistory } from '../../src/report/html/history.tsx';
import { renderHtml } from '../../src/report/html/render.tsx';
import { findingMarkdown } from '../../src/report/markdown.ts';
import { assemble } from '../../src/result/assemble.ts';
import { findingsOf } from '../../src/result/findings.ts';
import { REQUIREMENTS } from '../../src/specification/register.ts';
import { expect, test } from '../test.ts';
import { ended, run } from '../units/engine/evidence.ts';
import { check, NULL, resultOf, statement } from '../units/result/samples.ts';
import { failingResult, historyOfFiles, hostileResult, largeResult, noVerdictResult, passingResult, storedRuns } from './sample-result.ts';

test('the policy allows the one style sheet and the one script by their hashes, and nothing else', () => {
  const html = renderHtml(failingResult());
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const hash = (tag: string) => {
    const text = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(html)?.[1] ?? '';
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  };
  expect(policy).toBe(`default-src 'none'; style-src ${hash('style')}; script-src ${hash('script')}; base-uri 'none'; form-action 'none'`);
});

for (const [page, html, least] of [
  ['the report', renderHtml(failingResult()), 100],
  ['a history', renderHistory(historyOfFiles(...storedRuns())), 4],
] as const)
  test(`every id occurs once, and every link within leads somewhere: ${page}`, () => {
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...html.matchAll(/ (?:href="#(?!q=)|aria-labelledby=")([^"]*)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThanOrEqual(least);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

test('ids are the same in another run, so that a link keeps its meaning', () => {
  const idsOf = (html: string) => new Set([...html.matchAll(/ id="(check-[^"]*)" data-row/g)].map(([, id]) => id));
  const [failing, passing] = [failingResult(), passingResult()].map((result) => idsOf(renderHtml(result)));
  expect(failing?.size).toBeGreaterThan(200);
  expect([...(failing ?? [])].filter((id) => !passing?.has(id))).toEqual([]);
});

const EMBEDDED = { baseUrl: 'http://127.0.0.1:4010', embedded: true };
const { fields: _fields, leftBehind: _left, sensitivity: _sensitivity, ...FIRST } = failingResult();
const UNCHECKED = passingResult().requirements.map((entry) => ({ ...entry, status: 'not-assessed' as const, checks: [] }));
const WAIVED = failingResult().requirements.filter(({ status }) => status !== 'failed');
for (const [title, result, shown, hidden] of [
  ['what no check reported', { ...passingResult(), requirements: UNCHECKED }, ['No check of this requirement reported a result'], []],
  ['the embedded service, which took all with it', { ...passingResult(), target: EMBEDDED }, [], ['Left behind']],
  ['waived findings alone', { ...failingResult(), requirements: WAIVED }, ['>What is broken, and waived ', '>1 waived<'], []],
  ['a run that left nothing', { ...passingResult(), leftBehind: [] }, [], ['Left behind']],
  ['a result of format 1.0', { ...FIRST, format: '1.0.0' }, [], ['Left behind', 'id="sensitivity"']],
  ['text of the target that could be markup', hostileResult('<b id="x">\'&'), ['&lt;b id=&quot;x&quot;>'], ['<b id=']],
] as const)
  test(`the report shows ${title}`, () => {
    const html = renderHtml(result);
    for (const text of shown) expect(html).toContain(text);
    for (const text of hidden) expect(html).not.toContain(text);
  });

test('the table of contents leads to every section; they stand in the same order, whether anything is broken or not', () => {
  const [broken, sound] = [failingResult(), passingResult(), noVerdictResult()].map((result) => {
    const html = renderHtml(result);
    const nav = /<nav.*?<\/nav>/s.exec(html)?.[0] ?? '';
    const sections = [...html.matchAll(/<section id="([^"]*)"/g)].map(([, id]) => id);
    expect([...nav.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)).toEqual(sections);
    return sections;
  });
  expect(sound?.filter((id) => broken?.includes(id))).toEqual(broken?.filter((id) => sound?.includes(id)));
});

test('very many failures are shown in brief rather than in a file nobody can open', () => {
  const html = renderHtml(largeResult(500, 'a place each'));
  expect(html.match(/<article id="finding-/g)).toHaveLength(500);
  expect(html.match(/Inputs and exchanges are left out here/g)).toHaveLength(440);
  expect(Buffer.byteLength(html)).toBeLessThan(3_000_000);
});

test('what cannot be tried with these credentials is named beside the matrix, and colours no cell', () => {
  const [one, ...others] = passingResult().requirements;
  const [check] = one?.checks ?? [];
  if (one === undefined || check === undefined) throw new Error('the sample has requirements');
  const open = { ...check, category: 'authentication', status: 'not-assessed' } as const;
  const matrixOf = (message: string) => {
    const entry = { ...one, id: 'authentication.rejects-clear-text', status: 'not-assessed' as const, checks: [{ ...open, message }] };
    const html = renderHtml({ ...passingResult(), requirements: [one, entry, ...others] });
    return /<section id="matrix".*?<\/section><\/section>/s.exec(html)?.[0] ?? '';
  };
  expect(matrixOf(NO_SUCH_FORM)).toMatch(
    /cannot be tried with these credentials at any endpoint: <code>authentication\.rejects-clear-text<\/code>/,
  );
  expect(matrixOf(NO_SUCH_FORM)).not.toMatch(/class="cell (partly|not)-assessed"/);
  expect(matrixOf('Another reason')).toMatch(/class="cell (partly|not)-assessed"/);
});

test('the picture of a run has a column for each span, what came back from the bottom up, and the same as a table', () => {
  const at = (tenths: number) => `${Date.parse('2026-03-04T09:08:07.000Z') / 100 + tenths}`;
  const traffic = { [at(0)]: { succeeded: 3, refused: 1 }, [at(3)]: { unanswered: 2 } };
  const absences = [{ from: Number(at(2)) * 100, milliseconds: 150, words: 'took no connections' }];
  const outcome = { ...run([ended([], { traffic, absences })]), startedAt: new Date('2026-03-04T09:08:07.000Z') };
  const html = renderHtml(assemble(outcome));
  const [picture = ''] = /<svg class="picture".*?<\/svg>/s.exec(html) ?? [];
  expect([...picture.matchAll(/<rect class="([^"]+)" x="(\d+)"/g)].map(([, tone, x]) => `${tone} ${x}`).join()).toBe(
    'disturbance not-assessed 200,passed 0,never-seen 0,waived 300',
  );
  expect(html).toContain('The target was disturbed: from 200 ms to 350 ms it took no connections.');
  expect(html).toContain('<th scope="row">0 ms</th><td>3</td><td>1</td><td>0</td><td>0</td>');
});

/** The findings of a report. */
const articlesOf = (html: string) => [...html.matchAll(/<details class="finding.*?<\/article><\/details>/gs)].map(([text]) => text);

test('a check that no finding of the result accounts for is shown all the same, as in results of older formats', () => {
  const { findings: _, ...older } = failingResult();
  expect(renderHtml(older)).toBe(renderHtml(failingResult()));
  const mainOf = (html: string) => html.slice(html.indexOf('<main>'));
  expect(mainOf(renderHtml({ ...older, findings: [] }))).toBe(mainOf(renderHtml(failingResult())));
});

test('what follows from a finding stands under it', () => {
  const sentence = (id: string, expected: string) =>
    statement([check('failed', { findings: [{ ...NULL, expected }] })], { id, text: `The sentence of \`${id}\`.` });
  const requirements = [sentence('campaign.fields', 'a string'), sentence('campaign.name-comes-back', '"Spring"')];
  const html = renderHtml({ ...passingResult(), verdict: 'nonconformant', requirements, findings: findingsOf(requirements) });
  const [article, ...others] = articlesOf(html);
  expect(others).toEqual([]);
  expect(article).toContain('also broken: campaign.name-comes-back (The sentence of campaign.name-comes-back.)');
  expect(article).toContain('1 more statement fails because of it');
});

for (const [expected, actual, shown] of [
  ['" leading"', '"leading", leading space lost', '"<del> </del>leading", leading space lost'],
  ['{"a":1,"b":2}', '{"a":1}', '{"a":1<del>,"b":2</del>}'],
  ['null', 'no such member', '<del>null</del> → <ins class="actual">no such member</ins>'],
] as const)
  test(`what was sent and what came back are one line: ${expected}, ${actual}`, () => {
    const html = renderHtml(resultOf([check('failed', { findings: [{ pointer: '/name', expected, actual }] })]));
    expect(articlesOf(html)[0]?.replaceAll('&quot;', '"')).toContain(`<dt>Difference</dt><dd><code>${shown}</code></dd>`);
  });

test('each finding has a link, and can be copied as an issue, the same text as in findings.md', () => {
  const result = failingResult();
  const html = renderHtml(result);
  const decoded = html.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  for (const finding of result.findings ?? []) {
    expect(decoded).toContain(`data-copy="true" hidden>${findingMarkdown(finding, result)}</pre>`);
    expect(html).toContain(`<a href="#finding-${finding.id}">Link to this finding</a>`);
  }
});

test('a cut body, and exchanges that were left out, are mentioned', () => {
  const html = renderHtml(largeResult(50, 'a place each'));
  expect(html).toMatch(/This report shows the first \d+ characters of 5242880 bytes/);
  expect(html).toMatch(/\d further exchanges? left out here/);
  expect(html).toContain('◂ /record/member 650');
});

test('50 large failures beside all that a whole run has stay below 2 MB', () => {
  const everywhere = REQUIREMENTS.filter(({ level }) => level !== 'completeness').flatMap(({ id, endpoints }) =>
    endpoints.map((endpoint): CheckEvidence => ({ requirement: id, endpoint, status: 'passed' })),
  );
  const result = assemble(run([{ ...ended(everywhere), title: 'POST /businesses/{id}/customers/batch_update: the typical answer' }]));
  const [{ checks: large = [] } = {}] = largeResult(50, 'a place each').requirements;
  const requirements = result.requirements.map((entry, index) => {
    const one = large[index];
    if (one === undefined) return entry;
    const findings = one.findings?.map((finding) => ({ ...finding, expected: `${finding.expected} (${index})` }));
    return { ...entry, status: 'failed' as const, checks: [...entry.checks, { ...one, ...(findings && { findings }) }] };
  });
  const html = renderHtml({ ...result, requirements });
  // Some follow from others.
  expect(html.match(/<article id="finding-/g)?.length).toBeGreaterThan(40);
  expect(html.match(/✓ passed<\/span>/g)?.length).toBeGreaterThan(450);
  expect(Buffer.byteLength(html)).toBeLessThan(2_000_000);
});
