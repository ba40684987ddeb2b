import { ID_VARIANTS } from '../../../../mutation/variants/ids.ts';
import { JSON_TEXT_VARIANTS } from '../../../../mutation/variants/texts.ts';
import { TIMESTAMP_VARIANTS } from '../../../../mutation/variants/times.ts';
import { timestampToInstant } from '../../../../reference/http/timestamp.ts';
import { IDS } from '../../../../reference/seed/ids.ts';
import { expect, test } from '../../../test.ts';
import { answerOf, requestOf, seenThrough } from './support.ts';

/** Forms that leave out the zone or are meant to be late say another instant when read as UTC. */
const SAYS_ANOTHER = /no zone|clock/;

for (const variant of TIMESTAMP_VARIANTS.filter(({ name }) => !SAYS_ANOTHER.test(name))) {
  test(`${variant.name}: the same instant to its precision`, async () => {
    for (const instant of ['2024-12-30T23:59:58.250Z', '2027-01-01T00:00:00.000Z', '2028-02-29T10:07:30.500Z']) {
      const { json } = await seenThrough(variant, requestOf('getEvent', '/events/e'), answerOf({ id: 'e', created_at: instant }));
      const read = timestampToInstant(String(json.created_at).toUpperCase());
      expect(Math.abs(read - Date.parse(instant)), String(json.created_at)).toBeLessThan(60_000);
    }
  });
}

for (const variant of ID_VARIANTS.filter(({ interpose }) => interpose !== undefined)) {
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
}

const VALUE = {
  id: 'a/b',
  text: 'é <&> " \\ \\u0041 😀 G',
  list: [1, -2, 0.5, 1e21, 1e-7, true, null, '1'],
  nested: { b: 1, a: { c: '7' } },
};

for (const variant of JSON_TEXT_VARIANTS) {
  test(`${variant.name}: another text, the same value`, async () => {
    const { json } = await seenThrough(variant, requestOf('getEvent', '/events/e'), answerOf(VALUE));
    expect(json).toEqual(VALUE);
  });
}
