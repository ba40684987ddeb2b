import { PlainReads } from '../../../src/checks/plain-reads.ts';
import { NOW_AND_THEN } from '../../../src/checks/run-history.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { expect, test } from '../../test.ts';
import { exchange } from './exchanges.ts';

/** What is said of the last of these reads: a letter is a segment's name, and each read begins so many milliseconds after the one before and takes 10. */
function oddIn(names: string, name: EndpointName = 'getSegment', apartMs = 100) {
  const reads = new PlainReads();
  const all = [...names].map((letter, index) => ({
    ...exchange({ body: { id: 's', name: letter, extra: letter, status: letter }, durationMs: 10 }),
    startedAt: 1000 + index * apartMs,
  }));
  return all.map((each) => reads.odd(name, each)).map((breaches) => ({ breaches, all }));
}

test('a read that differs from those around it is the guilty one, seen at the next', () => {
  const [first, second, third, { breaches: [breach] = [], all = [] } = {}] = oddIn('AABA');
  expect([first, second, third].flatMap((each) => each?.breaches)).toEqual([]);
  expect(breach?.requirement).toBe('robustness.reading-is-safe');
  expect(breach?.guilty).toBe(all[2]);
  expect(breach?.earlier).toBe(all[1]);
  expect(breach?.deviations).toMatchObject([{ pointer: '/name', expected: '"A"', actual: '"B"' }]);
  expect(breach?.contrast).toBe(`${NOW_AND_THEN}: one ended 0.1 s before it, and the other was sent 0.1 s after it`);
});

for (const [title, names, name, apartMs] of [
  ['what moves on is news', 'ABB', 'getSegment', 100],
  ['what moves on twice is news', 'ABBCC', 'getSegment', 100],
  ['reads that overlap have no order', 'ABA', 'getSegment', 5],
  ['an event is resolved', 'ABA', 'getEvent', 100],
  ['nothing says that a flag is constant', 'ABA', 'getFeatureFlagStatuses', 100],
] as const)
  test(`${title}: nothing is odd`, () => expect(oddIn(names, name, apartMs).flatMap(({ breaches }) => breaches)).toEqual([]));
