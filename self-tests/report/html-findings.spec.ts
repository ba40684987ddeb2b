import type { CheckEvidence } from '../../src/engine/evidence/evidence.ts';
import { findingMarkdown } from '../../src/report/findings-markdown.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import { assemble } from '../../src/result/assemble.ts';
import { findingsOf } from '../../src/result/findings.ts';
import { knownFaults } from '../../src/result/known-faults.ts';
import { ENDPOINTS } from '../../src/specification/endpoints.ts';
import { REQUIREMENTS } from '../../src/specification/register.ts';
import { expect, test } from '../test.ts';
import { ended, run } from '../units/engine/evidence.ts';
import { check, NULL, statement } from '../units/result/samples.ts';
import { failingResult, largeResult, passingResult } from './sample-result.ts';

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
  expect(html).toMatch(/Cut: 5242880 bytes came, of which the first \d+ characters were kept/);
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
  expect(html.match(/<article id="finding-/g)).toHaveLength(50);
  expect(html.match(/✓ passed<\/span>/g)?.length).toBeGreaterThan(450);
  expect(Buffer.byteLength(html)).toBeLessThan(2_000_000);
});
