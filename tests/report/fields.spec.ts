import { expect, test } from '@playwright/test';
import { assemble } from '../../src/report/assemble.ts';
import type { Evidence } from '../../src/report/evidence.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import type { Timeline } from '../../src/report/result.ts';
import { ended, run } from '../units/report/evidence.ts';
import { passingResult } from './sample-result.ts';

const resolvedAfter = (...times: number[]) =>
  times.map((ms): Timeline => ({ title: 'event', outcome: 'resolved', visibleAfterMs: 1, resolvedAfterMs: ms, polls: [] }));
const html = (given: Partial<Evidence>) => renderHtml(assemble(run([ended([], given)])));
const rowOf = (resource: string, page: string) =>
  new RegExp(`<th scope="row">${resource}</th>(.*?)</tr>`)
    .exec(page)?.[1]
    ?.match(/<td>.*?<\/td>/g)
    ?.map((cell) => cell.replace(/<[^>]*>/g, ''));

test('documented fields are told as never seen, only null, seen, or not assessed', () => {
  const page = html({
    answeredResources: ['feature-flag', 'project-defined-event'],
    seenFields: [
      { resource: 'feature-flag', pointer: '/enabled', endpoint: 14 },
      { resource: 'project-defined-event', pointer: '/id', endpoint: 15 },
      { resource: 'project-defined-event', pointer: '/event', endpoint: 15, onlyNull: true },
    ],
  });
  expect(page).toMatch(/Documented fields <span class="tally">3 of \d+ seen/);
  expect(rowOf('feature-flag', page)).toEqual(['/feature_flag_name', 'none', '/enabled', 'none']);
  expect(rowOf('project-defined-event', page)).toEqual(['/display_text, /purchase_amount_path', '/event', '/id', 'none']);
  expect(rowOf('segment', page)).toEqual(['none', 'none', 'none', '/id, /name, /filter, /description, /metadata, /static_customers']);
});

test('a result of format 1.0 does not tell, and the report has no such section', () => {
  const { fields: _, ...first } = passingResult();
  expect(renderHtml(first)).not.toContain('Documented fields');
});

test('times of resolution are drawn from three on', () => {
  expect(html({ timelines: resolvedAfter(120, 300) })).not.toContain('Times of resolution');
  expect(html({ timelines: resolvedAfter(900, 120, 300) })).toContain('aria-label="Events resolved after 120 ms, 300 ms, 900 ms"');
});
