import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { renderHtml } from '../../src/report/html/render.tsx';
import { failingResult, hostileResult, largeResult, noVerdictResult, passingResult } from './sample-result.ts';

test('the policy allows the one style sheet and the one script by their hashes, and nothing else', () => {
  const html = renderHtml(failingResult());
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const hash = (tag: string) => {
    const text = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(html)?.[1] ?? '';
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  };
  expect(policy).toBe(`default-src 'none'; style-src ${hash('style')}; script-src ${hash('script')}; base-uri 'none'; form-action 'none'`);
});

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
  const html = renderHtml(failingResult());
  const places = ['Broken requirements', 'Robustness findings', 'Completeness: documented', '>Waived', '>Not assessed ', '>Passed '].map(
    (heading) => html.indexOf(heading),
  );
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test('no requirement, not assessed and partly assessed are three cells', () => {
  const html = renderHtml(failingResult());
  expect(html).toContain('<td class="none"><span class="cell"><b aria-hidden="true">–</b><small>none</small>');
  expect(html).toMatch(
    /<td class="not-assessed"><a [^>]*><b aria-hidden="true">○<\/b><span class="fraction">2\/2<\/span><small>not assessed/,
  );
  expect(html).toMatch(
    /<td class="partly-assessed"><a [^>]*><b aria-hidden="true">◐<\/b><span class="fraction">2\/3<\/span><small>assessed/,
  );
});

test('a cell counts what its word says', () => {
  const cells = [...renderHtml(failingResult()).matchAll(/class="fraction">([^<]*)<\/span><small>([^<]*)/g)].map(
    ([, fraction, word]) => `${fraction} ${word}`,
  );
  expect(cells).toEqual(expect.arrayContaining(['2/2 passed', '1/5 failed', '1/2 waived', '2/2 not assessed', '2/3 assessed']));
});

test('one deviation that shows in many checks is shown once, and the others are folded', () => {
  const html = renderHtml(largeResult(40));
  expect(html.match(/<article class="check"/g)).toHaveLength(40);
  // At 18 endpoints, of which 4 have three failures and 14 have two.
  expect(html.match(/<summary>the same in \d further checks?<\/summary>/g)).toHaveLength(18);
  expect(html.match(/the same in 2 further checks/g)).toHaveLength(4);
  expect(renderHtml(failingResult())).not.toContain('further check');
});

test('of two exchanges the judged one is shown, and where credentials are at stake, what each carried', () => {
  const html = renderHtml(failingResult());
  expect(html).toContain('<code>GET /events/evt_55 → 200, 12 ms</code><span class="where"> · judged</span>');
  expect(html).toContain('<span class="where"> · Basic (credentials)</span>');
  expect(html).toContain('<span class="where"> · Basic (password in another letter case) · judged</span>');
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

test('observations that agree are shown once', () => {
  expect(renderHtml(passingResult())).toContain('endpoints 1–16, 18');
});

test('a cut body, and exchanges that were left out, are mentioned', () => {
  const html = renderHtml(largeResult(50));
  expect(html).toMatch(/Cut: 5242880 bytes came, of which the first \d+ characters were kept/);
  expect(html).toMatch(/\d earlier exchanges? left out here/);
  expect(html).toContain('◂ /extra/member 650');
});

for (const failures of [1, 10, 50]) {
  test(`${failures} large failures stay below 1.5 MB`, () => {
    expect(Buffer.byteLength(renderHtml(largeResult(failures)))).toBeLessThan(1_500_000);
  });
}

test('very many failures are shown in brief rather than in a file nobody can open', () => {
  const html = renderHtml(largeResult(500));
  expect(html.match(/<article class="check"/g)).toHaveLength(500);
  expect(html.match(/Inputs and exchanges are left out here/g)).toHaveLength(440);
  expect(Buffer.byteLength(html)).toBeLessThan(3_000_000);
});

test('text of the target never becomes markup', () => {
  const html = renderHtml(hostileResult('<b id="x">\'&'));
  expect(html).not.toContain('<b id=');
  expect(html).toContain('&lt;b id=&quot;x&quot;>');
});
