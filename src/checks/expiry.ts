import { objectIn } from '../http/body.ts';
import type { Exchange } from '../http/exchange.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { MINUTE, parseIso8601, SECOND, type Timestamp } from '../specification/formats.ts';
import type { JsonObject } from '../specification/json.ts';
import { clockOf, instantOf, isFarFrom, offWords } from './clock.ts';
import { type Deviation, show, unless } from './deviation.ts';

/** An embed, and for how long it was asked for. */
export interface Lifetime {
  readonly seconds: number;
  readonly exchange: Exchange;
}

/** Services may write a time to the minute, and requests take time. Both ends of a difference may be off by that. */
const SLACK_MS = 65_000;
const NO_EXPIRY = 'The answer holds no `expires_at` in ISO 8601';

/** Whether embeds made one after another expire as far apart as requested; and the first as long after the target's clock. @param isOneClock `Date` comes from the clock of the records @param apartMs the clocks of the target's instances differ by so much @throws NotAssessed where times do not show it */
export function lifetimeDeviations(embeds: readonly Lifetime[], { isOneClock = false, apartMs = 0 } = {}): Deviation[] {
  const [first, ...others] = embeds.map((embed) => ({ ...embed, time: shownExpiry(embed.exchange) }));
  if (first === undefined) throw new NotAssessed(NO_EXPIRY);
  const apart = others.flatMap(({ seconds, exchange, time }) => {
    const expected = (seconds - first.seconds) * SECOND;
    const precision = Math.max(first.time.precisionMs, time.precisionMs) + apartMs;
    if (!offBy(0, expected, precision))
      throw new NotAssessed(`Times written to ${precision} ms do not tell lifetimes of ${first.seconds} s and ${seconds} s apart`);
    const found = time.instantMs - first.time.instantMs;
    return unless(!offBy(found, expected, precision), {
      pointer: '/expires_at',
      expected: `${later(expected)} than the embed before (${seconds} s asked, against ${first.seconds})`,
      actual: later(found),
      exchange,
    });
  });
  const [clock, rounded] = [clockOf(first.exchange), instantOf(expiresAt(first.exchange))];
  if (clock === null || rounded === null) return apart;
  const due = clock + first.seconds * SECOND;
  const isEarly = isOneClock && rounded.instantMs < due - SLACK_MS;
  // The `Date` of a gateway may be wrong, and our own clock too.
  const isNear = [due, first.exchange.startedAt + first.seconds * SECOND].some((at) => !isFarFrom(rounded, at));
  if (!isEarly && isNear) return apart;
  const expected = `about ${first.seconds} s after ${new Date(clock).toISOString()}, the \`Date\` of the answer`;
  return [...apart, { pointer: '/expires_at', expected, actual: show(expiresAt(first.exchange)), exchange: first.exchange }];
}

/** Whether a record is dated by the clock that `Date` comes from. */
export function isDatedByClock(made: Exchange): boolean {
  const [clock, created] = [clockOf(made), instantOf(objectIn(made)?.created_at)];
  return clock !== null && created?.zoned === true && Math.abs(created.instantMs - clock) < ONE_CLOCK_MS;
}

/** `Date` is written when the answer is ready, in full seconds. */
const ONE_CLOCK_MS = 3000;

/** Whether embeds expire as requested, or at a bound of the service (none is shown): then none may live beyond that bound. `known` lives as requested. */
export function boundedLifetimeDeviations(known: Lifetime, embeds: readonly Lifetime[], apartMs = 0): Deviation[] {
  const start = parseIso8601(expiresAt(known.exchange));
  if (!start) return [];
  const lives = embeds.flatMap((embed) => {
    const end = parseIso8601(expiresAt(embed.exchange));
    if (!end) return [];
    const livesMs = end.instantMs - start.instantMs + known.seconds * SECOND - (embed.exchange.startedAt - known.exchange.startedAt);
    return [{ ...embed, livesMs, slackMs: SLACK_MS + apartMs + Math.max(start.precisionMs, end.precisionMs) }];
  });
  const longest = Math.max(...lives.map(({ livesMs }) => livesMs));
  const shortest = Math.min(...lives.map(({ livesMs }) => livesMs));
  return lives.flatMap(({ seconds, exchange, livesMs, slackMs }) => {
    const tooShort = livesMs < seconds * SECOND - slackMs && livesMs < longest - slackMs;
    const tooLong = livesMs > seconds * SECOND + slackMs && livesMs > shortest + slackMs;
    const actual = `${show(expiresAt(exchange))}, ${Math.round(livesMs / SECOND)} s${offWords(livesMs - seconds * SECOND, slackMs)}`;
    const expected = `about ${seconds} s from when it was asked for`;
    return unless(!tooShort && !tooLong, { pointer: '/expires_at', expected, actual, exchange });
  });
}

/** Milliseconds that a written time may be rounded to. */
const ROUNDED_TO = [MINUTE, SECOND, 1];
/** Times that are no full minutes lie as far apart as their embeds were made, but for so much. A service that counts from the begun minute breaks that. */
const UNEVEN_MS = 15_000;
/** Times that end so may be rounded: by chance one of ten does, where a service writes seconds. */
const COARSE_MS = 10_000;
/** A service may work at one request and the next at the same time. */
const TOGETHER_MS = 50;

/** Whether two embeds of one lifetime, made seconds apart, expire at one instant, or much closer or farther apart than they were made. @throws NotAssessed where the embeds do not show it */
export function standingExpiry(first: Exchange, last: Exchange, apartMs = 0): Deviation[] {
  const [before, after] = [shownExpiry(first), shownExpiry(last)];
  const apart = last.startedAt - first.startedAt;
  const roundedTo = ROUNDED_TO.find((unit) => before.instantMs % unit === 0) ?? 1;
  if (objectIn(first)?.id === objectIn(last)?.id || apart < Math.max(TOGETHER_MS, 2 * roundedTo))
    throw new NotAssessed('The embeds are the same one, or were made too close to each other');
  const expected = `${later(apart)} than the embed with the same lifetime that was made ${Math.round(apart / SECOND)} s before`;
  const found = after.instantMs - before.instantMs;
  const actual = `${later(found)}, ${show(expiresAt(last))}`;
  const isUneven = roundedTo < MINUTE && Math.abs(found - apart) > UNEVEN_MS + apartMs;
  return unless(found !== 0 && !isUneven, { pointer: '/expires_at', expected, actual });
}

/** Whether a later embed of `seconds` expires with the one before. Null where the service sets a longer lifetime, or the times do not show it. */
export function sharedExpiry(first: Exchange, last: Exchange, seconds: number): Deviation[] | null {
  const [before, after] = [expiryOf(first), expiryOf(last)];
  const clock = clockOf(first);
  if (Number.isNaN(before + after) || clock === null || before > clock + 2 * seconds * SECOND) return null;
  // Two may come to the same full minute.
  if (before % COARSE_MS === 0) return null;
  const apart = last.startedAt - first.startedAt;
  const actual = `${seconds - Math.round(apart / SECOND)} s: ${later(0)} as the embed that was made ${Math.round(apart / SECOND)} s before`;
  return unless(before !== after, { pointer: '/expires_at', expected: `${seconds} s from when it was asked for`, actual });
}

/** How many seconds an embed lives for which no lifetime was asked. `known` was made just before it, with a lifetime. NaN where the answers do not show it. */
export function defaultLifetime(without: Exchange, known: Lifetime | undefined): number {
  return Math.round((expiryOf(without) - expiryOf(known?.exchange)) / SECOND + (known?.seconds ?? 0));
}

/** Four embeds, made one after the other: whether the last one, which asked for no lifetime, got what `short` asked for, and `without` did not. Null where the answers do not show it. */
export function borrowedLifetime(long: Lifetime, without: Exchange, short: Lifetime, again: Exchange): Deviation[] | null {
  const isOf = (seconds: number, asked: Lifetime) => Math.abs(seconds - asked.seconds) * SECOND <= SLACK_MS;
  const [before, after] = [defaultLifetime(without, long), defaultLifetime(again, short)];
  // A service may hold lifetimes to bounds. Then `short` shows nothing, and a default of another length than `long` has shown that none is borrowed.
  const isAsAsked = isOf(defaultLifetime(short.exchange, long), short);
  if (Number.isNaN(before + after) || (!isAsAsked && isOf(before, long))) return null;
  const isBorrowed = isAsAsked && !isOf(before, short) && isOf(after, short);
  const expected = `a default of ${before} s, as before`;
  return unless(!isBorrowed, { pointer: '/expires_at', expected, actual: `${after} s, as the request before asked` });
}

const expiresAt = (exchange?: Exchange): unknown => exchange && objectIn(exchange)?.expires_at;

function shownExpiry(exchange: Exchange): Timestamp {
  const time = parseIso8601(expiresAt(exchange));
  if (time === null) throw new NotAssessed(NO_EXPIRY);
  return time;
}

/** In milliseconds since the Unix epoch, NaN where the answer is no success with a time. */
const expiryOf = (exchange?: Exchange): number => parseIso8601(expiresAt(exchange))?.instantMs ?? Number.NaN;

/** Which of its marks an embed shares with the one made before it, for people: it may be that very embed. Undefined where it shares none. */
export function reusedWords(earlier: JsonObject, later: JsonObject): string | undefined {
  const shared = ['id', 'url'].filter((name) => typeof later[name] === 'string' && later[name] === earlier[name]);
  const are = shared.length === 1 ? 'is that' : 'are those';
  return shared.length === 0 ? undefined : `its ${shared.map((name) => `\`${name}\``).join(' and ')} ${are} of the embed made just before`;
}

/** *1200 s later*, *the same instant* */
function later(byMs: number): string {
  if (byMs === 0) return 'the same instant';
  return `${Math.round(Math.abs(byMs) / SECOND)} s ${byMs > 0 ? 'later' : 'earlier'}`;
}

function offBy(actual: number, expected: number, precisionMs: number): boolean {
  return Math.abs(actual - expected) > SLACK_MS + precisionMs;
}
