import type { CheckEvidence } from '../../src/engine/evidence/evidence.ts';
import { findingMarkdown } from '../../src/report/findings-markdown.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import { assemble } from '../../src/result/assemble.ts';
import { findingsOf } from '../../src/result/findings.ts';
import { knownFaults } from '../../src/result/known-faults.ts';
import type { RequirementResult } from '../../src/result/result.ts';
import { REQUIREMENTS } from '../../src/specification/register.ts';
import { expect, test } from '../test.ts';
import { ended, run } from '../units/engine/evidence.ts';
import { failingResult, largeResult, passingResult } from './sample-result.ts';

/** The articles of a report, one a finding, by the statement that is broken. */
const articlesOf = (html: string) =>
  [...html.matchAll(/<article class="finding.*?<\/article>/gs)].map(([text]) => ({
    text,
    statement: /<h3.*?<code>(.*?)<\/code>/s.exec(text)?.[1],
    checks: [...text.matchAll(/<li data-row="true" id="([^"]*)"/g)].map(([, id]) => id),
  }));

test('one deviation that shows in many checks is one article, with all of them folded in it', () => {
  const html = renderHtml(largeResult(40));
  const [only, ...others] = articlesOf(html);
  expect(others).toEqual([]);
  expect(only?.checks).toHaveLength(40);
  expect(only?.text).toContain('<summary>all 40 checks that show it</summary>');
  expect(only?.text).toContain('all 18 endpoints, in all 40 checks');
  for (const { text } of articlesOf(renderHtml(failingResult()))) expect(text).not.toContain('checks that show it');
});

test('every failed check stands in one article, and every article says how many show its finding', () => {
  for (const result of [failingResult(), largeResult(40), largeResult(40, 'a place each')]) {
    const articles = articlesOf(renderHtml(result));
    const failed = result.requirements.flatMap(({ checks }) => checks.filter(({ status }) => status === 'failed' || status === 'waived'));
    expect(articles.flatMap(({ checks }) => checks)).toHaveLength(failed.length);
    expect(articles.map(({ statement, checks }) => [statement, checks.length])).toEqual(
      inSections(result.findings ?? []).map((finding) => [finding.requirement, finding.checks]),
    );
  }
});

/** In the order of the report: a section a level, then what is waived. */
function inSections<T extends { readonly waived: boolean }>(findings: readonly T[]): T[] {
  return findings.toSorted((a, b) => Number(a.waived) - Number(b.waived));
}

test('a check that no finding of the result accounts for is shown all the same, as in results of older formats', () => {
  const { findings: _, ...older } = failingResult();
  expect(renderHtml(older)).toBe(renderHtml(failingResult()));
  expect(renderHtml({ ...older, findings: [] })).toBe(renderHtml(failingResult()));
});

test('what follows from a finding stands under it, with its own checks', () => {
  const statement = (id: string, expected: string): RequirementResult => ({
    id,
    level: 'requirement',
    text: `The sentence of \`${id}\`.`,
    source: 'Resources',
    endpoints: [2],
    status: 'failed',
    checks: [{ title: id, endpoint: 2, category: 'shape', status: 'failed', findings: [{ pointer: '/name', expected, actual: 'null' }] }],
  });
  const requirements = [statement('campaign.fields', 'a string'), statement('campaign.name-comes-back', '"Spring"')];
  const html = renderHtml({ ...passingResult(), verdict: 'nonconformant', requirements, findings: findingsOf(requirements) });
  const [article, ...others] = articlesOf(html);
  expect(others).toEqual([]);
  expect(article?.text).toContain(
    '<p>Because of this, <a href="#check-campaign.name-comes-back-ep2"><code>campaign.name-comes-back</code></a> (The sentence of <code>campaign.name-comes-back</code>.) fails too.</p>',
  );
  expect(article?.checks).toEqual(['check-campaign.name-comes-back-ep2', 'check-campaign.fields-ep2']);
  expect(html).toContain('so <code>campaign.name-comes-back</code> fails too');
});

test('each finding can be copied as an issue, the same text as in findings.md', () => {
  const result = failingResult();
  const html = renderHtml(result);
  const decoded = html.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  for (const finding of result.findings ?? []) {
    expect(decoded).toContain(`data-copy="true" hidden>${findingMarkdown(finding, result)}</pre>`);
  }
});

test('a cut body, and exchanges that were left out, are mentioned', () => {
  const html = renderHtml(largeResult(50, 'a place each'));
  expect(html).toMatch(/Cut: 5242880 bytes came, of which the first \d+ characters were kept/);
  expect(html).toMatch(/\d earlier exchanges? left out here/);
  expect(html).toContain('◂ /record/member 650');
});

const KNOWING = REQUIREMENTS.filter(({ id }) => knownFaults(id).length > 0);
const checks = (status: CheckEvidence['status']) =>
  KNOWING.map(
    ({ id, endpoints }): CheckEvidence => ({ requirement: id, endpoint: endpoints[0] ?? null, status, findings: [], reason: 'none' }),
  );
const folds = (html: string) => html.match(/<summary>known to catch \d+ faults?<\/summary>/g) ?? [];

for (const [title, statuses] of [
  ['passed', ['passed', 'passed']],
  ['not assessed, and passed elsewhere', ['not-assessed', 'passed', 'not-assessed']],
  ['failed, left open and passed', ['passed', 'failed', 'not-assessed', 'failed']],
] as const) {
  test(`what each statement is known to catch is shown once: ${title}`, () => {
    expect(folds(renderHtml(assemble(run([ended(statuses.flatMap(checks))]))))).toHaveLength(KNOWING.length);
  });
}

test('faults of one kind share a line, and say where they were seen', () => {
  const html = renderHtml(assemble(run([ended(checks('passed'))])));
  expect(html).toContain('<li>Nobody looks at the credentials<span class="where"> · endpoints 1–18</span></li>');
});

test('50 large failures beside all that a whole run has stay below 2 MB', () => {
  const everywhere = REQUIREMENTS.filter(({ level }) => level !== 'completeness').flatMap(({ id, endpoints }) =>
    endpoints.map((endpoint): CheckEvidence => ({ requirement: id, endpoint, status: 'passed' })),
  );
  const result = assemble(run([{ ...ended(everywhere), title: 'POST /businesses/{id}/customers/batch_update: the typical answer' }]));
  const [{ checks: large = [] } = {}] = largeResult(50, 'a place each').requirements;
  const requirements = result.requirements.map((entry, index) => {
    const check = large[index];
    if (check === undefined) return entry;
    const findings = check.findings?.map((finding) => ({ ...finding, expected: `${finding.expected} (${index})` }));
    return { ...entry, status: 'failed' as const, checks: [...entry.checks, { ...check, ...(findings && { findings }) }] };
  });
  const html = renderHtml({ ...result, requirements });
  expect(html.match(/<article class="finding/g)).toHaveLength(50);
  expect(html.match(/✓ passed<\/span>/g)?.length).toBeGreaterThan(450);
  expect(Buffer.byteLength(html)).toBeLessThan(2_000_000);
});
