import { leadOf, originOf } from '../../../src/engine/evidence/value-origin.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { expect, test } from '../../test.ts';
import { exchange, type Said } from '../checks/exchanges.ts';

const VALUES = { name: 'Regular guests', kind: 'vip', all: ['one', 'another'], created_at: '2026-01-02T03:04:05.678Z' };
const OWN = { url: 'http://127.0.0.1:4010/segments/s1', body: VALUES };
const other = (said: Said) => exchange({ url: 'http://127.0.0.1:4010/segments/s2', ...said });
const sending = (sent: unknown) => exchange({ method: 'POST', url: 'http://127.0.0.1:4010/businesses', sent });
/** At another place than the segments, in a request that may have left it. */
const SENT = [sending({ metadata: { note: 'Regular guests' } })];

/** Sent where the wrong answer came from. */
const ALIKE = [1, 2].map(() => exchange({ url: OWN.url, sent: { name: 'Regular guests' } }));

const HELD = 'this is what `T` holds';
const FIRST = '`T` sent this value first, and 1 other request after it';
type Row = readonly [title: string, pointer: string, answers: readonly Exchange[], sent: readonly Exchange[], words: string | undefined];
const ROWS: readonly Row[] = [
  ['that of one other record is its', '/name', [other({ body: OWN.body })], [], HELD],
  ['a list in any order, too', '/all', [other({ body: { all: ['another', 'one'] } })], [], HELD],
  ['that of several others tells nothing', '/name', [other({ body: OWN.body }), other({ ...OWN, url: `${OWN.url}3` })], [], undefined],
  ['the same record, asked for with a query, tells nothing', '/name', [exchange({ ...OWN, url: `${OWN.url}?page=2` })], [], undefined],
  ['a short one tells nothing', '/kind', [other({ body: OWN.body })], [], undefined],
  ['a time that another read shows too tells nothing', '/created_at', [other({ body: OWN.body })], [], undefined],
  ['one at another place tells nothing', '/name', [other({ body: { title: 'Regular guests' } })], [], undefined],
  ['what one earlier request sent is from there', '/name', [], SENT, '`T` sent this value before'],
  ['what several sent tells nothing', '/name', [], [...SENT, ...SENT], undefined],
  ['of several that asked for the same, the first', '/name', [], [...SENT, ...ALIKE], FIRST],
];

test('of several that asked for the same, the one that was refused, and held it at the same place', () => {
  const guilty = { ...exchange(OWN), startedAt: Number.MAX_SAFE_INTEGER };
  const asking = (sent: unknown, status = 422) => exchange({ url: OWN.url, sent, status });
  const [accepted, elsewhere, there] = [
    asking({ name: 'Regular guests' }, 200),
    asking({ note: 'Regular guests' }),
    asking({ name: 'Regular guests' }),
  ];
  const of = (...sent: Exchange[]) =>
    originOf({ pointer: '/name', expected: '"Others"', actual: '' }, guilty, { answers: [], sent })?.exchange;
  expect(of(accepted, elsewhere)).toBe(elsewhere);
  expect(of(there, elsewhere, accepted)).toBe(there);
});

for (const [title, pointer, answers, sent, words] of ROWS)
  test(`a wrong value: ${title}`, () => {
    const guilty = { ...exchange(OWN), startedAt: Number.MAX_SAFE_INTEGER };
    const origin = originOf({ pointer, expected: '"Others"', actual: '"Regular guests"' }, guilty, { answers, sent });
    expect(origin?.words('T')).toBe(words);
  });

test('a wrong value that a request under way sent is from there', () => {
  const guilty = { ...exchange(OWN), startedAt: 1000, durationMs: 50 };
  const same = sending({ name: 'Regular guests' });
  const [before, beside, after] = [0, 980, 2000].map((startedAt) => ({ ...same, startedAt, durationMs: 40 }));
  const words = (...sent: (typeof before)[]) =>
    originOf({ pointer: '/name', expected: '"Others"', actual: '' }, guilty, {
      answers: [],
      sent: sent.flatMap((one) => one ?? []),
    })?.words('T');
  expect(words(beside, after)).toBe('`T` sent this value at the same time');
  expect(words(before, beside)).toBe('`T` sent this value before');
  expect(words(after)).toBeUndefined();
});

test('a value that nobody sent is that of the first record that got it', () => {
  const made = (expires_at: string, startedAt: number) => ({
    ...exchange({ method: 'POST', url: 'http://127.0.0.1:4010/embeds', sent: {}, body: { expires_at } }),
    startedAt,
  });
  const [instant, otherInstant] = ['2031-01-01T00:00:00.123Z', '2030-01-01T00:00:00Z'];
  const [guilty, twin, first, other] = [made(instant, 30), made(instant, 20), made(instant, 10), made(otherInstant, 5)];
  const from = (...answers: (typeof twin)[]) =>
    originOf({ pointer: '/expires_at', expected: '', actual: '' }, guilty, { answers, sent: [] });
  expect(from(guilty, twin, first, other)?.exchange).toBe(first);
  expect(from(guilty, twin, other)?.words('T')).toBe('this is what `T` holds');
  expect(from(guilty, other)).toBeNull();
});

test('a wrong value that another request got for the same value is from nowhere else', () => {
  const sent = { metadata: { note: 'Others' } };
  const [guilty, alike] = ['businesses', 'campaigns'].map((path) =>
    exchange({ method: 'POST', url: `http://127.0.0.1:4010/${path}`, sent, body: { metadata: { note: 'Regular guests' } } }),
  );
  const broken = { pointer: '/metadata/note', expected: '"Others"', actual: '"Regular guests"' };
  expect(guilty && alike && originOf(broken, guilty, { answers: [alike], sent: [] })).toBeNull();
});

test('a wrong value that the request sent itself is from nowhere else', () => {
  const guilty = { ...exchange({ ...OWN, method: 'POST', sent: { name: 'Regular guests' } }), startedAt: Number.MAX_SAFE_INTEGER };
  expect(originOf({ pointer: '/name', expected: '', actual: '' }, guilty, { answers: [], sent: SENT })).toBeNull();
});

test('another customer than the one asked for was given a value that is sent for this one', () => {
  const address = 'anna@example.com';
  const update = (...customers: readonly object[]) =>
    exchange({ method: 'POST', url: 'http://127.0.0.1:4010/businesses/b/customers/batch_update', sent: { customers } });
  const given = update({ id: 'two', email_address: address });
  const guilty = {
    ...exchange({
      method: 'POST',
      url: given.request.url,
      sent: { customers: [{ id: 'one', email_address: address }] },
      body: { customers: [{ id: 'two' }] },
    }),
    startedAt: Number.MAX_SAFE_INTEGER,
  };
  const broken = { pointer: '/customers/0/id', expected: '"one"', actual: '"two"' };
  const others = [update({ id: 'two', email_address: 'others@example.com' }), update({ id: 'one', email_address: address })];
  expect(leadOf(broken, guilty, [given, ...others])?.words('T')).toBe(`\`T\` gave "two" "${address}", which is sent here for another`);
  expect(leadOf(broken, guilty, others)).toBeNull();
});
