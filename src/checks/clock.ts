import { type Exchange, endOf } from '../http/exchange.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import { DAY, HOUR, MINUTE, parseIso8601, SECOND, type Timestamp } from '../specification/formats.ts';
import type { JsonObject } from '../specification/json.ts';
import type { StatementId } from '../specification/register.ts';
import { counted } from '../specification/words.ts';
import { type Deviation, show } from './deviation.ts';

/** A time that the service wrote of something that a request made. */
export interface WrittenTime {
  readonly pointer: string;
  readonly text: unknown;
  /** What happened then, for people: `when the business was created`. */
  readonly what: string;
  /** Of the record that holds it: two answers may show one record. */
  readonly id: unknown;
  /** The request that made it. The `Date` of its answer is the target's clock. */
  readonly made: Exchange;
  /** The answer that shows it, the same one or a later read. */
  readonly shown: Exchange;
}

/** `Date` may come from a gateway whose clock differs by minutes. No two zones of our time differ by less than a quarter of an hour. */
const CLOCKS_DIFFER_MS = 10 * MINUTE;
/** A time without a zone is of any zone, from UTC-12 to UTC+14. */
const ZONES = { west: 12 * HOUR, east: 14 * HOUR } as const;
/** The network, and perhaps a queue, lies between a request and the time that the service records. */
const SLACK_MS = 1500;

/** How far apart two records must be made so that the same time for both is wrong. */
export const tellingDistance = (precisionMs: number): number => SLACK_MS + precisionMs + 250;

/** The target's own clock: the `Date` of an answer (RFC 9110 §6.6.1), in milliseconds since the Unix epoch; null where it shows none. */
export function clockOf({ answer }: Exchange): number | null {
  const instant = Date.parse(answer?.headers.date ?? '');
  return Number.isNaN(instant) ? null : instant;
}

/** What a time says, and how far the service may have rounded it; null where it is no ISO 8601. A service that keeps whole minutes or days may write zeros behind them. */
export function instantOf(text: unknown): Timestamp | null {
  const time = parseIso8601(text);
  return time && { ...time, precisionMs: Math.max(time.precisionMs, lastUnitOf(String(text))) };
}

const TIME_OF_DAY = /T(\d\d)(?::?(\d\d))?(?::?(\d\d))?(?:[.,](\d+))?/i;

/** The unit behind which a time of day holds zeros only, in milliseconds; 0 where its fraction is not zero. */
function lastUnitOf(text: string): number {
  const [hour, minute, second, fraction] = (TIME_OF_DAY.exec(text) ?? []).slice(1).map((digits) => Number(digits ?? 0));
  if (fraction) return 0;
  if (second) return SECOND;
  if (minute) return MINUTE;
  return hour ? HOUR : DAY;
}

/** Where a time is farther from `expectedMs` (Unix epoch, by the target's clock) than clocks, coarse times and a missing zone explain. */
export function isFarFrom(time: Timestamp, expectedMs: number): boolean {
  const off = time.instantMs - expectedMs;
  const room = CLOCKS_DIFFER_MS + time.precisionMs;
  return off < -room - (time.zoned ? 0 : ZONES.west) || off > room + (time.zoned ? 0 : ZONES.east);
}

/** Whether the time is near the moment of the request, by the clock of its answer, or by our own where a gateway's `Date` is wrong; null where that cannot be seen. */
export function clockDeviations({ pointer, text, what, made, shown }: WrittenTime): Deviation[] | null {
  const [time, clock] = [instantOf(text), clockOf(made)];
  if (time === null || clock === null) return null;
  if (!isFarFrom(time, clock) || !isFarFrom(time, made.startedAt)) return [];
  const expected = `about ${new Date(clock).toISOString()}, ${what}, by the \`Date\` of the answer`;
  return [{ pointer, expected, actual: show(text), exchange: shown }];
}

/** Ends the words for a time that another record has as well, made seconds before. */
export const STANDS_STILL = ', the same again';

/** Whether two records' times lie as far apart as the records were made. Neither clock has to be right. Null where they were made too close. */
export function distanceDeviations(earlier: WrittenTime, later: WrittenTime): Deviation[] | null {
  const [first, second] = [instantOf(earlier.text), instantOf(later.text)];
  if (!first || !second || first.zoned !== second.zoned || earlier.id === later.id) return null;
  const precision = Math.max(first.precisionMs, second.precisionMs);
  const atLeast = later.made.startedAt - endOf(earlier.shown);
  const apart = second.instantMs - first.instantMs;
  if (atLeast < tellingDistance(precision)) return null;
  const atMost = endOf(later.shown) - earlier.made.startedAt;
  const room = CLOCKS_DIFFER_MS + precision;
  if (apart !== 0 && apart >= atLeast - room && apart <= atMost + room) return [];
  const expected = `about ${(atLeast / SECOND).toFixed(1)} s after ${show(earlier.text)}, the time of a record that was made before it`;
  const actual = `${show(later.text)}${apart === 0 ? STANDS_STILL : ''}`;
  return [{ pointer: later.pointer, expected, actual, exchange: later.shown }];
}

/** Whether each time is near its own request, else as far from the first as the requests were. Null where the times show nothing. */
export function timeDeviations(times: readonly WrittenTime[]): Deviation[] | null {
  const [first, ...later] = times;
  const near = told(times.map(clockDeviations));
  const apart = told(later.map((time) => (first ? distanceDeviations(first, time) : null)));
  return near && near.length > 0 ? near : (apart ?? near);
}

/** The deviations of those looks that could show something; null where none could. */
function told(looks: readonly (Deviation[] | null)[]): Deviation[] | null {
  const telling = looks.filter((deviations) => deviations !== null);
  return telling.length === 0 ? null : telling.flat();
}

/** The endpoints whose answer shows when its record was created, and the statement about that. */
export const CREATION_TIMES = {
  createCampaign: 'campaign.created-at-is-creation-time',
  copyProjectEmailTemplate: 'email-template.created-at-is-creation-time',
  createBusiness: 'business.created-at-is-creation-time',
  copyEmailTemplate: 'email-template.created-at-is-creation-time',
} as const satisfies Partial<Record<EndpointName, StatementId>>;

export type DatingEndpoint = keyof typeof CREATION_TIMES;

export const isDating = (name: EndpointName): name is DatingEndpoint => Object.hasOwn(CREATION_TIMES, name);

export function creationTime(exchange: Exchange, record: JsonObject): WrittenTime | null {
  if (!Object.hasOwn(record, 'created_at')) return null;
  const { id, created_at: text } = record;
  return { pointer: '/created_at', text, id, what: 'when it was created', made: exchange, shown: exchange };
}

/** Clocks of several machines, if they are set by one, agree to this. Milliseconds. */
const CLOCKS_AGREE_MS = 50;
/** Ends the words for a time that the service's own clock had not reached. */
export const AFTER_ANSWER = ' ms after the answer';

/** How far the service's clock is ahead of ours, in milliseconds: at least, and at most. */
const UNKNOWN_AHEAD = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };

const FRACTION = /(?<=:\d\d[.,])\d+/;

/**
 * Milliseconds written as a number: `.7` for 7 ms says 700. Such a time lies in the future of the service's own clock, as the times with all digits show it,
 * and without that it fits. Zeros left out at the end are right. One may be so by chance, and two are told.
 */
class Fractions {
  /** Digits of the longest fraction: what is shorter lacks zeros, before it or behind it. */
  #longest = 1;
  #ahead = UNKNOWN_AHEAD;
  #unpadded = 0;

  deviations({ pointer, text, made, shown }: WrittenTime): Deviation[] {
    const [time, [digits = ''] = []] = [instantOf(text), FRACTION.exec(String(text)) ?? []];
    if (time === null || digits === '') return [];
    // The fractions so far lacked zeros themselves.
    if (digits.length > this.#longest) [this.#longest, this.#ahead] = [digits.length, UNKNOWN_AHEAD];
    const { least, most } = this.#ahead;
    const [fromMs, toMs] = [time.instantMs - endOf(shown), time.instantMs - made.startedAt];
    if (digits.length === this.#longest) {
      this.#ahead = { least: Math.max(least, fromMs), most: Math.min(most, toMs + time.precisionMs) };
      return [];
    }
    const padded = String(text).replace(FRACTION, digits.padStart(this.#longest, '0'));
    const early = time.instantMs - (instantOf(padded)?.instantMs ?? time.instantMs);
    const isLate = fromMs > most + 2 * CLOCKS_AGREE_MS;
    const fits = fromMs - early <= most + CLOCKS_AGREE_MS && toMs - early >= least - CLOCKS_AGREE_MS;
    if (least > most + CLOCKS_AGREE_MS || !isLate || !fits) return [];
    this.#unpadded += 1;
    const actual = `${show(text)}, ${Math.round(fromMs - most)}${AFTER_ANSWER}`;
    return this.#unpadded < 2 ? [] : [{ pointer, expected: `${show(padded)}, with its zeros`, actual, exchange: shown }];
  }
}

/** Looks at the creation times of a whole run: a clock that stands still shows only over some seconds, and a fraction without its zeros in one of ten. */
export class CreationTimes {
  readonly #first = new Map<EndpointName, WrittenTime>();
  /** By endpoint and time: of several machines one may have a clock that stands still. */
  readonly #alike = new Map<string, WrittenTime>();
  readonly #fractions = new Fractions();
  #ahead = UNKNOWN_AHEAD;

  /** By how much the clocks of the target's instances differ at least, in milliseconds: some times were too early, or too late, for one clock. */
  get apartMs(): number {
    return Math.max(0, this.#ahead.least - this.#ahead.most);
  }

  deviations(name: DatingEndpoint, exchange: Exchange, record: JsonObject): Deviation[] {
    const time = creationTime(exchange, record);
    if (time === null) return [];
    const written = instantOf(time.text);
    if (written?.zoned) {
      const { least, most } = this.#ahead;
      const [fromMs, toMs] = [written.instantMs - endOf(exchange), written.instantMs + written.precisionMs - exchange.startedAt];
      this.#ahead = { least: Math.max(least, fromMs), most: Math.min(most, toMs) };
    }
    const first = this.#first.get(name) ?? time;
    this.#first.set(name, first);
    const key = `${name} ${time.text}`;
    const alike = this.#alike.get(key) ?? time;
    this.#alike.set(key, alike);
    const looks = [() => clockDeviations(time), () => distanceDeviations(first, time), () => distanceDeviations(alike, time)];
    for (const look of looks) {
      const deviations = look() ?? [];
      if (deviations.length > 0) return deviations;
    }
    return this.#fractions.deviations(time);
  }
}

/** A database and an application may each write one of the two times, by clocks of their own, and at any time of the request. */
const UPDATE_SLACK_MS = 500;

/** What is wrong with a new record's last update: before its creation, or not about now. Null where the times show nothing. */
export function lastUpdateDeviations(exchange: Exchange, record: JsonObject): Deviation[] | null {
  const { id, created_at, updated_at } = record;
  const pointer = '/updated_at';
  const [created, updated] = [instantOf(created_at), instantOf(updated_at)];
  const comparable = created !== null && updated !== null && created.zoned === updated.zoned;
  const later = comparable ? updated.instantMs - created.instantMs : 0;
  const room = UPDATE_SLACK_MS + exchange.durationMs + Math.max(created?.precisionMs ?? 0, updated?.precisionMs ?? 0);
  if (later < -room) return [{ pointer, expected: `${show(created_at)} or later: its \`created_at\``, actual: show(updated_at), exchange }];
  // A creation time that is itself wrong is another statement.
  if (comparable && later <= room) return [];
  const what = 'when it was created, which is its last update';
  return clockDeviations({ pointer, text: updated_at, what, id, made: exchange, shown: exchange }) ?? (comparable ? [] : null);
}

const QUARTER_MINUTES = 15;
const UNITS = [
  [DAY, (number: number) => counted(number, 'day')],
  [HOUR, (number: number) => counted(number, 'hour')],
  [QUARTER_MINUTES * MINUTE, (number: number) => `${number * QUARTER_MINUTES} minutes`],
] as const;

/** *, 1 hour too early*; empty for what is no whole quarter of an hour. A zone, or a clock that is put forward, makes such differences. */
export function offWords(offMs: number, slackMs = 0): string {
  const distance = Math.abs(offMs);
  const unit = UNITS.find(([length]) => distance > length / 2 && Math.abs(distance - Math.round(distance / length) * length) <= slackMs);
  if (unit === undefined) return '';
  const [length, words] = unit;
  return `, ${words(Math.round(distance / length))} too ${offMs > 0 ? 'late' : 'early'}`;
}
