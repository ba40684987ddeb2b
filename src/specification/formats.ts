/** An absolute URL by the WHATWG rules, or null. `URL.canParse` in Node 20 rejects hosts beyond ASCII after thousands of calls. */
export function absoluteUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

export interface Timestamp {
  /** Milliseconds since the Unix epoch, with a fraction where the text is finer. A time without a zone is read as UTC. */
  readonly instantMs: number;
  readonly zoned: boolean;
  /** The unit of the last digit, in milliseconds: 3,600,000 for hours alone, 1 for `12:00:00.000`. */
  readonly precisionMs: number;
}

/** A date and a time joined by `T`, both in one form of ISO 8601, with or without a zone; null for anything else. Lower-case `t` and `z` pass (RFC 3339 §5.6). */
export function parseIso8601(text: unknown): Timestamp | null {
  if (typeof text !== 'string') return null;
  const parts = (EXTENDED.exec(text) ?? BASIC.exec(text))?.groups;
  if (!parts) return null;
  const dayMs = startOfDay(parts);
  const time = timeOfDay(parts);
  const offsetMs = offset(parts.zone);
  if (dayMs === null || time === null || offsetMs === null) return null;
  const instantMs = dayMs + time.ms - offsetMs;
  const zoned = parts.zone !== undefined;
  // A leap second is the last one of a day in UTC. Zones differ from that by quarters of an hour.
  if (parts.second === '60' && Math.floor(instantMs / SECOND) % ((zoned ? DAY : HOUR / 4) / SECOND) !== 0) return null;
  return { instantMs, zoned, precisionMs: time.precisionMs };
}

type Parts = Readonly<Record<string, string | undefined>>;

const FRACTION = '(?:[.,](?<fraction>\\d+))?';
const ZONE = '(?<zone>[Zz]|[+-]\\d{2}(?::?\\d{2})?)?';
const form = (dash: string, colon: string) =>
  new RegExp(
    `^(?<year>\\d{4})${dash}(?:(?<month>\\d{2})${dash}(?<day>\\d{2})|W(?<week>\\d{2})${dash}(?<weekday>\\d)|(?<ordinal>\\d{3}))` +
      `[Tt](?<hour>\\d{2})(?:${colon}(?<minute>\\d{2})(?:${colon}(?<second>\\d{2}))?)?${FRACTION}${ZONE}$`,
  );
const [EXTENDED, BASIC] = [form('-', ':'), form('', '')];

/** In milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** A double holds the instants of our age to about 0.0003 ms, so no precision finer than a microsecond is claimed. */
const FINEST_MS = 0.001;

/** Midnight UTC of the day; `Date.UTC` would read the years 0 to 99 as 1900 to 1999. */
const midnight = (year: number, month: number, day: number): number => new Date(0).setUTCFullYear(year, month - 1, day);

function startOfDay({ year: yearText, month, day, week, weekday, ordinal }: Parts): number | null {
  const year = Number(yearText);
  if (week !== undefined) return dayOfWeek(year, Number(week), Number(weekday));
  const ms = midnight(year, Number(month ?? 1), Number(day ?? ordinal));
  const date = new Date(ms);
  const isOfMonth = month === undefined || date.getUTCMonth() + 1 === Number(month);
  return isOfMonth && date.getUTCFullYear() === year ? ms : null;
}

/** Week 1 is the week, from Monday, that holds 4 January; a week belongs to the year that holds its Thursday. */
function dayOfWeek(year: number, week: number, weekday: number): number | null {
  if (weekday < 1 || weekday > 7) return null;
  const fourth = midnight(year, 1, 4);
  const daysSinceMonday = (new Date(fourth).getUTCDay() + 6) % 7;
  const monday = fourth + ((week - 1) * 7 - daysSinceMonday) * DAY;
  return new Date(monday + 3 * DAY).getUTCFullYear() === year ? monday + (weekday - 1) * DAY : null;
}

/** 24 is the end of the day, so nothing may follow it. */
function timeOfDay({ hour, minute, second, fraction }: Parts): { ms: number; precisionMs: number } | null {
  const unit = second !== undefined ? SECOND : minute !== undefined ? MINUTE : HOUR;
  const [h, m, s, part] = [Number(hour), Number(minute ?? 0), Number(second ?? 0), Number(`0.${fraction ?? 0}`)];
  if (h > 24 || m > 59 || s > 60) return null;
  if (h === 24 && (m > 0 || s > 0 || part > 0)) return null;
  return { ms: h * HOUR + m * MINUTE + s * SECOND + part * unit, precisionMs: Math.max(unit / 10 ** (fraction?.length ?? 0), FINEST_MS) };
}

/** Milliseconds that the zone is ahead of UTC; 0 without one. */
function offset(zone: string | undefined): number | null {
  if (zone === undefined || zone === 'Z' || zone === 'z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', ''))];
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * HOUR + minutes * MINUTE);
}
