import { Crawl } from '../../../src/client/crawl.ts';
import { expect, test } from '../../test.ts';
import { exchange, failed } from '../checks/exchanges.ts';
import { ASK } from './asks.ts';

/** What is said at the end of so many seconds in which as many requests a minute were answered, and timed out. */
function saidOf({
  answered,
  late,
  seconds,
}: {
  readonly answered: number;
  readonly late: number;
  readonly seconds: number;
}): string | null {
  const crawl = new Crawl();
  const ask = { ...ASK, effect: 'none', send: async () => exchange() } as const;
  const from = Date.UTC(2026, 0, 1, 12);
  for (let second = 0; second <= seconds; second += 1) {
    const count = (each: number) => Math.floor(((second + 1) * each) / 60) - Math.floor((second * each) / 60);
    const all = [
      ...Array.from({ length: count(answered) }, () => exchange()),
      ...Array.from({ length: count(late) }, () => failed('timeout')),
    ];
    for (const one of all) {
      const said = crawl.ended(ask, { ...one, startedAt: from + second * 1000, durationMs: 0 });
      if (said !== null) return said.words;
    }
  }
  return null;
}

test('a target that hardly answers for a minute crawls', () =>
  expect(saidOf({ answered: 12, late: 30, seconds: 130 })).toMatch(
    /^hardly answered: in a minute, 3\d of 4\d requests got no answer in time \(CES_TIMEOUT_MS\)$/,
  ));

for (const [title, told] of [
  ['answers more than it leaves', { answered: 60, late: 30, seconds: 200 }],
  ['hangs at an endpoint', { answered: 1, late: 4, seconds: 200 }],
  ['comes back within a minute', { answered: 0, late: 30, seconds: 50 }],
] as const)
  test(`a target that ${title} does not`, () => expect(saidOf(told)).toBeNull());
