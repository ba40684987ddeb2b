import { isUtf8 } from 'node:buffer';
import * as hostile from '../../../src/generation/hostile.ts';
import { wrongTypes } from '../../../src/generation/wrong-types.ts';
import { encodeSegment } from '../../../src/settings/urls.ts';
import { ENDPOINTS } from '../../../src/specification/endpoints.ts';
import { violations } from '../../../src/specification/validator.ts';
import { expect, test } from '../../test.ts';
import { EXAMPLES } from '../specification/examples.ts';

/** All that is sent of odd differences: each part, each pack, and what goes alone. */
const sentOf = ({ packs, alone }: hostile.OddDifferences) => [...packs.flatMap(({ parts, together }) => [...parts, together]), ...alone];

for (const [what, bodies] of [
  ['no JSON', hostile.NOT_JSON],
  ['almost JSON', hostile.ALMOST_JSON],
] as const)
  test(`${what} is not JSON`, () => {
    for (const body of bodies) {
      const read = () =>
        JSON.parse(typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
      expect(read, JSON.stringify(body)).toThrow();
    }
    expect(new Set(bodies.map(String)).size).toBe(bodies.length);
  });

test('what is at the edge is JSON all the same, and stands as it is written', () => {
  const body = { event: 'x', data: { marker: 1 }, list: [{ data: null }] };
  const texts = sentOf(hostile.bodiesAtTheEdge(body, 'data')).map(({ rawBody }) => String(rawBody));
  expect(texts.length).toBeGreaterThan(5);
  for (const text of texts) {
    const read = JSON.parse(text) as typeof body;
    expect(read.event).toBe('x');
    expect(text).not.toContain('marker');
    expect(read.list[0]?.data).not.toBeNull();
  }
  expect(new Set(texts).size).toBe(texts.length);
  const written = ['"a":1,"a":2', '1e400', '\\ud800', '"__proto__"', '-0', '12345678901234567890123'];
  expect(written.filter((part) => !texts.some((text) => text.includes(part)))).toEqual([]);
});

test('every hostile id gives a URL that can be asked for', () => {
  for (const { id, rawId } of sentOf(hostile.HOSTILE_IDS)) {
    const segment = rawId ?? encodeSegment(id ?? '');
    expect(segment).toMatch(/^[!-~]+$/);
    if (id !== undefined) expect(decodeURIComponent(segment)).toBe(id);
  }
});

test('garbage in a query is ASCII without blanks', () => {
  for (const { query } of sentOf(hostile.QUERY_GARBAGE)) expect(query).toMatch(/^[!-~]+$/);
});

test('ids that go together are short enough for a router, and no two are the same', () => {
  const packs = hostile.HOSTILE_IDS.packs.map(({ together }) => together.id ?? '');
  for (const id of packs) expect(id.length).toBeLessThan(60);
  const ids = sentOf(hostile.HOSTILE_IDS).map((call) => JSON.stringify(call));
  expect(new Set(ids).size).toBe(ids.length);
});

test('every part of a pack stands in it as it is', () => {
  for (const { parts, together } of [...hostile.HOSTILE_IDS.packs, ...hostile.QUERY_GARBAGE.packs])
    for (const { id, query } of parts) expect(together.id ?? together.query).toContain(id ?? query);
});

for (const request of new Set(ENDPOINTS.flatMap(({ request }) => request ?? [])))
  test(`every wrong type breaks the schema of ${request}, at least once a member`, () => {
    const typical = EXAMPLES[request] ?? {};
    const wrong = wrongTypes(request, typical);
    for (const body of wrong) expect(violations(request, body), JSON.stringify(body)).not.toEqual([]);
    expect(wrong).toContain(null);
    for (const member of Object.keys(typical)) {
      const others = wrong.filter((body) => (body as Record<string, unknown> | null)?.[member] !== undefined);
      expect(others.length, member).toBeGreaterThan(2);
    }
  });

test('lists have wrong items in them, too', () =>
  expect(wrongTypes('customer-batch-update', { customers: [{ id: 'c1' }] })).toEqual(
    expect.arrayContaining([{ customers: [null] }, { customers: [{ nested: [] }] }, { customers: { nested: [] } }]),
  ));

const BODY = { name: 'a', steps: [{ type: 'email' }, { type: 'sms' }], metadata: { mark: 'b' }, count: 5, none: null };

test('places are those of texts outside the free member, once a list', () =>
  expect(hostile.textPlaces(BODY, 'metadata')).toEqual([['name'], ['steps', 0, 'type']]));

test('an odd text stands where it is wanted, and nothing else changes', () => {
  for (const text of hostile.ODD_TEXTS) {
    const [plain] = [Buffer.from(hostile.withOddText(BODY, ['steps', 0, 'type'], 'before', text, '-after')).toString('latin1')];
    const middle = Buffer.from(text.middle).toString('latin1');
    expect(plain).toContain(`"before${middle}-after"`);
    expect(JSON.parse(plain.replace(`before${middle}-after`, 'email'))).toEqual(BODY);
  }
});

test('only the byte is no UTF-8', () => expect(hostile.ODD_TEXTS.map(({ middle }) => isUtf8(middle))).toEqual([true, true, false]));
