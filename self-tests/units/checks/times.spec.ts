import { expect, test } from '@playwright/test';
import { elapsedFindings, tellingDistance } from '../../../src/checks/elapsed.ts';
import { type Lifetime, lifetimeFindings } from '../../../src/checks/expiry.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { exchange } from './exchanges.ts';

const at = (seconds: number) => new Date(Date.UTC(2030, 0, 1) + seconds * 1000).toISOString();

const ELAPSED: readonly [string, unknown, unknown, number, 'holds' | 'broken' | 'open'][] = [
  ['as far apart', at(0), at(3), 3000, 'holds'],
  ['a second too near', at(0), at(2), 3000, 'holds'],
  ['a second too far', at(0), at(4), 3000, 'holds'],
  ['in other zones', '2030-01-01T00:00:00Z', '2030-01-01T02:00:03+02:00', 3000, 'holds'],
  ['to the second', '2030-01-01T00:00:00Z', '2030-01-01T00:00:02Z', 3000, 'holds'],
  ['the same moment', at(0), at(0), 3000, 'broken'],
  ['hours apart', at(0), at(3600), 3000, 'broken'],
  ['the wrong way round', at(3), at(0), 3000, 'broken'],
  ['to the minute, seconds apart', '2030-01-01T00:00Z', '2030-01-01T00:00Z', 3000, 'open'],
  ['to the minute, minutes apart', '2030-01-01T00:00Z', '2030-01-01T00:00Z', 300_000, 'broken'],
  ['too near to tell', at(0), at(0), 1500, 'open'],
  ['no time', 'today', at(3), 3000, 'open'],
  ['no text', at(0), 1_893_456_003, 3000, 'open'],
  ['nothing', undefined, undefined, 3000, 'open'],
];

for (const [what, earlier, later, elapsed, outcome] of ELAPSED) {
  test(`times of records, ${what}: ${outcome}`, () => {
    const judge = () => elapsedFindings(earlier, later, elapsed);
    if (outcome === 'open') expect(judge).toThrow(NotAssessed);
    else expect(judge().map(({ pointer }) => pointer)).toEqual(outcome === 'holds' ? [] : ['/created_at']);
  });
}

for (const precision of [1, 1000, 60_000]) {
  test(`records that far apart can be judged, and one that shows no time passing fails: ${precision} ms`, () => {
    const time = precision === 60_000 ? '2030-01-01T00:00Z' : precision === 1000 ? '2030-01-01T00:00:00Z' : at(0);
    expect(elapsedFindings(time, time, tellingDistance(precision))).toHaveLength(1);
  });
}

const embeds = (...pairs: readonly (readonly [seconds: number, expiresAt: unknown])[]): Lifetime[] =>
  pairs.map(([seconds, expiresAt]) => ({ seconds, expiresAt, exchange: exchange() }));

const LIFETIMES: readonly [string, Lifetime[], unknown, 'holds' | 'broken' | 'open'][] = [
  ['as asked', embeds([600, at(600)], [1800, at(1800)]), at(0), 'holds'],
  ['as asked, made a little later', embeds([600, at(601)], [1800, at(1803)]), at(0), 'holds'],
  ['as asked, no clock', embeds([600, at(600)], [1800, at(1800)]), undefined, 'holds'],
  ['as asked, by another clock', embeds([600, at(9600)], [1800, at(10_800)]), undefined, 'holds'],
  ['as asked, a clock without a zone', embeds([600, at(600)], [1800, at(1800)]), '2029-12-31T22:00:00', 'holds'],
  ['as asked, in other zones', embeds([600, '2030-01-01T02:10:00+02:00'], [1800, '2030-01-01T00:30:00Z']), at(0), 'holds'],
  ['as asked, to the minute', embeds([600, '2030-01-01T00:10Z'], [1800, '2030-01-01T00:30Z']), '2030-01-01T00:00Z', 'holds'],
  ['all alike', embeds([600, at(3600)], [1800, at(3600)]), undefined, 'broken'],
  ['twice as long', embeds([600, at(1200)], [1800, at(3600)]), undefined, 'broken'],
  ['milliseconds for seconds', embeds([600, at(0.6)], [1800, at(1.8)]), undefined, 'broken'],
  ['an hour late', embeds([600, at(4200)], [1800, at(5400)]), at(0), 'broken'],
  ['already over', embeds([600, at(-600)], [1800, at(600)]), at(0), 'broken'],
  ['the third astray', embeds([600, at(600)], [1800, at(1800)], [60, at(1800)]), undefined, 'broken'],
  ['too coarse to tell', embeds([30, '2030-01-01T00:01Z'], [90, '2030-01-01T00:01Z']), undefined, 'open'],
  ['no first time', embeds([600, undefined], [1800, at(1800)]), at(0), 'open'],
  ['no second time', embeds([600, at(600)], [1800, 'soon']), at(0), 'open'],
  ['nothing', [], at(0), 'open'],
];

for (const [what, lifetimes, clock, outcome] of LIFETIMES) {
  test(`lifetimes of embeds, ${what}: ${outcome}`, () => {
    const judge = () => lifetimeFindings(lifetimes, clock);
    if (outcome === 'open') expect(judge).toThrow(NotAssessed);
    else expect(new Set(judge().map(({ pointer }) => pointer))).toEqual(new Set(outcome === 'holds' ? [] : ['/expires_at']));
  });
}

test('a lifetime that is wrong by the clock and by the pair is reported for both', () => {
  const [first, second] = embeds([600, at(9999)], [1800, at(9999)]);
  if (!first || !second) throw new Error('There are two.');
  expect(lifetimeFindings([first, second], at(0))).toEqual([
    {
      pointer: '/expires_at',
      expected: `1200 s after "${at(9999)}", since 1800 s were asked for and there 600 s`,
      actual: `"${at(9999)}"`,
      exchange: second.exchange,
    },
    {
      pointer: '/expires_at',
      expected: `about 600 s after "${at(0)}", the service's own time just before`,
      actual: `"${at(9999)}"`,
      exchange: first.exchange,
    },
  ]);
});
