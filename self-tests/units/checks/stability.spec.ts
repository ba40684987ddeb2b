import { distanceDeviations, tellingDistance } from '../../../src/checks/clock.ts';
import { borrowedLifetime, boundedLifetimeDeviations, sharedExpiry } from '../../../src/checks/expiry.ts';
import { firstCustomer, heldWords, lostCustomer } from '../../../src/checks/stability.ts';
import { expect, test } from '../../test.ts';
import { exchange, made, START } from './exchanges.ts';

/** Reads 10 ms apart; `undefined` is a read that failed. */
const readsOf = (...customers: readonly unknown[]) =>
  customers.map((customer, index) => ({
    atMs: index * 10,
    exchange: exchange(),
    event: customer === undefined ? null : { id: 'e1', customer },
  }));

for (const [what, customers, first, lost] of [
  ['never read', [], null, null],
  ['never resolved', [null, null], null, null],
  ['resolved at once', ['c1', 'c1'], 0, null],
  ['resolved later', [null, null, 'c1', 'c1'], 20, null],
  ['lost again', [null, 'c1', null, null], 10, 20],
  ['resolved to another', [null, 'c1', 'c1', 'c2'], 10, 30],
  ['lost and found', ['c1', null, 'c1'], 0, 10],
  ['a read failed on the way', [null, undefined, 'c1', undefined, 'c1'], 20, null],
  ['a customer of the wrong type', [null, 5, 'c1'], 20, null],
] as const)
  test(`the customer of an event: ${what}`, () => {
    expect(firstCustomer(readsOf(...customers))?.atMs ?? null).toBe(first);
    expect(lostCustomer(readsOf(...customers))?.atMs ?? null).toBe(lost);
  });

test('names the first customer', () => {
  const all = readsOf(null, 'c1', 'c2');
  expect(firstCustomer(all)).toEqual({ atMs: 10, customer: 'c1', exchange: all[1]?.exchange });
  expect(firstCustomer(all)?.exchange).toBe(all[1]?.exchange);
});

test('says when a customer was there and when not, from the first time on', () => {
  expect(heldWords(readsOf(null, 'c1', undefined, null, 'c1', 'c2'))).toBe('it had the customer after 10, 40 ms, and not after 30, 50 ms');
  const late = heldWords(readsOf(...Array.from({ length: 20 }, () => 'c1'), null));
  expect(late).toBe('it had the customer after 0, 10, 20, 30, 40, 50 ms, and not after 200 ms');
});

for (const precision of [1, 1000, 60_000])
  test(`records that far apart can be judged, and times that stand still fail: ${precision} ms`, () => {
    const time = precision === 60_000 ? '2030-01-01T00:01Z' : precision === 1000 ? '2030-01-01T00:00:01Z' : new Date(START).toISOString();
    // An exchange of these tests takes 3 ms.
    expect(distanceDeviations(made([time]), made([time, tellingDistance(precision) / 1000 + 0.003]))).toHaveLength(1);
  });

const ASKED = Date.UTC(2030, 0, 1);
/** An embed that was asked for some milliseconds after the first and lives so long. */
const lived = (seconds: number, lives = seconds, askedAfterMs = 0) => ({
  seconds,
  expiresAt: new Date(ASKED + askedAfterMs + lives * 1000).toISOString(),
  exchange: { ...exchange(), startedAt: ASKED + askedAfterMs },
});
const brokenLifetimes = (...embeds: ReturnType<typeof lived>[]) =>
  boundedLifetimeDeviations(lived(600), embeds).map(({ expected }) => /about (\d+)/.exec(expected)?.[1]);

test('what lives shorter than another that was asked to live shorter is wrong', () => {
  expect(brokenLifetimes(lived(600), lived(3600), lived(86_400, 0), lived(90_000, 3600))).toEqual(['86400']);
  expect(brokenLifetimes(lived(600), lived(3600), lived(90_000, 3500), lived(172_800))).toEqual(['90000']);
});

test('what lives longer than asked is wrong where another lives shorter', () =>
  expect(brokenLifetimes(lived(60, 3600), lived(600))).toEqual(['60']));

test('embeds without a time say nothing', () => {
  expect(boundedLifetimeDeviations({ ...lived(600), expiresAt: undefined }, [lived(600)])).toEqual([]);
  expect(boundedLifetimeDeviations(lived(600), [{ ...lived(60), expiresAt: 5 }])).toEqual([]);
});

test('each deviation names the creation of its embed', () => {
  const embeds = [lived(600), lived(3600), lived(86_400, 0)];
  const [deviation] = boundedLifetimeDeviations(lived(600), embeds);
  expect(deviation?.exchange).toBe(embeds[2]?.exchange);
});

test('an embed that is asked for again does not expire with the one before, where the times show it', () => {
  const embed = (startedAt: number, livesMs: number) => ({
    ...exchange({ body: { expires_at: new Date(ASKED + livesMs).toISOString() }, headers: { date: new Date(ASKED).toUTCString() } }),
    startedAt,
  });
  const shared = (first: number, last: number) => sharedExpiry(embed(0, first), embed(5000, last), 10)?.length ?? null;
  expect(shared(10_200, 15_200)).toBe(0);
  expect(shared(10_200, 10_200)).toBe(1);
  // Held to a longer lifetime, and rounded to whole minutes.
  expect(shared(60_200, 60_200)).toBeNull();
  expect(shared(0, 0)).toBeNull();
});

/** How long each of four lives: 3600 s are asked for, nothing, 600 s, nothing. Then how much is borrowed; null: they do not show it. */
for (const [what, lives, borrowed] of [
  ['the default comes back', [3600, 1800, 600, 1800], 0],
  ['the last has the lifetime before it', [3600, 1800, 600, 600], 1],
  ['each has the lifetime before it', [3600, 3600, 600, 600], 1],
  ['the default is the shorter one', [3600, 600, 600, 600], 0],
  ['none is shorter than an hour', [3600, 3600, 3600, 3600], null],
  ['none is shorter than an hour, and the default is longer', [3600, 7200, 3600, 7200], 0],
  ['a lifetime has to be asked for', [3600, Number.NaN, 600, Number.NaN], null],
] as const)
  test(`a lifetime that was not asked for: ${what}`, () => {
    const embed = (seconds: number) =>
      Number.isNaN(seconds)
        ? exchange({ status: 400 })
        : exchange({ body: { expires_at: new Date(ASKED + seconds * 1000).toISOString() } });
    const [long, without, short, again] = [embed(lives[0]), embed(lives[1]), embed(lives[2]), embed(lives[3])];
    const found = borrowedLifetime({ seconds: 3600, exchange: long }, without, { seconds: 600, exchange: short }, again);
    expect(found?.length ?? null).toBe(borrowed);
  });
