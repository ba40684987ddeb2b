import { PlainReads } from '../../../src/checks/plain-reads.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { expect, test } from '../../test.ts';
import { exchange } from './exchanges.ts';

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
