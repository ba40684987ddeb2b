import { timestampToInstant } from '../../../reference/http/timestamp.ts';
import { parseIso8601 } from '../../../src/specification/formats.ts';
import { documentedMembers, type Schema } from '../../../src/specification/schema.ts';
import { SCHEMAS, schema } from '../../../src/specification/schemas.ts';
import { isValid, tooLarge, violations } from '../../../src/specification/validator.ts';
import { wordsForSchema } from '../../../src/specification/words.ts';
import { expect, test } from '../../test.ts';
import { expectCalls, expectTranscript } from '../../transcript.ts';
import { EXAMPLES, firstPlace, instanceOf, withValueAt } from './examples.ts';

/** A value of another type for each type; none for a schema that takes every value. */
function wrongValues(member: Schema): unknown[] {
  // A step of another type is another variant, not a wrong one.
  if (member.const !== undefined) return [];
  if (member.anyOf) return [5, {}, [5], 'some'];
  const types = [member.type ?? []].flat();
  const samples = { string: 'x', integer: 5, boolean: true, object: {}, array: [], null: null };
  if (types.length === 0) return [];
  const others = Object.entries(samples).filter(([type]) => !types.some((allowed) => allowed === type));
  return [...others.map(([, value]) => value), 1.5];
}

for (const [name, example] of Object.entries(EXAMPLES))
  test.describe(name, () => {
    const members = documentedMembers(SCHEMAS, schema(name));

    test('a full instance is valid', () => expect(violations(name, example)).toEqual([]));

    test('an instance of nothing but the required members is valid', () =>
      expect(violations(name, instanceOf(schema(name), 'required'))).toEqual([]));

    test('a member of another type is one violation, at its place', () => {
      for (const { pointer, schema: member } of members)
        for (const wrong of wrongValues(member)) {
          const steps = firstPlace(pointer);
          const found = violations(name, withValueAt(example, steps, wrong));
          expect(found, `${pointer} = ${JSON.stringify(wrong)}`).toHaveLength(1);
          expect(found[0]).toMatchObject({ pointer: `/${steps.join('/')}`, kind: member.format === 'iso8601' ? 'timestamp' : 'type' });
        }
    });

    test('what is not a JSON object is one violation', () => {
      for (const wrong of [null, 5, 'x', true, []])
        expect(violations(name, wrong)).toEqual([expect.objectContaining({ pointer: '', keyword: 'type', expected: 'an object' })]);
    });
  });

test('members that are not documented are allowed at every level, except in the acknowledgement', () => {
  for (const [name, example] of Object.entries(EXAMPLES)) {
    const objects = documentedMembers(SCHEMAS, schema(name)).filter((member) => member.schema.type === 'object');
    for (const place of ['', ...objects.map(({ pointer }) => pointer)]) {
      const found = violations(name, withValueAt(example, firstPlace(`${place}/extra_member`), 1)).map(({ pointer }) => pointer);
      expect(found, `${name}${place}`).toEqual(name === 'acknowledgement' ? ['/extra_member'] : []);
    }
  }
});

test('violations say what was approved', () => expectCalls('specification/violations.txt', { violations }));

test('an integer says its bounds', () =>
  expect(wordsForSchema({ type: 'integer', minimum: 1, maximum: 5 })).toBe('an integer from 1 to 5'));

test('the word for the designer can be set, and replaces the neutral one', () => {
  const template = (kind: string) => ({ id: 't', kind });
  expect(violations('email-template', template('acme'), 'acme')).toEqual([]);
  expect(violations('email-template', template('html'), 'acme')).toEqual([]);
  expect(violations('email-template', template('designer'), 'acme')).toHaveLength(1);
  expect(violations('email-template', template('acme'))).toMatchObject([{ expected: 'one of "html", "designer", "old_editor", "editor"' }]);
});

test('hostile answers cost little: nesting, many faults, huge texts, odd names', () => {
  expect(violations('business', { id: 'b', metadata: nested(1_999) })).toEqual([]);
  expect(violations('variable-list', { variables: Array(1_000).fill(1) })).toHaveLength(50);
  expect(violations('variable-list', { variables: Array(200_000).fill(1) })).toHaveLength(1);
  const [long] = violations('campaign', { id: 'k', status: 'x'.repeat(10_000_000) });
  expect(long?.actual).toHaveLength(200);
  expect(violations('business', JSON.parse('{"id":"b","__proto__":{"name":5},"constructor":1}'))).toEqual([]);
  expect(violations('event', JSON.parse('{"__proto__":{"id":"e"}}'))).toHaveLength(5);
});

test('whether a value is valid is told as by its violations, also where it is hostile', () => {
  const names = Object.keys(SCHEMAS);
  const values = [...Object.values(EXAMPLES), {}, [], null, 'text', nested(2_000)];
  for (const name of names) for (const value of values) expect(isValid(name, value), name).toBe(violations(name, value).length === 0);
  for (const ask of [isValid, violations])
    expect(() => ask('emailtemplate', {})).toThrow(/No schema is called "emailtemplate".*"email-template"/);
});

function nested(levels: number): object {
  let value = {};
  for (let level = 1; level < levels; level++) value = { value };
  return value;
}

test('the size is that of all values together', () => {
  expect(tooLarge([1, [2, { a: 3 }]], 6)).toBe(false);
  expect(tooLarge([1, [2, { a: 3 }]], 5)).toBe(true);
});

test('dates and times are read as was approved, by the suite and by the reference service', () =>
  expectTranscript('specification/iso.txt', (line, heading) => {
    const text: string = line.startsWith('"') ? JSON.parse(line) : line;
    const read = parseIso8601(text);
    // The service takes capitals alone, the two forms mixed, and a second 60 in any minute.
    const byTheService = timestampToInstant(text.toUpperCase());
    if (heading !== 'Mixed forms' && heading !== 'No leap second')
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
