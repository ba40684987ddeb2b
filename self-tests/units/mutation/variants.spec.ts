import { answerOf, jsonOf } from '../../../mutation/answers.ts';
import type { PassingAnswer } from '../../../mutation/interposition.ts';
import { bundles, titleOf } from '../../../mutation/variants/bundles.ts';
import { TIMESTAMP_VARIANTS } from '../../../mutation/variants/times.ts';
import { TOPICS, VARIANTS } from '../../../mutation/variants/topics.ts';
import { timestampToInstant } from '../../../reference/http/timestamp.ts';
import { expect, test } from '../../test.ts';

test('there are enough variants, and each has a name of its own', () => {
  const names = VARIANTS.map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(80);
  expect(new Set(names).size).toBe(names.length);
});

test('each variant says why it is permitted, and differs in something', () => {
  const mute = VARIANTS.filter(({ permitted, interpose, store }) => permitted === '' || !(interpose || store));
  expect(mute.map(({ name }) => name)).toEqual([]);
});

test('each variant is in one bundle', () => {
  const bundled = bundles(1).flat();
  expect(bundled).toHaveLength(VARIANTS.length);
  expect(new Set(bundled)).toEqual(new Set(VARIANTS));
});

test('no bundle holds two of one matter, or two stores', () => {
  const aspectsOf = new Map(TOPICS.flatMap(({ aspects, variants }) => variants.map((variant) => [variant, aspects])));
  for (const together of bundles(2)) {
    const aspects = together.flatMap((variant) => aspectsOf.get(variant) ?? []);
    expect(new Set(aspects).size, titleOf(together)).toBe(aspects.length);
    expect(together.filter(({ store }) => store).length, titleOf(together)).toBeLessThan(2);
  }
});

test('the same seed gives the same bundles, another gives others', () => {
  const titles = (seed: number) => bundles(seed).map(titleOf);
  expect(titles(3)).toEqual(titles(3));
  expect(titles(3)).not.toEqual(titles(4));
});

const EMPTY = Buffer.from('');
const READ = { method: 'GET', target: '/events/e', headers: {}, body: EMPTY, endpoint: 'getEvent', id: 'e', connection: 1 } as const;

/** Forms that leave out the zone or are meant to be late say another instant when read as UTC. */
const SAYS_ANOTHER = /no zone|clock/;

// The mutation run plays variants at whatever time it is; these instants are odd.
for (const { name, interpose } of TIMESTAMP_VARIANTS.filter((variant) => !SAYS_ANOTHER.test(variant.name)))
  test(`${name}: the same instant to its precision`, async () => {
    for (const instant of ['2024-12-30T23:59:58.250Z', '2027-01-01T00:00:00.000Z', '2028-02-29T10:07:30.500Z']) {
      const answer = await interpose?.()(READ, async () => answerOf(200, { id: 'e', created_at: instant }));
      const { created_at: written } = jsonOf(answer as PassingAnswer);
      expect(Math.abs(timestampToInstant(String(written).toUpperCase()) - Date.parse(instant)), String(written)).toBeLessThan(60_000);
    }
  });
