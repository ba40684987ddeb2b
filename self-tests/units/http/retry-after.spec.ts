import type { Wait } from '../../../src/http/exchange.ts';
import { retryAfterMs, waitFor } from '../../../src/http/reading.ts';
import { expect, test } from '../../test.ts';

// A date without a zone means GMT, wherever the suite runs.
const zone = process.env.TZ;
test.beforeAll(() => {
  process.env.TZ = 'Asia/Tokyo';
});
test.afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const NOW = Date.UTC(1994, 10, 6, 8, 49, 7);

for (const [field, expected] of [
  ['120', 120_000],
  ['0', 0],
  [' 5 ', 5000],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 30_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 30_000],
  ['Sun Nov  6 08:49:37 1994', 30_000],
  ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
  ['1.5', null],
  ['-1', null],
  ['soon', null],
  ['1994-11-06T08:49:37Z', null],
  ['', null],
] as const) {
  test(`Retry-After: ${field} is ${expected}`, () => expect(retryAfterMs({ 'retry-after': field }, NOW)).toBe(expected));
}

test("a date is measured from the answer's own clock", () =>
  expect(retryAfterMs({ date: 'Sun, 06 Nov 1994 08:49:27 GMT', 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }, NOW)).toBe(10_000));

const ANSWER = { status: 429, headers: {}, body: new Uint8Array() };

/** The waits for an answer that never changes. */
function waitsFor(headers: Readonly<Record<string, string>>, limits: { leftMs: number; patienceMs: number }): number[] {
  const waits: Wait[] = [];
  for (let wait = waitFor({ ...ANSWER, headers }, waits, limits); wait !== null; wait = waitFor({ ...ANSWER, headers }, waits, limits))
    waits.push(wait);
  return waits.map(({ milliseconds }) => milliseconds);
}

test('without a time, waits for 429 double while the run is patient', () =>
  expect(waitsFor({}, { leftMs: 600_000, patienceMs: 30_000 })).toEqual([1000, 2000, 4000, 8000, 16_000]));

test('a wait that the target names is waited out as long as the run has time for it', () => {
  const wait = (leftMs: number) => waitFor({ ...ANSWER, headers: { 'retry-after': '120' } }, [], { leftMs, patienceMs: 1000 });
  expect(wait(120_000)).toEqual({ status: 429, milliseconds: 120_000 });
  expect(wait(119_999)).toBeNull();
});

test('where all is put off for longer than the patience, only a longer wait is waited out', () => {
  const wait = (headers: Readonly<Record<string, string>>) =>
    waitFor({ ...ANSWER, headers }, [], { leftMs: 600_000, patienceMs: 60_000, putOffMs: 60_000 });
  expect([wait({}), wait({ 'retry-after': '59' })]).toEqual([null, null]);
  expect(wait({ 'retry-after': '60' })?.milliseconds).toBe(60_000);
});

test('five times are no maximum where they are short', () =>
  expect(waitsFor({ 'retry-after': '0' }, { leftMs: 600_000, patienceMs: 20_000 }).length).toBeGreaterThan(5));
