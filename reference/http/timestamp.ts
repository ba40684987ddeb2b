import { invalid, type Reader, text } from './input.ts';

const DATE = /^(?<year>\d{4})(?<dash>-?)(?:W(?<week>\d\d)-?(?<weekday>[1-7])|(?<month>\d\d)\k<dash>(?<day>\d\d)|(?<ordinal>\d{3}))$/;
const TIME = /^(?<hour>\d\d)(?::?(?<minute>\d\d)(?::?(?<second>\d\d))?)?(?<fraction>[.,]\d+)?$/;
const ZONE = /(?:Z|(?<sign>[+-])(?<hours>\d\d)(?::?(?<minutes>\d\d))?)$/;

const DAY = 86_400_000;
const startOf = (year: number, month: number, day: number): number => new Date(0).setUTCFullYear(year, month - 1, day);

/** A date as milliseconds since the epoch; `NaN` for a day that the calendar does not have. */
function dateToInstant(part: string): number {
  const found = DATE.exec(part)?.groups;
  if (!found) return Number.NaN;
  const year = Number(found.year);
  if (found.week) {
    const fourth = startOf(year, 1, 4);
    const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY;
    const thursday = monday + (Number(found.week) - 1) * 7 * DAY + 3 * DAY;
    return new Date(thursday).getUTCFullYear() === year ? thursday + (Number(found.weekday) - 4) * DAY : Number.NaN;
  }
  const day = startOf(year, Number(found.month ?? 1), Number(found.day ?? found.ordinal));
  const isOfMonth = found.month === undefined || new Date(day).getUTCMonth() + 1 === Number(found.month);
  return isOfMonth && new Date(day).getUTCFullYear() === year ? day : Number.NaN;
}

/** Time since midnight in milliseconds; a fraction belongs to the last unit that is written. */
function timeToOffset(part: string): number {
  const found = TIME.exec(part)?.groups;
  if (!found) return Number.NaN;
  const [hour, minute, second] = [Number(found.hour), Number(found.minute ?? 0), Number(found.second ?? 0)];
  const fraction = Number(`0${(found.fraction ?? '.0').replace(',', '.')}`);
  const unit = found.second ? 1000 : found.minute ? 60_000 : 3_600_000;
  const offset = hour * 3_600_000 + minute * 60_000 + second * 1000 + fraction * unit;
  return minute < 60 && second <= 60 && offset <= DAY + 1000 && hour <= 24 && (hour < 24 || offset === DAY) ? offset : Number.NaN;
}

/** Minutes east of UTC as milliseconds; no zone counts as UTC. */
function zoneToOffset(zone: Record<string, string | undefined> | undefined): number {
  if (!zone?.sign) return 0;
  const [hours, minutes] = [Number(zone.hours), Number(zone.minutes ?? 0)];
  if (hours > 23 || minutes > 59) return Number.NaN;
  return (zone.sign === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** The instant of an ISO 8601 date and time, in milliseconds since the epoch; `NaN` for anything else. */
export function timestampToInstant(timestamp: string): number {
  const separator = timestamp.indexOf('T');
  if (separator < 0) return Number.NaN;
  const rest = timestamp.slice(separator + 1);
  const zone = ZONE.exec(rest);
  const time = zone ? rest.slice(0, zone.index) : rest;
  return dateToInstant(timestamp.slice(0, separator)) + timeToOffset(time) - zoneToOffset(zone?.groups);
}

/** Reads a timestamp and keeps it as it was sent, so that neither its zone nor its precision is lost. */
export const timestamp: Reader<string> = (value, place) => {
  const sent = text(value, place);
  if (Number.isNaN(timestampToInstant(sent)))
    throw invalid(place, 'an ISO 8601 date and time such as 2030-01-31T09:30:00Z', 'another string');
  return sent;
};
