import type { CheckEvidence } from '../../src/engine/evidence/evidence.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import { assemble } from '../../src/result/assemble.ts';
import { knownFaults } from '../../src/result/known-faults.ts';
import { REQUIREMENTS } from '../../src/specification/register.ts';
import { expect, test } from '../test.ts';
import { ended, run } from '../units/engine/evidence.ts';
import { largeResult } from './sample-result.ts';

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
    return check === undefined ? entry : { ...entry, status: 'failed' as const, checks: [...entry.checks, check] };
  });
  const html = renderHtml({ ...result, requirements });
  expect(html.match(/<article class="finding/g)).toHaveLength(50);
  expect(html.match(/✓ passed<\/span>/g)?.length).toBeGreaterThan(450);
  expect(Buffer.byteLength(html)).toBeLessThan(2_000_000);
});
