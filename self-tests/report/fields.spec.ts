import type { Evidence } from '../../src/engine/evidence/evidence.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import { assemble } from '../../src/result/assemble.ts';
import type { Timeline } from '../../src/result/result.ts';
import { expect, test } from '../test.ts';
import { ended, run } from '../units/engine/evidence.ts';

const resolvedAfter = (...times: number[]) =>
  times.map((ms): Timeline => ({ title: 'event', outcome: 'resolved', visibleAfterMs: 1, resolvedAfterMs: ms, polls: [] }));
const html = (given: Partial<Evidence>) => renderHtml(assemble(run([ended([], given)])));
/** What a page shows of one resource, a text a line. */
const shownOf = (resource: string, page: string) =>
  new RegExp(`<div><dt>${resource} (.*?)</div>`)
    .exec(page)?.[1]
    ?.match(/<(span|dd)\b.*?<\/\1>/g)
    ?.map((line) => line.replace(/<[^>]*>/g, ''));

test('documented fields are shown as never seen, only null, seen, or not assessed', () => {
  const page = html({
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
  const lost = html({ timelines: [timeline(poll(300, null), poll(1000, null))] });
  expect(lost).toContain('visible after 10 ms, resolved to a customer after 200 ms, lost again after 300 ms');
  const changed = html({ timelines: [timeline(poll(300, 'a'), poll(400, 'b'))] });
  expect(changed).toContain('resolved to a customer after 200 ms, another after 400 ms');
  const kept = html({ timelines: [timeline(poll(300, 'a'))] });
  expect(kept).toContain('resolved to a customer after 200 ms</td>');
});

test('the times of resolution are told: the fastest, the median and the slowest', () => {
  expect(html({ timelines: resolvedAfter(900, 120, 300) })).toContain(
    '3 events resolved: the fastest after 120 ms, the median 300 ms, the slowest 900 ms.',
  );
});
