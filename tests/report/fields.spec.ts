import { expect, test } from '@playwright/test';
import { assemble } from '../../src/report/assemble.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import type { Timeline } from '../../src/report/result.ts';
import { ended, run } from '../units/report/evidence.ts';

const resolvedAfter = (...times: number[]) =>
  times.map((ms): Timeline => ({ title: 'event', outcome: 'resolved', visibleAfterMs: 1, resolvedAfterMs: ms, polls: [] }));
const html = (timelines: readonly Timeline[]) =>
  renderHtml(
    assemble(
      run([
        ended([], {
          answeredResources: ['feature-flag'],
          seenFields: [{ resource: 'feature-flag', pointer: '/enabled', endpoint: 14 }],
          timelines,
        }),
      ]),
    ),
  );

test('documented fields are told as seen, never seen, or of a resource that no answer held', () => {
  const section = /<section id="fields".*?<\/section><\/details>/s.exec(html([]))?.[0] ?? '';
  expect(section).toContain('1 of 2 seen');
  expect(section).toContain(
    '<th scope="row">feature-flag</th><td>1 of 2</td><td><code>/feature_flag_name</code></td><td><code>/enabled</code></td>',
  );
  expect(section).toContain(
    '<th scope="row">segment</th><td>no answer held it</td><td><span class="where">not assessed</span></td><td></td>',
  );
});

test('times of resolution are drawn from three on', () => {
  expect(html(resolvedAfter(120, 300))).not.toContain('Times of resolution');
  expect(html(resolvedAfter(900, 120, 300))).toContain('aria-label="Events resolved after 120 ms, 300 ms, 900 ms"');
});
