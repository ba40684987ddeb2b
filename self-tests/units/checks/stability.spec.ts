import { distanceDeviations, tellingDistance } from '../../../src/checks/clock.ts';
import { firstCustomer, PlainReads } from '../../../src/checks/stability.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { expect, test } from '../../test.ts';
import { exchange, made, readsOf, START } from './exchanges.ts';

test('names the first customer', () => {
  const all = readsOf(null, 'c1', 'c2');
  expect(firstCustomer(all)).toMatchObject({ atMs: 10, customer: 'c1' });
  expect(firstCustomer(all)?.exchange).toBe(all[1]?.exchange);
});

for (const precision of [1, 1000, 60_000])
  test(`records that far apart can be judged, and times that stand still fail: ${precision} ms`, () => {
    const time = precision === 60_000 ? '2030-01-01T00:01Z' : precision === 1000 ? '2030-01-01T00:00:01Z' : new Date(START).toISOString();
    // An exchange of these tests takes 3 ms.
    expect(distanceDeviations(made([time]), made([time, tellingDistance(precision) / 1000 + 0.003]))).toHaveLength(1);
  });

// A letter is the name of a segment that a read shows. Each read begins so many milliseconds after the one before, and takes 10.
for (const [title, names, areOdd, name, apartMs] of [
  ['a read that differs from those around it', 'AABA', true, 'getSegment', 100],
  ['what moves on is news', 'ABB', false, 'getSegment', 100],
  ['what moves on twice is news', 'ABBCC', false, 'getSegment', 100],
  ['reads that overlap have no order', 'ABA', false, 'getSegment', 5],
  ['an event is resolved', 'ABA', false, 'getEvent', 100],
  ['nothing says that a flag is constant', 'ABA', false, 'getFeatureFlagStatuses', 100],
] as const satisfies readonly (readonly [string, string, boolean, EndpointName, number])[])
  test(`${title}: ${areOdd ? 'odd' : 'nothing is odd'}`, () => {
    const reads = new PlainReads();
    for (const [index, letter] of [...names].entries())
      reads.note(name, { ...exchange({ body: { id: 's', name: letter }, durationMs: 10 }), startedAt: 1000 + index * apartMs });
    expect(reads.wereOdd(name)).toBe(areOdd);
  });
