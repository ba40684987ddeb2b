import type { PassingAnswer, PassingRequest, Variant } from '../../../mutation/interposition.ts';
import { bundles, pairs, titleOf } from '../../../mutation/variants/bundles.ts';
import { ID_VARIANTS } from '../../../mutation/variants/ids.ts';
import { JSON_TEXT_VARIANTS } from '../../../mutation/variants/texts.ts';
import { TIMESTAMP_VARIANTS } from '../../../mutation/variants/times.ts';
import { TOPICS, VARIANTS } from '../../../mutation/variants/topics.ts';
import { timestampToInstant } from '../../../reference/http/timestamp.ts';
import { IDS } from '../../../reference/seed/ids.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { expect, test } from '../../test.ts';

const encoder = new TextEncoder();

/** A request of the suite, as it passes. */
function requestOf(endpoint: EndpointName | null, target: string, body: unknown = undefined): PassingRequest {
  const headers = { authorization: 'Basic eDp5', 'content-type': 'application/json', 'accept-encoding': 'gzip, deflate, br' };
  const bytes = encoder.encode(body === undefined ? '' : JSON.stringify(body));
  return {
    method: body === undefined ? 'GET' : 'POST',
    target,
    headers,
    body: bytes,
    endpoint,
    id: decodeURIComponent(target.split('/')[2] ?? ''),
    connection: 1,
  };
}

function answerOf(value: unknown, status = 200): PassingAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: encoder.encode(JSON.stringify(value)) };
}

/** What the suite sees of a variant that stands before a service which always answers the same, and what that service was asked. */
async function seenThrough({ interpose }: Variant, request: PassingRequest, answer: PassingAnswer) {
  const asked: PassingRequest[] = [];
  const seen = await interpose?.()(request, async (passed) => {
    asked.push(passed);
    return answer;
  });
  if (seen === undefined || 'misbehaviour' in seen) throw new Error('Expected an answer that is a value.');
  return { ...seen, json: JSON.parse(new TextDecoder().decode(seen.body)) as Record<string, unknown>, asked };
}

const LEAST = 80;

test('there are enough variants, and each has a name of its own', () => {
  const names = VARIANTS.map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(LEAST);
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

test('no bundle and no pair holds two of one matter, or two stores', () => {
  const aspectsOf = new Map(TOPICS.flatMap(({ aspects, variants }) => variants.map((variant) => [variant, aspects])));
  for (const together of [...bundles(2), ...pairs(50, 2)]) {
    const aspects = together.flatMap((variant) => aspectsOf.get(variant) ?? []);
    expect(new Set(aspects).size, titleOf(together)).toBe(aspects.length);
    expect(together.filter(({ store }) => store).length, titleOf(together)).toBeLessThan(2);
  }
});

test('the same seed gives the same bundles and pairs, another gives others', () => {
  const titles = (seed: number) => [...bundles(seed), ...pairs(20, seed)].map(titleOf);
  expect(titles(3)).toEqual(titles(3));
  expect(titles(3)).not.toEqual(titles(4));
  expect(new Set(pairs(20, 3).map(titleOf)).size).toBe(20);
});

/** Forms that leave out the zone or are meant to be late say another instant when read as UTC. */
const SAYS_ANOTHER = /no zone|clock/;

for (const variant of TIMESTAMP_VARIANTS.filter(({ name }) => !SAYS_ANOTHER.test(name)))
  test(`${variant.name}: the same instant to its precision`, async () => {
    for (const instant of ['2024-12-30T23:59:58.250Z', '2027-01-01T00:00:00.000Z', '2028-02-29T10:07:30.500Z']) {
      const { json } = await seenThrough(variant, requestOf('getEvent', '/events/e'), answerOf({ id: 'e', created_at: instant }));
      const read = timestampToInstant(String(json.created_at).toUpperCase());
      expect(Math.abs(read - Date.parse(instant)), String(json.created_at)).toBeLessThan(60_000);
    }
  });

for (const variant of ID_VARIANTS.filter(({ interpose }) => interpose !== undefined))
  test(`${variant.name}: out and in again, each its own`, async () => {
    const renamed = new Set<unknown>();
    const ids = Object.values(IDS).flat();
    for (const id of ids) {
      const { json } = await seenThrough(
        variant,
        requestOf('getSegment', '/segments/s'),
        answerOf({ id, static_customers: [id], metadata: { id } }),
      );
      expect(json).toEqual({ id: json.id, static_customers: [json.id], metadata: { id } });
      renamed.add(json.id);
      const { asked } = await seenThrough(
        variant,
        requestOf('getSegment', `/segments/${encodeURIComponent(String(json.id))}`),
        answerOf({}),
      );
      expect(asked.map((request) => request.target)).toEqual([`/segments/${encodeURIComponent(id)}`]);
    }
    expect(renamed.size).toBe(ids.length);
  });

const VALUE = {
  id: 'a/b',
  text: 'é <&> " \\ \\u0041 😀 G',
  list: [1, -2, 0.5, 1e21, 1e-7, true, null, '1'],
  nested: { b: 1, a: { c: '7' } },
};

for (const variant of JSON_TEXT_VARIANTS)
  test(`${variant.name}: another text, the same value`, async () => {
    const { json } = await seenThrough(variant, requestOf('getEvent', '/events/e'), answerOf(VALUE));
    expect(json).toEqual(VALUE);
  });
