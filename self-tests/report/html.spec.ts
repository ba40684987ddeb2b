import { createHash } from 'node:crypto';
import type { CheckEvidence, Evidence } from '../../src/engine/evidence/evidence.ts';
import { NO_SUCH_FORM } from '../../src/http/authorization.ts';
import { renderHistory } from '../../src/report/html/history.tsx';
import { renderHtml } from '../../src/report/html/render.tsx';
import { findingMarkdown } from '../../src/report/markdown.ts';
import { assemble } from '../../src/result/assemble.ts';
import { findingsOf } from '../../src/result/findings.ts';
import { knownFaults } from '../../src/result/known-faults.ts';
import type { ConformanceResult, Timeline } from '../../src/result/result.ts';
import { ENDPOINTS } from '../../src/specification/endpoints.ts';
import { REQUIREMENTS } from '../../src/specification/register.ts';
import { expect, test } from '../test.ts';
import { ended, run } from '../units/engine/evidence.ts';
import { check, NULL, statement } from '../units/result/samples.ts';
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
  ['the embedded service, which took all with it', { ...passingResult(), target: EMBEDDED }, [], ['Left behind']],
  ['a run that left nothing', { ...passingResult(), leftBehind: [] }, [], ['Left behind']],
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

test('sections stand in the same order, whether anything is broken or not', () => {
  const [broken, sound] = [failingResult(), passingResult()].map((result) =>
    [...renderHtml(result).matchAll(/<section id="([^"]*)"/g)].map(([, id]) => id),
  );
  expect(sound?.filter((id) => broken?.includes(id))).toEqual(broken?.filter((id) => sound?.includes(id)));
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
  expect(pageOf({ timelines: [timeline(poll(300, 'a'))] })).toContain('resolved to a customer after 200 ms</td>');
});

/** The findings of a report, by the statement that is broken, with the checks that show each. */
const articlesOf = (html: string) =>
  [...html.matchAll(/<details class="finding.*?<\/article><\/details>/gs)].map(([text]) => ({
    text,
    statement: /<p class="where"><code>(.*?)<\/code>/s.exec(text)?.[1],
    checks: (text.match(/<span class="status (failed|waived|never-seen)">/g) ?? []).length,
  }));

test('every finding has all checks that show it', () => {
  for (const result of [failingResult(), largeResult(40), largeResult(40, 'a place each')])
    expect(articlesOf(renderHtml(result)).map(({ statement, checks }) => [statement, checks])).toEqual(
      inSections(result.findings ?? []).map((finding) => [finding.requirement, finding.checks]),
    );
  expect(renderHtml(largeResult(40))).toContain('<summary>all 40 checks that show it or follow from it</summary>');
});

/** In the order of the report: what is broken, what is waived, what was never seen. */
function inSections<T extends { readonly waived: boolean; readonly level: string }>(findings: readonly T[]): T[] {
  const rank = ({ waived, level }: T) => (waived ? 1 : level === 'completeness' ? 2 : 0);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}

test('a check that no finding of the result accounts for is shown all the same, as in results of older formats', () => {
  const { findings: _, ...older } = failingResult();
  expect(renderHtml(older)).toBe(renderHtml(failingResult()));
  const mainOf = (html: string) => html.slice(html.indexOf('<main>'));
  expect(mainOf(renderHtml({ ...older, findings: [] }))).toBe(mainOf(renderHtml(failingResult())));
});

test('what follows from a finding stands under it, with its own checks', () => {
  const sentence = (id: string, expected: string) =>
    statement([check('failed', { findings: [{ ...NULL, expected }] })], { id, text: `The sentence of \`${id}\`.` });
  const requirements = [sentence('campaign.fields', 'a string'), sentence('campaign.name-comes-back', '"Spring"')];
  const html = renderHtml({ ...passingResult(), verdict: 'nonconformant', requirements, findings: findingsOf(requirements) });
  const [article, ...others] = articlesOf(html);
  expect(others).toEqual([]);
  expect(article?.text).toContain('also broken: campaign.name-comes-back (The sentence of campaign.name-comes-back.)');
  expect(article?.text).toContain('1 more statement fails because of it');
  expect(article?.checks).toBe(2);
});

for (const [expected, actual, shown] of [
  ['" leading"', '"leading", leading space lost', '"<del> </del>leading", leading space lost'],
  ['{"a":1,"b":2}', '{"a":1}', '{"a":1<del>,"b":2</del>}'],
  ['null', 'no such member', '<del>null</del> → <ins class="actual">no such member</ins>'],
] as const)
  test(`what was sent and what came back are one line: ${expected}, ${actual}`, () => {
    const requirements = [statement([check('failed', { findings: [{ pointer: '/name', expected, actual }] })])];
    const html = renderHtml({ ...passingResult(), verdict: 'nonconformant', requirements, findings: findingsOf(requirements) });
    expect(articlesOf(html)[0]?.text.replaceAll('&quot;', '"')).toContain(`<dt>Difference</dt><dd><code>${shown}</code></dd>`);
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

test('what each statement is known to catch is shown once, whatever became of it; faults of one kind share a line', () => {
  const knowing = REQUIREMENTS.filter(({ id }) => knownFaults(id).length > 0);
  const checks = (['passed', 'failed', 'not-assessed', 'failed'] as const).flatMap((status) =>
    knowing.map(({ id, endpoints: [endpoint = null] }): CheckEvidence => ({ requirement: id, endpoint, status, reason: 'none' })),
  );
  const html = renderHtml(assemble(run([ended(checks)])));
  expect(html.match(/<div id="faults-/g)).toHaveLength(knowing.length);
  expect(html).toContain(`<li>Nobody looks at the credentials<span class="where"> · endpoints 1–${ENDPOINTS.length}</span></li>`);
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
