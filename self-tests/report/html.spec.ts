import { createHash } from 'node:crypto';
import type { Evidence } from '../../src/engine/evidence/evidence.ts';
import { NO_SUCH_FORM } from '../../src/http/authorization.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import { assemble } from '../../src/result/assemble.ts';
import { findingsOf } from '../../src/result/findings.ts';
import type { ConformanceResult, Timeline } from '../../src/result/result.ts';
import { expect, test } from '../test.ts';
import { ended, run } from '../units/engine/evidence.ts';
import { failingResult, hostileResult, largeResult, noVerdictResult, partialResult, passingResult } from './sample-result.ts';
import { LOST } from './sample-surroundings.ts';

test('the policy allows the one style sheet and the one script by their hashes, and nothing else', () => {
  const html = renderHtml(failingResult());
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const hash = (tag: string) => {
    const text = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(html)?.[1] ?? '';
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  };
  expect(policy).toBe(`default-src 'none'; style-src ${hash('style')}; script-src ${hash('script')}; base-uri 'none'; form-action 'none'`);
});

/** What stands below the search box. */
const resultsOf = (html: string) => html.slice(html.indexOf('id="results"'));
test('every id occurs once, and every link within the report leads somewhere', () => {
  const html = renderHtml(failingResult());
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const links = [...html.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id).filter((id) => id?.startsWith('q=') === false);
  expect(links.length).toBeGreaterThanOrEqual(100);
  expect(links.filter((id) => !ids.includes(id))).toEqual([]);
});

test('ids are the same in another run, so that a link keeps its meaning', () => {
  const idsOf = (html: string) => new Set([...html.matchAll(/ id="(check-[^"]*)" data-s/g)].map(([, id]) => id));
  expect(idsOf(renderHtml(failingResult()))).toEqual(idsOf(renderHtml(passingResult())));
});

test('worst come first: requirements, then robustness, then completeness', () => {
  const html = resultsOf(renderHtml(failingResult()));
  const places = ['Broken requirements', 'Robustness findings', 'Completeness: documented', '>Waived', '>Not assessed ', '>Passed '].map(
    (heading) => html.indexOf(heading),
  );
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test('in the matrix, no requirement, not assessed, partly assessed and merely not seen are four cells', () => {
  const html = renderHtml(failingResult());
  expect(html).toContain('<td class="none"><span class="cell"><b aria-hidden="true">–</b><small>none</small>');
  for (const [tone, mark, figures, words] of [
    ['not-assessed', '○', '2/2', 'not assessed'],
    ['partly-assessed', '◐', '2/3', 'assessed'],
    ['never-seen', '◌', '1/1', 'never seen'],
  ])
    expect(html).toMatch(
      new RegExp(`<td class="${tone}"><a [^>]*><b aria-hidden="true">${mark}</b><span>${figures}</span><small>${words}`),
    );
});

const EMBEDDED = { baseUrl: 'http://127.0.0.1:4010', embedded: true };
const { fields: _fields, leftBehind: _left, sensitivity: _sensitivity, ...FIRST } = failingResult();
const UNCHECKED = passingResult().requirements.map((entry) => ({ ...entry, status: 'not-assessed' as const, checks: [] }));
const PART = 'Part of a run: it was filtered';
const GONE = 'The target stopped answering';
for (const [title, result, shown, hidden] of [
  [
    'a requirement of which no check reported',
    { ...passingResult(), requirements: UNCHECKED },
    ['No check of this requirement reported a result'],
    [],
  ],
  ['no verdict, and no matrix that could pass for one', noVerdictResult(), ['No check was made.'], ['class="matrix"', 'id="fields"']],
  ['the embedded service, which took all with it', { ...passingResult(), target: EMBEDDED }, [], ['Records created']],
  ['a run that left nothing', { ...passingResult(), leftBehind: [] }, [], ['Records created']],
  ['a filtered run', partialResult(), [PART], []],
  ['a whole run, and a target that stayed', failingResult(), [], [PART, GONE]],
  ['a result of format 1.0', { ...FIRST, format: '1.0.0' }, [], ['id="fields"', 'id="left-behind"', 'id="sensitivity"']],
  ['text of the target that could be markup', hostileResult('<b id="x">\'&'), ['&lt;b id=&quot;x&quot;>'], ['<b id=']],
] as const)
  test(`the report shows ${title}`, () => {
    const html = renderHtml(result);
    for (const text of shown) expect(html).toContain(text);
    for (const text of hidden) expect(html).not.toContain(text);
  });

test('a conformant run shows first what was assessed and what was left out', () => {
  const html = renderHtml(partialResult());
  expect(html).not.toContain('id="broken"');
  expect(html.indexOf('id="assessed"')).toBeLessThan(html.indexOf('id="matrix"'));
  const text = html.slice(html.indexOf('id="assessed"'), html.indexOf('id="matrix"')).replace(/<[^>]*>/g, '');
  expect(text).toMatch(/None of the \d+ assessed checks failed\. They cover \d+ statements at 18 endpoints, with 200 generated inputs\./);
  expect(text).toMatch(
    /\d+ checks of \d+ statements not assessed, for want of CES_SEGMENT_ID · 1 documented field never seen · 1 sentence that no check covers/,
  );
});

test('the exit code is explained where the result alone decides on it', () => {
  const exit = (result: ConformanceResult) => /<p class="exit">(.*?)<\/p>/.exec(renderHtml(result))?.[1];
  expect(exit(passingResult())).toBe('Exit 0: nothing that counts failed');
  expect(exit(failingResult())).toBe('Exit 1: 4 requirements broken; 1 more is waived; 1 robustness finding');
  expect(exit({ ...passingResult(), waiverProblems: ['The waiver of segment.fields expired.'] })).toBe('Exit 1: 1 waiver no longer true');
  const waivedOnly = failingResult().requirements.map((requirement) =>
    requirement.status === 'failed' ? { ...requirement, status: 'passed' as const, checks: [] } : requirement,
  );
  expect(exit({ ...failingResult(), requirements: waivedOnly, findings: findingsOf(waivedOnly) })).toMatch(
    /^Exit 0: .* waived until 2026-09-30$/,
  );
  expect(exit(noVerdictResult())).toBeUndefined();
  expect(exit(partialResult())).toBeUndefined();
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
] as const) {
  test(`an observed ${JSON.stringify(answer)} reads: ${words}`, () => {
    const html = renderHtml({ ...passingResult(), observations: [{ id: 'a.b', endpoint: null, question: 'What?', answer }] });
    const text = /<ul class="answers">(.*?)<\/ul>/s.exec(html)?.[1] ?? '';
    expect(text.replace(/<[^>]*>/g, '').replaceAll('&quot;', '"')).toBe(words);
  });
}

test('50 large failures stay below 1.5 MB', () => {
  for (const places of ['one place', 'a place each'] as const)
    expect(Buffer.byteLength(renderHtml(largeResult(50, places)))).toBeLessThan(1_500_000);
});

test('very many failures are shown in brief rather than in a file nobody can open', () => {
  const html = renderHtml(largeResult(500, 'a place each'));
  expect(html.match(/<article class="finding/g)).toHaveLength(500);
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
  expect(matrixOf(NO_SUCH_FORM)).not.toMatch(/<td class="(partly|not)-assessed">/);
  expect(matrixOf('Another reason')).toMatch(/<td class="(partly|not)-assessed">/);
});

test('a target that went away stands above everything else in the report', () => {
  const result = { ...passingResult(), lost: LOST };
  const html = renderHtml(result);
  expect(html.indexOf(GONE)).toBeLessThan(html.indexOf('<h1'));
  expect(html).toContain('/segments/%00&lt;b>');
});

const resolvedAfter = (...times: number[]) =>
  times.map((ms): Timeline => ({ title: 'event', outcome: 'resolved', visibleAfterMs: 1, resolvedAfterMs: ms, polls: [] }));
const pageOf = (given: Partial<Evidence>) => renderHtml(assemble(run([ended([], given)])));
/** What a page shows of one resource, a text a line. */
const shownOf = (resource: string, page: string) =>
  new RegExp(`<div><dt>${resource} (.*?)</div>`)
    .exec(page)?.[1]
    ?.match(/<(span|dd)\b.*?<\/\1>/g)
    ?.map((line) => line.replace(/<[^>]*>/g, ''));

test('documented fields are shown as never seen, only null, seen, or not assessed', () => {
  const page = pageOf({
    answeredResources: ['feature-flag', 'project-defined-event'],
    seenFields: [
      { resource: 'feature-flag', pointer: '/enabled', endpoint: 'getFeatureFlagStatuses' },
      { resource: 'project-defined-event', pointer: '/id', endpoint: 'getProjectDefinedEvent' },
      { resource: 'project-defined-event', pointer: '/event', endpoint: 'getProjectDefinedEvent', onlyNull: true },
    ],
  });
  expect(page).toMatch(/Documented fields <span class="tally">3 of \d+ seen/);
  expect(shownOf('feature-flag', page)).toEqual(['· 1 of 2 seen', 'Never seen: /feature_flag_name', 'Seen with a value: /enabled']);
  expect(shownOf('project-defined-event', page)).toEqual([
    '· 2 of 4 seen',
    'Never seen: /display_text, /purchase_amount_path',
    'Only ever null: /event',
    'Seen with a value: /id',
  ]);
  expect(shownOf('segment', page)).toEqual([
    '· 0 of 6 seen',
    'Not assessed: /id, /name, /filter, /description, /metadata, /static_customers',
  ]);
});

test('a timeline says when the customer was lost, and is resolved only until then', () => {
  const poll = (atMs: number, customer: string | null) => ({ atMs, status: 200, customer });
  const timeline = (...after: ReturnType<typeof poll>[]): Timeline => ({
    title: 'event',
    outcome: 'resolved',
    visibleAfterMs: 10,
    resolvedAfterMs: 200,
    polls: [poll(10, null), poll(200, 'a'), ...after],
  });
  const lost = pageOf({ timelines: [timeline(poll(300, null), poll(1000, null))] });
  expect(lost).toContain('visible after 10 ms, resolved to a customer after 200 ms, lost again after 300 ms');
  const changed = pageOf({ timelines: [timeline(poll(300, 'a'), poll(400, 'b'))] });
  expect(changed).toContain('resolved to a customer after 200 ms, another after 400 ms');
  const kept = pageOf({ timelines: [timeline(poll(300, 'a'))] });
  expect(kept).toContain('resolved to a customer after 200 ms</td>');
});

test('the times of resolution are told: the fastest, the median and the slowest', () => {
  expect(pageOf({ timelines: resolvedAfter(900, 120, 300) })).toContain(
    '3 events resolved: the fastest after 120 ms, the median 300 ms, the slowest 900 ms.',
  );
});
