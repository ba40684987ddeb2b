import { type Exchange, type Wait, writeOutcome } from '../../../src/http/exchange.ts';
import { type Reading, readingOf, retryAfterMs, waitFor } from '../../../src/http/reading.ts';
import { expect, test } from '../../test.ts';
import { exchange, failed } from '../checks/exchanges.ts';

const WELCOME = { welcome: true, json: true };
const HTML = { 'content-type': 'text/html' };

const ROWS: readonly (readonly [string, Parameters<typeof readingOf>, Reading])[] = [
  ['a success', [exchange({ status: 200 }), WELCOME], 'service'],
  ['a 404 in JSON', [exchange({ status: 404 }), WELCOME], 'service'],
  ['a 404 page in place of JSON', [exchange({ status: 404, headers: HTML }), WELCOME], 'page'],
  ['a redirect of a good request', [exchange({ status: 302, headers: HTML }), { welcome: true }], 'page'],
  ['a redirect of wrong credentials', [exchange({ status: 302, headers: HTML })], 'service'],
  ['a 522 of a delivery network', [exchange({ status: 522 })], 'late'],
  ['a 500', [exchange({ status: 500 }), WELCOME], 'service'],
  ['a 429', [exchange({ status: 429 })], 'put-off'],
  ['a 503 that names a time', [exchange({ status: 503, headers: { 'retry-after': '1' } })], 'put-off'],
  ['a 503', [exchange({ status: 503 })], 'busy'],
  ['a 502', [exchange({ status: 502 })], 'lost'],
  ['a 504', [exchange({ status: 504 })], 'late'],
  ['401 to good credentials', [exchange({ status: 401 }), WELCOME], 'barred'],
  ['403 to good credentials', [exchange({ status: 403 }), WELCOME], 'barred'],
  ['401 to wrong credentials', [exchange({ status: 401 })], 'service'],
  ['a page in place of JSON', [exchange({ status: 200, headers: HTML }), WELCOME], 'page'],
  ['a page where it belongs', [exchange({ status: 200, headers: HTML }), { welcome: true }], 'service'],
  ['a reset', [failed('reset')], 'lost'],
  ['a time-out', [failed('timeout')], 'late'],
  ['no connection', [failed('refused')], 'unreached'],
  ['what is no HTTP', [failed('malformed')], 'service'],
];

for (const [title, given, reading] of ROWS) test(`${title}: ${reading}`, () => expect(readingOf(...given)).toBe(reading));

const broken = (status: number): Exchange => {
  const lost = failed('reset');
  return { ...lost, failure: lost.failure && { ...lost.failure, status } };
};

const OUTCOMES: readonly [string, Exchange, ReturnType<typeof writeOutcome>][] = [
  ['200', exchange({ status: 200 }), 'done'],
  ['201', exchange({ status: 201 }), 'done'],
  ['200 whose body breaks off', broken(200), 'done'],
  ['302', exchange({ status: 302 }), 'refused'],
  ['400', exchange({ status: 400 }), 'refused'],
  ['429', exchange({ status: 429 }), 'refused'],
  ['404 whose body breaks off', broken(404), 'refused'],
  ['no connection', failed('refused'), 'refused'],
  ['no TLS connection', failed('tls'), 'refused'],
  ['500', exchange({ status: 500 }), 'unknown'],
  ['no answer in time', failed('timeout'), 'unknown'],
  ['a connection that breaks', failed('reset'), 'unknown'],
  ['bytes that are not HTTP', failed('malformed'), 'unknown'],
];

for (const [name, given, expected] of OUTCOMES) test(`${name}: ${expected}`, () => expect(writeOutcome(given)).toBe(expected));

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
