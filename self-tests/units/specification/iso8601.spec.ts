import { timestampToInstant } from '../../../reference/http/timestamp.ts';
import { parseIso8601 } from '../../../src/specification/iso8601.ts';
import { expect, test } from '../../test.ts';
import { expectTranscript } from '../../transcript.ts';

test('dates and times are read as was approved, by the suite and by the reference service', () =>
  expectTranscript('specification/iso.txt', (line, heading) => {
    const text: string = line.startsWith('"') ? JSON.parse(line) : line;
    const read = parseIso8601(text);
    // The service takes capitals alone, and the two forms mixed.
    const byTheService = timestampToInstant(text.toUpperCase());
    if (heading !== 'Mixed forms')
      expect(Number.isNaN(byTheService) ? null : byTheService, text).toEqual(read && expect.closeTo(read.instantMs, 6));
    if (read === null) return 'no date and time';
    const { instantMs, zoned, precisionMs } = read;
    return `${new Date(instantMs).toISOString()} (${instantMs}) to ${Number(precisionMs.toFixed(9))} ms${zoned ? '' : ', without a zone'}`;
  }));

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
