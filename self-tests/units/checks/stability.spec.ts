import { distanceDeviations, tellingDistance } from '../../../src/checks/clock.ts';
import { boundedLifetimeDeviations, sharedExpiry } from '../../../src/checks/expiry.ts';
import { firstCustomer } from '../../../src/checks/stability.ts';
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

const ASKED = Date.UTC(2030, 0, 1);
/** An embed that was asked for some milliseconds after the first and lives so long. */
const lived = (seconds: number, lives = seconds, askedAfterMs = 0) => {
  const body = { expires_at: new Date(ASKED + askedAfterMs + lives * 1000).toISOString() };
  return { seconds, exchange: { ...exchange({ body }), startedAt: ASKED + askedAfterMs } };
};
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
