import { boundedLifetimeFindings } from '../../../src/checks/expiry.ts';
import { expect, test } from '../../test.ts';
import { exchange } from './exchanges.ts';

const START = Date.UTC(2030, 0, 1);
/** An embed that was asked for some milliseconds after the first and lives so long. */
const embed = (seconds: number, lives = seconds, askedAfterMs = 0) => ({
  seconds,
  expiresAt: new Date(START + askedAfterMs + lives * 1000).toISOString(),
  exchange: { ...exchange(), startedAt: START + askedAfterMs },
});
const broken = (...embeds: ReturnType<typeof embed>[]) =>
  boundedLifetimeFindings(embed(600), embeds).map(({ expected }) => /about (\d+)/.exec(expected)?.[1]);

test('lifetimes as asked are right, however long the asking took', () => {
  expect(broken(embed(60), embed(600), embed(86_400, 86_400, 500_000))).toEqual([]);
});

test('what is held to a bound is right where nothing lies beyond that bound', () => {
  expect(broken(embed(600), embed(3600), embed(86_400, 3600), embed(604_800, 3600))).toEqual([]);
  expect(broken(embed(60, 300), embed(120, 300), embed(600))).toEqual([]);
});

test('what lives shorter than another that was asked to live shorter is wrong', () => {
  expect(broken(embed(600), embed(3600), embed(86_400, 0), embed(90_000, 3600))).toEqual(['86400']);
  expect(broken(embed(600), embed(3600), embed(90_000, 3500), embed(172_800))).toEqual(['90000']);
});

test('what lives longer than asked is wrong where another lives shorter', () => {
  expect(broken(embed(60, 3600), embed(600))).toEqual(['60']);
});

test('embeds without a time say nothing', () => {
  expect(boundedLifetimeFindings({ ...embed(600), expiresAt: undefined }, [embed(600)])).toEqual([]);
  expect(boundedLifetimeFindings(embed(600), [{ ...embed(60), expiresAt: 5 }])).toEqual([]);
});

test('each finding names the creation of its embed', () => {
  const embeds = [embed(600), embed(3600), embed(86_400, 0)];
  const [finding] = boundedLifetimeFindings(embed(600), embeds);
  expect(finding?.exchange).toBe(embeds[2]?.exchange);
});
