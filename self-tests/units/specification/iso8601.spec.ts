import { timestampToInstant } from '../../../reference/http/timestamp.ts';
import { parseIso8601 } from '../../../src/specification/iso8601.ts';
import { expect, test } from '../../test.ts';

const NOON = '2026-11-21T12:00:00Z';
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** What the suite reads, and the reference service beside it: two readings of one standard. Text, the same instant as ECMAScript writes it, precision in milliseconds; zoned unless `local`. */
for (const [text, instant, precisionMs, local] of [
  // Calendar dates, extended and basic
  ['2026-11-21T12:00:00Z', NOON, 1_000],
  ['20261121T120000Z', NOON, 1_000],
  ['2026-11-21T12:00Z', NOON, MINUTE],
  ['20261121T1200Z', NOON, MINUTE],
  ['2026-11-21T12Z', NOON, HOUR],
  ['20261121T12Z', NOON, HOUR],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z', 1_000],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00Z', 1_000],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00Z', 1_000],
  ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00Z', 1_000],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z', 1_000],
  ['1969-12-31T23:59:59.999Z', -1, 1],
  // Week dates
  ['2026-W47-6T12:00:00Z', NOON, 1_000],
  ['2026W476T120000Z', NOON, 1_000],
  ['2026-W01-1T00:00:00Z', '2025-12-29T00:00:00Z', 1_000],
  ['2026-W53-7T00:00:00Z', '2027-01-03T00:00:00Z', 1_000],
  ['2020-W53-5T00:00Z', '2021-01-01T00:00:00Z', MINUTE],
  ['2009W537T00Z', '2010-01-03T00:00:00Z', HOUR],
  ['2024-W01-1T00:00Z', '2024-01-01T00:00:00Z', MINUTE],
  // Ordinal dates
  ['2026-325T12:00:00Z', NOON, 1_000],
  ['2026325T120000Z', NOON, 1_000],
  ['2026-001T00Z', '2026-01-01T00:00:00Z', HOUR],
  ['2026-365T00Z', '2026-12-31T00:00:00Z', HOUR],
  ['2024-366T00Z', '2024-12-31T00:00:00Z', HOUR],
  ['0004-366T00Z', '0004-12-31T00:00:00Z', HOUR],
  // Zones
  ['2026-11-21T14:00:00+02:00', NOON, 1_000],
  ['2026-11-21T14:00:00+0200', NOON, 1_000],
  ['2026-11-21T14:00:00+02', NOON, 1_000],
  ['20261121T140000+02:00', NOON, 1_000],
  ['20261121T140000+02', NOON, 1_000],
  ['20261121T140000+0200', NOON, 1_000],
  ['2026-11-21T08:30:00-03:30', NOON, 1_000],
  ['2026-11-21T17:45+0545', NOON, MINUTE],
  ['2026-11-21T14+02', NOON, HOUR],
  ['2026-11-21T12:00:00+00:00', NOON, 1_000],
  ['2026-11-21T12:00:00-00:00', NOON, 1_000],
  ['2026-11-22T11:59:00+23:59', NOON, 1_000],
  ['2026-11-21T12:00:00', NOON, 1_000, 'local'],
  ['2026-11-21T12:00', NOON, MINUTE, 'local'],
  ['2026-11-21T12', NOON, HOUR, 'local'],
  ['20261121T120000', NOON, 1_000, 'local'],
  ['2026W476T12', NOON, HOUR, 'local'],
  // Fractions of the last component
  ['2026-11-21T12:00:00.5Z', '2026-11-21T12:00:00.500Z', 100],
  ['2026-11-21T12:00:00,5Z', '2026-11-21T12:00:00.500Z', 100],
  ['2026-11-21T12:00:00.25Z', '2026-11-21T12:00:00.250Z', 10],
  ['2026-11-21T12:00:00.123Z', '2026-11-21T12:00:00.123Z', 1],
  ['20261121T120000,123+00', '2026-11-21T12:00:00.123Z', 1],
  ['1970-01-01T00:00:00.0001Z', 0.1, 0.1],
  ['1970-01-01T00:00:00.123456Z', 123.456, 0.001],
  ['1970-01-01T00:00:00.123456789Z', 123.456789, 0.001],
  ['2026-11-21T12:00:00.000000000000000000000000Z', NOON, 0.001],
  ['2026-11-21T12:30.5Z', '2026-11-21T12:30:30Z', 6_000],
  ['20261121T1230,5Z', '2026-11-21T12:30:30Z', 6_000],
  ['2026-11-21T12.5Z', '2026-11-21T12:30:00Z', 360_000],
  ['20261121T12,25', '2026-11-21T12:15:00Z', 36_000, 'local'],
  // End of day, leap second, letter case
  ['2026-11-21T24:00:00Z', '2026-11-22T00:00:00Z', 1_000],
  ['2026-11-21T24:00Z', '2026-11-22T00:00:00Z', MINUTE],
  ['20261231T24Z', '2027-01-01T00:00:00Z', HOUR],
  ['2026-11-21T24:00:00.000Z', '2026-11-22T00:00:00Z', 1],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z', 1_000],
  ['2016-12-31T23:59:60.5Z', '2017-01-01T00:00:00.500Z', 100],
  ['2026-11-21t12:00:00z', NOON, 1_000],
] as const)
  test(`${text} is a date and time`, () => {
    const instantMs = typeof instant === 'number' ? instant : Date.parse(instant);
    const found = parseIso8601(text);
    expect(found).toEqual({
      instantMs: expect.closeTo(instantMs, 6),
      zoned: local === undefined,
      precisionMs: expect.closeTo(precisionMs, 9),
    });
    // The service takes capitals alone.
    expect(timestampToInstant(text.toUpperCase())).toBeCloseTo(instantMs, 6);
  });

for (const [why, text] of [
  ['empty', ''],
  ['a date alone', '2026-11-21'],
  ['a time alone', 'T12:00:00Z'],
  ['a blank for the T', '2026-11-21 12:00:00Z'],
  ['epoch seconds', '1795262400'],
  ['epoch milliseconds', '1795262400000'],
  ['RFC 1123', 'Sat, 21 Nov 2026 12:00:00 GMT'],
  ['words', 'yesterday'],
  ['mixed date', '2026-1121T12:00Z'],
  ['no day', '2026-11T12:00:00Z'],
  ['week without a day', '2026-W47T12:00:00Z'],
  ['month 0', '2026-00-01T00:00:00Z'],
  ['month 13', '2026-13-01T00:00:00Z'],
  ['day 0', '2026-01-00T00:00:00Z'],
  ['31 April', '2026-04-31T00:00:00Z'],
  ['29 February, common year', '2026-02-29T00:00:00Z'],
  ['29 February, century', '1900-02-29T00:00:00Z'],
  ['30 February', '2024-02-30T00:00:00Z'],
  ['week 0', '2026-W00-1T00:00:00Z'],
  ['week 53 of a short year', '2025-W53-1T00:00:00Z'],
  ['week 53 that would start in the year', '2024-W53-1T00:00:00Z'],
  ['week 54', '2026-W54-1T00:00:00Z'],
  ['weekday 0', '2026-W47-0T00:00:00Z'],
  ['weekday 8', '2026-W47-8T00:00:00Z'],
  ['ordinal 000', '2026-000T00:00:00Z'],
  ['ordinal 366, common year', '2026-366T00:00:00Z'],
  ['ordinal 367', '2024-367T00:00:00Z'],
  ['hour 25', '2026-11-21T25:00:00Z'],
  ['after 24:00', '2026-11-21T24:00:01Z'],
  ['after 24:00, minutes', '2026-11-21T24:01Z'],
  ['after 24:00, fraction', '2026-11-21T24:00:00.1Z'],
  ['minute 60', '2026-11-21T12:60:00Z'],
  ['second 61', '2026-11-21T12:00:61Z'],
  ['empty fraction', '2026-11-21T12:00:00.Z'],
  ['fraction of a component that is not the last', '2026-11-21T12:00.5:00Z'],
  ['offset hour 24', '2026-11-21T12:00:00+24:00'],
  ['offset minute 60', '2026-11-21T12:00:00+02:60'],
  ['offset of one digit', '2026-11-21T12:00:00+2'],
  ['zone by name', '2026-11-21T12:00:00 UTC'],
  ['two zones', '2026-11-21T12:00:00Z+02:00'],
  ['blank before', ' 2026-11-21T12:00:00Z'],
  ['blank after', '2026-11-21T12:00:00Z '],
  ['line end after', '2026-11-21T12:00:00Z\n'],
  ['short year', '26-11-21T12:00:00Z'],
  ['digits of another script', '２０２６-11-21T12:00:00Z'],
  ['interval', '2026-11-21T12:00:00Z/2026-11-22T12:00:00Z'],
  ['duration', 'P1D'],
] as const)
  test(`${JSON.stringify(text)} is none: ${why}`, () => {
    expect(parseIso8601(text)).toBeNull();
    expect(timestampToInstant(text)).toBeNaN();
  });

// The service is lenient here.
for (const [why, text] of [
  ['basic date, extended time', '20261121T12:00:00Z'],
  ['extended date, basic time', '2026-11-21T120000Z'],
  ['extended date, basic time without seconds', '2026-11-21T1200Z'],
  ['basic week date, extended time', '2026W476T12:00Z'],
  ['mixed time', '2026-11-21T12:0000Z'],
] as const)
  test(`${JSON.stringify(text)} is none: ${why}`, () => expect(parseIso8601(text)).toBeNull());

test('every week and ordinal date of 400 years agrees with the calendar', () => {
  // The Gregorian calendar repeats after 400 years.
  for (let day = Date.UTC(1900, 0, 1); day < Date.UTC(2300, 0, 1); day += 86_400_000) {
    const date = new Date(day);
    const year = date.getUTCFullYear();
    const ordinal = String((day - Date.UTC(year, 0, 1)) / 86_400_000 + 1).padStart(3, '0');
    const weekday = date.getUTCDay() || 7;
    const thursday = new Date(day + (4 - weekday) * 86_400_000);
    const weekYear = thursday.getUTCFullYear();
    const week = String(Math.floor((thursday.getTime() - Date.UTC(weekYear, 0, 1)) / (7 * 86_400_000)) + 1).padStart(2, '0');
    if (parseIso8601(`${year}-${ordinal}T00Z`)?.instantMs !== day) throw new Error(`ordinal date ${year}-${ordinal}`);
    if (parseIso8601(`${weekYear}-W${week}-${weekday}T00Z`)?.instantMs !== day)
      throw new Error(`week date ${weekYear}-W${week}-${weekday}`);
  }
});
