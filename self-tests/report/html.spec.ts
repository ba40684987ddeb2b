import { createHash } from 'node:crypto';
import { NO_SUCH_FORM } from '../../src/http/wrong-credentials.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import { findingsOf } from '../../src/result/findings.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { expect, test } from '../test.ts';
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

test('no requirement, not assessed and partly assessed are three cells', () => {
  const html = renderHtml(failingResult());
  expect(html).toContain('<td class="none"><span class="cell"><b aria-hidden="true">–</b><small>none</small>');
  expect(html).toMatch(/<td class="not-assessed"><a [^>]*><b aria-hidden="true">○<\/b><span>2\/2<\/span><small>not assessed/);
  expect(html).toMatch(/<td class="partly-assessed"><a [^>]*><b aria-hidden="true">◐<\/b><span>2\/3<\/span><small>assessed/);
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

test('what was merely not seen is neutral in the matrix too', () => {
  expect(renderHtml(failingResult())).toMatch(
    /<td class="never-seen"><a [^>]*><b aria-hidden="true">◌<\/b><span>1\/1<\/span><small>never seen/,
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

test('a requirement of which no check reported is listed as not assessed', () => {
  const [first, ...rest] = passingResult().requirements;
  if (first === undefined) throw new Error('the sample has requirements');
  const html = renderHtml({ ...passingResult(), requirements: [{ ...first, status: 'not-assessed', checks: [] }, ...rest] });
  expect(html).toContain('No check of this requirement reported a result');
});

test('without a verdict there is no matrix that could pass for one', () => {
  const html = renderHtml(noVerdictResult());
  expect(html).not.toContain('class="matrix"');
  expect(html).toContain('No check was made.');
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

for (const failures of [1, 10, 50]) {
  test(`${failures} large failures stay below 1.5 MB`, () => {
    expect(Buffer.byteLength(renderHtml(largeResult(failures)))).toBeLessThan(1_500_000);
    expect(Buffer.byteLength(renderHtml(largeResult(failures, 'a place each')))).toBeLessThan(1_500_000);
  });
}

test('very many failures are shown in brief rather than in a file nobody can open', () => {
  const html = renderHtml(largeResult(500, 'a place each'));
  expect(html.match(/<article class="finding/g)).toHaveLength(500);
  expect(html.match(/Inputs and exchanges are left out here/g)).toHaveLength(440);
  expect(Buffer.byteLength(html)).toBeLessThan(3_000_000);
});

test('text of the target never becomes markup', () => {
  const html = renderHtml(hostileResult('<b id="x">\'&'));
  expect(html).not.toContain('<b id=');
  expect(html).toContain('&lt;b id=&quot;x&quot;>');
});

test('what cannot be tried with these credentials is named beside the matrix, and colours no cell', () => {
  const [one, ...others] = passingResult().requirements;
  const [check] = one?.checks ?? [];
  if (one === undefined || check === undefined) throw new Error('the sample has requirements');
  const open = {
    ...check,
    category: 'authentication' as const,
    status: 'not-assessed' as const,
    message: NO_SUCH_FORM,
  };
  const matrixOf = (message: string) => {
    const entry = { ...one, id: 'authentication.rejects-clear-text', status: 'not-assessed' as const, checks: [{ ...open, message }] };
    return (
      /<section id="matrix".*?<\/section><\/section>/s.exec(
        renderHtml({ ...passingResult(), requirements: [one, entry, ...others] }),
      )?.[0] ?? ''
    );
  };
  expect(matrixOf(open.message)).toMatch(
    /cannot be tried with these credentials at any endpoint: <code>authentication\.rejects-clear-text<\/code>/,
  );
  expect(matrixOf(open.message)).not.toMatch(/<td class="(partly|not)-assessed">/);
  expect(matrixOf('Another reason')).toMatch(/<td class="(partly|not)-assessed">/);
});

test('the embedded service took all with it, and a run that left nothing has no such section', () => {
  expect(renderHtml({ ...passingResult(), target: { baseUrl: 'http://127.0.0.1:4010', embedded: true } })).not.toContain('Left behind');
  expect(renderHtml({ ...passingResult(), leftBehind: [] })).not.toContain('Left behind');
});

test('the seal of a result that speaks for a part only is ◐', () => {
  const sealOf = (html: string) => /class="verdict (\S+)".*?class="seal"[^>]*>(.)</su.exec(html)?.slice(1);
  expect(sealOf(renderHtml(partialResult()))).toEqual(['partly', '◐']);
  expect(sealOf(renderHtml({ ...passingResult(), partial: true }))).toEqual(['partly', '◐']);
  expect(sealOf(renderHtml(passingResult()))).toEqual(['conformant', '✓']);
});

test('a filtered run says so beside the verdict', () => {
  const header = (html: string) => html.slice(0, html.indexOf('</header>'));
  expect(header(renderHtml(partialResult()))).toContain('Part of a run: it was filtered');
  expect(header(renderHtml(failingResult()))).not.toContain('Part of a run');
});

test('a result of format 1.0 has none of the sections that came later', () => {
  const { fields: _fields, leftBehind: _left, sensitivity: _sensitivity, ...first } = failingResult();
  const html = renderHtml({ ...first, format: '1.0.0' });
  for (const id of ['fields', 'left-behind', 'sensitivity']) expect(html).not.toContain(`id="${id}"`);
  expect(renderHtml(noVerdictResult())).not.toContain('id="fields"');
});

test('it stands above everything else in the report', () => {
  const result = { ...passingResult(), lost: LOST };
  const html = renderHtml(result);
  expect(html.indexOf('The target stopped answering')).toBeLessThan(html.indexOf('<h1'));
  expect(html).toContain('/segments/%00&lt;b>');
  expect(renderHtml(passingResult())).not.toContain('The target stopped answering');
});
