import { clockFindings, distanceFindings, tellingDistance, timeFindings, type WrittenTime } from '../../../src/checks/clock.ts';
import { boundedLifetimeFindings, type Lifetime, lifetimeFindings, reusedWords } from '../../../src/checks/expiry.ts';
import { lastUpdateFindings } from '../../../src/checks/record-times.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { expect, test } from '../../test.ts';
import { exchange } from './exchanges.ts';

const START = Date.UTC(2030, 0, 1, 9, 30, 17, 250);
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();
const httpDate = (seconds: number) => new Date(START + seconds * 1000).toUTCString();

/** A record made so many seconds after the start. Nobody knows the target's clock, unless `date` says so. */
function made(text: unknown, seconds = 0, date?: string, id: unknown = `made after ${seconds} s`): WrittenTime {
  const answer = { ...exchange({ headers: date === undefined ? {} : { date } }), startedAt: START + seconds * 1000 };
  return { pointer: '/created_at', text, what: 'when it was created', id, made: answer, shown: answer };
}

const outcome = (findings: unknown[] | null) => (findings === null ? 'open' : findings.length === 0 ? 'holds' : 'broken');

for (const [what, text, date, expected] of [
  ['now', at(0), httpDate(0), 'holds'],
  ['with its offset', '2030-01-01T15:00:17+05:30', httpDate(0), 'holds'],
  ['90 s behind the gateway', at(-90), httpDate(0), 'holds'],
  ['90 s ahead of the gateway', at(90), httpDate(0), 'holds'],
  ['to the minute', '2030-01-01T09:30Z', httpDate(0), 'holds'],
  ['to the hour', '2030-01-01T09Z', httpDate(0), 'holds'],
  ['to the hour, with zeros', '2030-01-01T09:00:00.000Z', httpDate(0), 'holds'],
  ['to the day, with zeros', '2030-01-01T00:00:00Z', httpDate(0), 'holds'],
  ['of no zone, ahead', '2030-01-01T23:30:17', httpDate(0), 'holds'],
  ['of no zone, behind', '2029-12-31T21:30:17.123', httpDate(0), 'holds'],
  ['by a clock that is years off, and so is `Date`', '2001-05-05T10:00:01Z', 'Sat, 05 May 2001 10:00:00 GMT', 'holds'],
  ['two hours ahead: local time as UTC', at(7200), httpDate(0), 'broken'],
  ['five hours behind: local time as UTC', at(-18_000), httpDate(0), 'broken'],
  ['half a day off', at(-43_200), httpDate(0), 'broken'],
  ['the epoch', '1970-01-01T00:00:00Z', httpDate(0), 'broken'],
  ['seconds as milliseconds', new Date(START / 1000).toISOString(), httpDate(0), 'broken'],
  ['a constant', '2024-02-01T08:00:00.000Z', httpDate(0), 'broken'],
  ['the epoch without a zone', '1970-01-01T00:00:00', httpDate(0), 'broken'],
  ['tomorrow, to the day', '2030-01-03T00:00:00Z', httpDate(0), 'broken'],
  ['without a clock', at(7200), undefined, 'open'],
  ['a clock that is none', at(7200), 'soon', 'open'],
  ['no time', 'today', httpDate(0), 'open'],
  ['no text', START, httpDate(0), 'open'],
] as const)
  test(`a time by the target's clock, ${what}: ${expected}`, () => expect(outcome(clockFindings(made(text, 0, date)))).toBe(expected));

for (const [what, earlier, later, seconds, expected] of [
  ['as far apart', at(0), at(3), 3, 'holds'],
  ['written by two servers whose clocks differ', at(0), at(-20), 3, 'holds'],
  ['in other zones', '2030-01-01T00:00:01Z', '2030-01-01T02:00:04+02:00', 3, 'holds'],
  ['to the second', '2030-01-01T00:00:01Z', '2030-01-01T00:00:03Z', 3, 'holds'],
  ['of no zone', '2030-01-01T00:00:01', '2030-01-01T00:00:03', 3, 'holds'],
  ['the same moment', at(0), at(0), 3, 'broken'],
  ['the same second', '2030-01-01T00:00:01Z', '2030-01-01T00:00:01Z', 3, 'broken'],
  ['the same moment without a zone', '2030-01-01T00:00:01', '2030-01-01T00:00:01', 3, 'broken'],
  ['hours apart', at(0), at(3600), 3, 'broken'],
  ['hours the wrong way round', at(3600), at(0), 3, 'broken'],
  ['the same minute', '2030-01-01T00:01Z', '2030-01-01T00:01Z', 3, 'open'],
  ['the same minute, with zeros', '2030-01-01T00:01:00.000Z', '2030-01-01T00:01:00.000Z', 3, 'open'],
  ['the same minute, minutes apart', '2030-01-01T00:01Z', '2030-01-01T00:01Z', 300, 'broken'],
  ['one with and one without a zone', at(0), '2030-01-01T00:00:01', 3, 'open'],
  ['too near to tell', at(0), at(0), 1.5, 'open'],
  ['no time', 'today', at(3), 3, 'open'],
  ['nothing', undefined, undefined, 3, 'open'],
] as const)
  test(`times of two records, ${what}: ${expected}`, () =>
    expect(outcome(distanceFindings(made(earlier), made(later, seconds)))).toBe(expected));

test('one record that two answers show has one time', () =>
  expect(distanceFindings(made(at(0), 0, undefined, 'one'), made(at(0), 60, undefined, 'one'))).toBeNull());

for (const precision of [1, 1000, 60_000])
  test(`records that far apart can be judged, and times that stand still fail: ${precision} ms`, () => {
    const time = precision === 60_000 ? '2030-01-01T00:01Z' : precision === 1000 ? '2030-01-01T00:00:01Z' : at(0);
    // An exchange of these tests takes 3 ms.
    expect(distanceFindings(made(time), made(time, tellingDistance(precision) / 1000 + 0.003))).toHaveLength(1);
  });

test('a time far from the clock is reported by the clock alone', () => {
  const findings = timeFindings([made(at(7200), 0, httpDate(0)), made(at(7200), 3, httpDate(3))]);
  expect(findings?.map(({ expected }) => expected)).toEqual([
    'about 2030-01-01T09:30:17.000Z, when it was created, by the `Date` of the answer',
    'about 2030-01-01T09:30:20.000Z, when it was created, by the `Date` of the answer',
  ]);
});

test('times without a clock, made at the same moment, show nothing', () => expect(timeFindings([made(at(0)), made(at(0))])).toBeNull());

for (const [what, created_at, updated_at, date, expected] of [
  ['with the creation', at(0), at(0), undefined, 'holds'],
  ['to the second, the creation to the millisecond', at(0), '2030-01-01T09:30:17Z', undefined, 'holds'],
  ['by another clock, a second before', at(0), at(-1), undefined, 'holds'],
  ['with a creation that is itself off', at(7200), at(7200), httpDate(0), 'holds'],
  ['an hour before the creation', at(0), at(-3600), undefined, 'broken'],
  ['the epoch', at(0), '1970-01-01T00:00:00Z', undefined, 'broken'],
  ['half a day ahead', at(0), at(43_200), httpDate(0), 'broken'],
  ['half a day ahead, nobody knows the clock', at(0), at(43_200), undefined, 'holds'],
  ['without the creation, now', undefined, at(0), httpDate(0), 'holds'],
  ['without the creation, an hour ago', undefined, at(-3600), httpDate(0), 'broken'],
  ['in the other form of zone', at(0), '2030-01-01T04:30:17', undefined, 'open'],
  ['nothing', at(0), undefined, httpDate(0), 'open'],
] as const)
  test(`the last update, ${what}: ${expected}`, () => {
    const answer = exchange({ headers: date === undefined ? {} : { date } });
    expect(outcome(lastUpdateFindings(answer, { id: 'c1', created_at, updated_at }))).toBe(expected);
  });

test('a last update that is half a day ahead of the clock says what it should be', () => {
  const answer = exchange({ headers: { date: httpDate(0) } });
  const findings = lastUpdateFindings(answer, { id: 'c1', created_at: at(0), updated_at: at(43_200) });
  expect(findings?.map(({ expected }) => expected).join()).toContain('when it was created, which is its last update');
});

const embeds = (...pairs: readonly (readonly [seconds: number, expiresAt: unknown])[]): Lifetime[] =>
  pairs.map(([seconds, expiresAt]) => ({ seconds, expiresAt, exchange: exchange({ headers: { date: httpDate(0) } }) }));
const withoutClock = (lifetimes: Lifetime[]) => lifetimes.map((lifetime) => ({ ...lifetime, exchange: exchange() }));

for (const [what, lifetimes, expected] of [
  ['as asked', embeds([600, at(600)], [1800, at(1800)]), 'holds'],
  ['as asked, made a little later', embeds([600, at(601)], [1800, at(1803)]), 'holds'],
  ['as asked, no clock', withoutClock(embeds([600, at(600)], [1800, at(1800)])), 'holds'],
  ['as asked, by another clock', withoutClock(embeds([600, at(9600)], [1800, at(10_800)])), 'holds'],
  ['as asked, 90 s behind the gateway', embeds([600, at(510)], [1800, at(1710)]), 'holds'],
  ['as asked, without a zone', embeds([600, '2030-01-01T11:40:17'], [1800, '2030-01-01T12:00:17']), 'holds'],
  ['as asked, in other zones', embeds([600, '2030-01-01T11:40:17+02:00'], [1800, '2030-01-01T10:00:17Z']), 'holds'],
  ['as asked, to the minute', embeds([600, '2030-01-01T09:40Z'], [1800, '2030-01-01T10:00Z']), 'holds'],
  ['all alike', withoutClock(embeds([600, at(3600)], [1800, at(3600)])), 'broken'],
  ['twice as long', withoutClock(embeds([600, at(1200)], [1800, at(3600)])), 'broken'],
  ['milliseconds for seconds', withoutClock(embeds([600, at(0.6)], [1800, at(1.8)])), 'broken'],
  ['an hour late', embeds([600, at(4200)], [1800, at(5400)]), 'broken'],
  ['already over', embeds([600, at(-600)], [1800, at(600)]), 'broken'],
  ['without a zone, a day late', embeds([600, '2030-01-02T09:40:17'], [1800, '2030-01-02T10:00:17']), 'broken'],
  ['the third astray', withoutClock(embeds([600, at(600)], [1800, at(1800)], [60, at(1800)])), 'broken'],
  ['too coarse to tell', embeds([30, '2030-01-01T09:31Z'], [90, '2030-01-01T09:31Z']), 'open'],
  ['no first time', embeds([600, undefined], [1800, at(1800)]), 'open'],
  ['no second time', embeds([600, at(600)], [1800, 'soon']), 'open'],
  ['nothing', [], 'open'],
] as const)
  test(`lifetimes of embeds, ${what}: ${expected}`, () => {
    const judge = () => lifetimeFindings(lifetimes);
    if (expected === 'open') expect(judge).toThrow(NotAssessed);
    else expect(new Set(judge().map(({ pointer }) => pointer))).toEqual(new Set(expected === 'holds' ? [] : ['/expires_at']));
  });

test('a lifetime that is wrong by the clock and by the pair is reported for both', () => {
  const [first, second] = embeds([600, at(9999)], [1800, at(9999)]);
  if (!first || !second) throw new Error('There are two.');
  expect(lifetimeFindings([first, second])).toEqual([
    {
      pointer: '/expires_at',
      expected: '1200 s later than the embed made just before (1800 s asked, against 600 s)',
      actual: 'the same instant',
      exchange: second.exchange,
    },
    {
      pointer: '/expires_at',
      expected: 'about 600 s after 2030-01-01T09:30:17.000Z, the `Date` of the answer',
      actual: `"${at(9999)}"`,
      exchange: first.exchange,
    },
  ]);
});

for (const [second, actual] of [
  [600, 'the same instant'],
  [600.25, '0 s later'],
  [4200, '3600 s later'],
  [0, '600 s earlier'],
] as const)
  test(`what is found of a second lifetime is how far it is from the first: ${actual}`, () => {
    const findings = lifetimeFindings(withoutClock(embeds([600, at(600)], [1800, at(second)])));
    expect(findings.map((finding) => finding.actual)).toEqual([actual]);
  });

test('an embed that may be the one made before is named by what the two share', () => {
  const embed = { id: 'e1', url: 'https://editor.example/1', expires_at: at(0) };
  expect(reusedWords(embed, embed)).toBe('its `id` and `url` are those of the embed made just before');
  expect(reusedWords(embed, { ...embed, url: 'https://editor.example/2' })).toBe('its `id` is that of the embed made just before');
  expect(reusedWords(embed, { ...embed, id: 'e2', url: 'https://editor.example/2' })).toBeUndefined();
  expect(reusedWords({}, {})).toBeUndefined();
});

const ASKED = Date.UTC(2030, 0, 1);
/** An embed that was asked for some milliseconds after the first and lives so long. */
const lived = (seconds: number, lives = seconds, askedAfterMs = 0) => ({
  seconds,
  expiresAt: new Date(ASKED + askedAfterMs + lives * 1000).toISOString(),
  exchange: { ...exchange(), startedAt: ASKED + askedAfterMs },
});
const brokenLifetimes = (...embeds: ReturnType<typeof lived>[]) =>
  boundedLifetimeFindings(lived(600), embeds).map(({ expected }) => /about (\d+)/.exec(expected)?.[1]);

test('lifetimes as asked are right, however long the asking took', () =>
  expect(brokenLifetimes(lived(60), lived(600), lived(86_400, 86_400, 500_000))).toEqual([]));

test('what is held to a bound is right where nothing lies beyond that bound', () => {
  expect(brokenLifetimes(lived(600), lived(3600), lived(86_400, 3600), lived(604_800, 3600))).toEqual([]);
  expect(brokenLifetimes(lived(60, 300), lived(120, 300), lived(600))).toEqual([]);
});

test('what lives shorter than another that was asked to live shorter is wrong', () => {
  expect(brokenLifetimes(lived(600), lived(3600), lived(86_400, 0), lived(90_000, 3600))).toEqual(['86400']);
  expect(brokenLifetimes(lived(600), lived(3600), lived(90_000, 3500), lived(172_800))).toEqual(['90000']);
});

test('what lives longer than asked is wrong where another lives shorter', () =>
  expect(brokenLifetimes(lived(60, 3600), lived(600))).toEqual(['60']));

test('embeds without a time say nothing', () => {
  expect(boundedLifetimeFindings({ ...lived(600), expiresAt: undefined }, [lived(600)])).toEqual([]);
  expect(boundedLifetimeFindings(lived(600), [{ ...lived(60), expiresAt: 5 }])).toEqual([]);
});

test('each finding names the creation of its embed', () => {
  const embeds = [lived(600), lived(3600), lived(86_400, 0)];
  const [finding] = boundedLifetimeFindings(lived(600), embeds);
  expect(finding?.exchange).toBe(embeds[2]?.exchange);
});
