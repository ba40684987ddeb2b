import { boundedLifetimeDeviations, isDatedByClock, lifetimeDeviations, sharedExpiry, standingExpiry } from '../../../src/checks/expiry.ts';
import { expect, test } from '../../test.ts';
import { exchange } from './exchanges.ts';

const MADE = Date.UTC(2026, 0, 1, 12, 0, 0);

function embed(id: string, madeAfterS: number, expiresAfterS: number) {
  const body = { id, expires_at: new Date(MADE + expiresAfterS * 1000).toISOString() };
  return { ...exchange({ body }), startedAt: MADE + madeAfterS * 1000 };
}

for (const [title, apart, first, last, isBroken] of [
  ['as far apart as they were made', 20, 3541, 3561, false],
  ['a little less far', 20, 3541, 3550, false],
  ['the same instant', 20, 3541, 3541, true],
  ['a minute, where it was a third of one', 20, 3541, 3601, true],
  ['full minutes, which may be written so', 130, 3600, 3720, false],
] as const)
  test(`two embeds of one lifetime expire: ${title}`, () => {
    expect(standingExpiry(embed('a', 0, first), embed('b', apart, last)).length > 0).toBe(isBroken);
  });

const at = (afterS: number) => new Date(MADE + afterS * 1000);
const dated = (body: object) => exchange({ body, headers: { date: at(0).toUTCString() } });

test('a lifetime that is too short by minutes shows where the service dates its records by the same clock', () => {
  const lived = (seconds: number) => ({ seconds, exchange: dated({ expires_at: at(seconds - 90).toISOString() }) });
  const early = (isOneClock: boolean) => lifetimeDeviations([lived(600), lived(1800)], { isOneClock }).length;
  expect([early(true), early(false)]).toEqual([1, 0]);
  const isOne = (createdAfterS: number) => isDatedByClock(dated({ created_at: at(createdAfterS).toISOString() }));
  expect([isOne(0), isOne(-2), isOne(60)]).toEqual([true, true, false]);
});

test('clocks that are four minutes apart explain four minutes of a lifetime, and no hour', () => {
  const lived = (seconds: number, lateS: number) => ({ seconds, exchange: dated({ expires_at: at(seconds + lateS).toISOString() }) });
  const broken = (lateS: number) => lifetimeDeviations([lived(600, 0), lived(3600, lateS)], { apartMs: 240_000 }).length;
  expect([broken(240), broken(3600)]).toEqual([0, 1]);
});

/** An embed that lives so long. */
const lived = (seconds: number, lives = seconds) => ({ seconds, exchange: embed('e', 0, lives) });
const brokenLifetimes = (...embeds: ReturnType<typeof lived>[]) =>
  boundedLifetimeDeviations(lived(600), embeds).map(({ expected }) => /about (\d+)/.exec(expected)?.[1]);

test('what lives shorter than another that was asked to live shorter is wrong', () => {
  expect(brokenLifetimes(lived(600), lived(3600), lived(86_400, 0), lived(90_000, 3600))).toEqual(['86400']);
  expect(brokenLifetimes(lived(600), lived(3600), lived(90_000, 3500), lived(172_800))).toEqual(['90000']);
});

test('what lives longer than asked is wrong where another lives shorter', () =>
  expect(brokenLifetimes(lived(60, 3600), lived(600))).toEqual(['60']));

test('embeds without a time say nothing', () => {
  expect(boundedLifetimeDeviations({ seconds: 600, exchange: exchange() }, [lived(600)])).toEqual([]);
  expect(boundedLifetimeDeviations(lived(600), [{ seconds: 60, exchange: exchange({ body: { expires_at: 5 } }) }])).toEqual([]);
});

test('each deviation names the creation of its embed', () => {
  const embeds = [lived(600), lived(3600), lived(86_400, 0)];
  const [deviation] = boundedLifetimeDeviations(lived(600), embeds);
  expect(deviation?.exchange).toBe(embeds[2]?.exchange);
});

test('an embed that is asked for again does not expire with the one before, where the times show it', () => {
  const embed = (startedAt: number, expiresAfterS: number) => ({ ...dated({ expires_at: at(expiresAfterS).toISOString() }), startedAt });
  const shared = (first: number, last: number) => sharedExpiry(embed(0, first), embed(5000, last), 10)?.length ?? null;
  expect(shared(10.2, 15.2)).toBe(0);
  expect(shared(10.2, 10.2)).toBe(1);
  // Held to a longer lifetime, and rounded to whole minutes.
  expect(shared(60.2, 60.2)).toBeNull();
  expect(shared(0, 0)).toBeNull();
});
