import { createHash } from 'node:crypto';
import type { Evidence } from '../../src/engine/evidence/evidence.ts';
import { NO_SUCH_FORM } from '../../src/http/authorization.ts';
import { renderHistory } from '../../src/report/html/history.tsx';
import { renderHtml } from '../../src/report/html/render.tsx';
import { assemble } from '../../src/result/assemble.ts';
import { findingsOf } from '../../src/result/findings.ts';
import type { ConformanceResult, Timeline } from '../../src/result/result.ts';
import { expect, test } from '../test.ts';
import { ended, run } from '../units/engine/evidence.ts';
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
for (const [title, result, shown, hidden] of [
  ['what no check reported', { ...passingResult(), requirements: UNCHECKED }, ['No check of this requirement reported a result'], []],
  ['the embedded service, which took all with it', { ...passingResult(), target: EMBEDDED }, [], ['Records created']],
  ['a run that left nothing', { ...passingResult(), leftBehind: [] }, [], ['Records created']],
  ['a result of format 1.0', { ...FIRST, format: '1.0.0' }, [], ['id="fields"', 'id="left-behind"', 'id="sensitivity"']],
  ['text of the target that could be markup', hostileResult('<b id="x">\'&'), ['&lt;b id=&quot;x&quot;>'], ['<b id=']],
] as const)
  test(`the report shows ${title}`, () => {
    const html = renderHtml(result);
    for (const text of shown) expect(html).toContain(text);
    for (const text of hidden) expect(html).not.toContain(text);
  });

test('the exit code is explained where the result alone decides on it', () => {
  const exit = (result: ConformanceResult) => /<p class="exit">(.*?)<\/p>/.exec(renderHtml(result))?.[1];
  const waivedOnly = failingResult().requirements.map((requirement) =>
    requirement.status === 'failed' ? { ...requirement, status: 'passed' as const, checks: [] } : requirement,
  );
  expect(exit({ ...failingResult(), requirements: waivedOnly, findings: findingsOf(waivedOnly) })).toMatch(
    /^Exit 0: .* waived until 2026-09-30$/,
  );
});

test('the table of contents leads to every section, in order', () => {
  for (const result of [failingResult(), passingResult(), noVerdictResult()]) {
    const html = renderHtml(result);
    const nav = /<nav.*?<\/nav>/s.exec(html)?.[0] ?? '';
    const links = [...nav.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    const sections = [...html.matchAll(/<section id="([^"]*)"/g)].map(([, id]) => id);
    expect(links).toEqual(sections);
  }
});

for (const [answer, words] of [
  [401, '401'],
  [true, 'yes'],
  [null, 'null'],
  ['status 400', 'status 400'],
  ['', 'an empty text'],
  [[], 'none'],
  [{}, 'none'],
  [[400, 415], '400, 415'],
  [{ status: 401 }, '401'],
  [{ flags: null }, 'flags: null'],
  [{ mediaType: 'application/json', members: ['error'] }, 'media type: application/json · members: error'],
  [{ deep: { er: 1 } }, '{"deep":{"er":1}}'],
] as const)
  test(`an observed ${JSON.stringify(answer)} reads: ${words}`, () => {
    const html = renderHtml({ ...passingResult(), observations: [{ id: 'a.b', endpoint: null, question: 'What?', answer }] });
    const text = /class="observation".*?<ul class="rows">(.*?)<\/ul>/s.exec(html)?.[1] ?? '';
    expect(text.replace(/<[^>]*>/g, '').replaceAll('&quot;', '"')).toBe(words);
  });

test('observations stand below their topic, as people spell it', () => {
  const html = renderHtml({ ...passingResult(), observations: [{ id: 'e-mails.a', endpoint: null, question: 'What?', answer: 1 }] });
  expect(html).toContain('<h3>E-mails</h3>');
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

const pageOf = (given: Partial<Evidence>) => renderHtml(assemble(run([ended([], given)])));

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

test('a timeline says when the customer was lost, and is resolved only until then', () => {
  const poll = (atMs: number, customer: string | null) => ({ atMs, status: 200, customer });
  const resolved = { title: 'event', outcome: 'resolved', visibleAfterMs: 10, resolvedAfterMs: 200 } as const;
  const timeline = (...after: Timeline['polls']): Timeline => ({ ...resolved, polls: [poll(10, null), poll(200, 'a'), ...after] });
  const lost = pageOf({ timelines: [timeline(poll(300, null), poll(1000, null))] });
  expect(lost).toContain('visible after 10 ms, resolved to a customer after 200 ms, lost again after 300 ms');
  const changed = pageOf({ timelines: [timeline(poll(300, 'a'), poll(400, 'b'))] });
  expect(changed).toContain('resolved to a customer after 200 ms, another after 400 ms');
  const kept = pageOf({ timelines: [timeline(poll(300, 'a'))] });
  expect(kept).toContain('resolved to a customer after 200 ms</td>');
});
