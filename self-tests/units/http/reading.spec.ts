import { type Exchange, writeOutcome } from '../../../src/http/exchange.ts';
import { type Reading, readingOf } from '../../../src/http/reading.ts';
import { expect, test } from '../../test.ts';
import { exchange, failed } from '../checks/exchanges.ts';

const WELCOME = { credentials: 'good', json: true } as const;
const HTML = { 'content-type': 'text/html' };

const ROWS: readonly (readonly [string, Parameters<typeof readingOf>, Reading])[] = [
  ['a success', [exchange({ status: 200 }), WELCOME], 'service'],
  ['a 404 in JSON', [exchange({ status: 404 }), WELCOME], 'service'],
  ['a 404 page in place of JSON', [exchange({ status: 404, headers: HTML }), WELCOME], 'page'],
  ['a redirect of a good request', [exchange({ status: 302, headers: HTML }), { credentials: 'good' }], 'page'],
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
  ['a page where it belongs', [exchange({ status: 200, headers: HTML }), { credentials: 'good' }], 'service'],
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
