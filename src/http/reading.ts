import { mediaTypeOf } from './body.ts';
import type { Answer, Exchange, FailureKind, Wait } from './exchange.ts';

/**
 * Whose word an answer or a break may be. `service`: its own. All others may come from what stands between, and prove nothing by themselves.
 * `put-off`: a 429, or a 503 that names a time. `busy`: a 503 without a time. `late`: no answer in time, here or at a gateway. `lost`: a reset, or a
 * 502. `unreached`: no connection. `barred`: good credentials are refused, or have used up what they may store. `page`: a redirect, or HTML where the service speaks JSON.
 */
export type Reading = 'service' | 'put-off' | 'busy' | 'late' | 'lost' | 'unreached' | 'barred' | 'page';

/** What the request leads to expect: absent, nothing. */
export interface Expected {
  /** The credentials are good. */
  readonly welcome?: boolean;
  /** A success is JSON. */
  readonly json?: boolean;
}

/**
 * By reading: the statuses and failures that may be meant so. With the statuses that content delivery networks have made up: 520 to 526 and 530, of
 * an origin that is away, slow or broken.
 */
const SIGNS: readonly (readonly [Reading, ...(number | FailureKind)[]])[] = [
  ['lost', 502, 520, 'reset'],
  ['busy', 503, 521, 523, 525, 526, 530],
  ['late', 504, 522, 524, 'timeout'],
  ['put-off', 429],
  ['barred', 401, 402, 403, 507],
  ['unreached', 'refused'],
];
const READINGS = new Map(SIGNS.flatMap(([reading, ...signs]) => signs.map((sign) => [sign, reading])));

/** The one table of what an exchange means. */
export function readingOf({ answer, failure }: Pick<Exchange, 'answer' | 'failure'>, expected: Expected = {}): Reading {
  const reading = READINGS.get(answer?.status ?? failure?.kind ?? 0) ?? 'service';
  if (answer === null) return reading;
  const { status, headers } = answer;
  if (status === 503 && headers['retry-after'] !== undefined) return 'put-off';
  if (expected.welcome && status >= 300 && status < 400) return 'page';
  if (expected.json && (status < 300 || status === 404) && mediaTypeOf(answer) === 'text/html') return 'page';
  return reading === 'barred' && !expected.welcome ? 'service' : reading;
}

/** The request may have been carried out all the same, now or later. */
export function mayBeCarriedOut(reading: Reading): boolean {
  return reading === 'late' || reading === 'lost';
}

/** The service itself says that it failed. */
export function isOwnError({ answer, failure }: Pick<Exchange, 'answer' | 'failure'>): boolean {
  return answer !== null && answer.status >= 500 && readingOf({ answer, failure }) === 'service';
}

/** What the load may be to blame for. */
export function showsLoad(reading: Reading): boolean {
  return reading !== 'service' && reading !== 'barred' && reading !== 'page';
}

/** No status of the service: the same from every endpoint, it comes from a gateway (RFC 9110 §15.6). */
export function isOfGateway(answer: Answer): boolean {
  return answer.status !== 429 && showsLoad(readingOf({ answer, failure: null }));
}

const FIRST_WAIT_MS = 1000;
/** `Retry-After: 0` asks for no wait. The target still gets this pause, doubled at each turn. */
const SHORTEST_WAIT_MS = 200;
/** Doubled so often at most. */
const MOST_DOUBLED = 5;
/** So many times, and for so long as the run is patient: then the target puts off this request, whatever it asks for. */
const ENOUGH = 5;

export interface WaitLimits {
  /** What is left of the run. */
  readonly leftMs: number;
  /** How long the run waits where waiting does not help. */
  readonly patienceMs: number;
  /** For how long the target has put off whatever was asked; 0 where absent. */
  readonly putOffMs?: number;
}

/**
 * How long an answer asks to wait before the request is sent again. `null` where the answer stands: it does not put off, no time is left for the
 * wait, or enough waits are done. An answer that names no time (optional by RFC 6585 §4) waits a second, then two, four...
 */
export function waitFor(
  answer: Answer,
  done: readonly Wait[],
  { leftMs, patienceMs, putOffMs = 0 }: WaitLimits,
  now: number = Date.now(),
): Wait | null {
  if (readingOf({ answer, failure: null }) !== 'put-off') return null;
  const asked = retryAfterMs(answer.headers, now);
  const times = 2 ** Math.min(done.length, MOST_DOUBLED);
  // Requests that wait side by side, or one after the other, share the patience.
  if (putOffMs >= patienceMs && (asked ?? 0) < patienceMs) return null;
  const milliseconds = asked === null ? FIRST_WAIT_MS * times : Math.max(asked, SHORTEST_WAIT_MS * times);
  const total = done.reduce((sum, wait) => sum + wait.milliseconds, 0);
  if (milliseconds > leftMs || (done.length >= ENOUGH && total + milliseconds > patienceMs)) return null;
  return { status: answer.status, milliseconds };
}

/** A 429 that names no time rejects wrong credentials as well as a 401 does. */
export function rejectsGuesses(answer: Answer | null): boolean {
  return answer?.status === 429 && answer.headers['retry-after'] === undefined;
}

/**
 * Retry-After in milliseconds: delta-seconds or an HTTP-date. A date is measured from the answer's own Date, so that the clocks need not
 * agree. `null` for no such field, or for any other value.
 */
export function retryAfterMs(headers: Answer['headers'], now: number = Date.now()): number | null {
  const field = headers['retry-after']?.trim();
  if (field === undefined) return null;
  if (/^\d+$/.test(field)) return Number(field) * 1000;
  const until = httpDate(field);
  if (until === null) return null;
  return Math.max(0, until - (httpDate(headers.date ?? '') ?? now));
}

/** The three forms of RFC 9110 §5.6.7 begin with a day's name; the last, asctime, names no zone and means GMT. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [ \w:-]+$/;

function httpDate(text: string): number | null {
  if (!HTTP_DATE.test(text)) return null;
  const milliseconds = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}
