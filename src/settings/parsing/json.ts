import { isObject } from '../../specification/json.ts';
import type { JsonForm, Parser } from '../variable.ts';

/** The value of a JSON text; undefined for any other. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The kind of a JSON value, in words that show nothing of the value. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

const filledTexts = { type: 'array', items: { type: 'string', minLength: 1 }, uniqueItems: true };

/** Opaque ids. Commas and percent signs are percent-encoded in the variable's text. */
export const idList: JsonForm = {
  expected: 'an array of texts',
  schema: filledTexts,
  toText: (value) => (isListOfTexts(value) ? value.map((id) => id.replace(/[%,]/g, encodeURIComponent)).join(',') : null),
};

/** Names. The variable's text cannot express a comma within a name. */
export const nameList: JsonForm = {
  expected: 'an array of texts without commas',
  schema: { ...filledTexts, items: { ...filledTexts.items, pattern: '^[^,]+$' } },
  toText: (value) => (isListOfTexts(value) && !value.some((name) => name.includes(',')) ? value.join(',') : null),
};

export const jsonObject: JsonForm = {
  expected: 'a JSON object',
  schema: { type: 'object' },
  toText: (value) => (isObject(value) ? JSON.stringify(value) : null),
};

export const wholeNumber: JsonForm = {
  expected: 'a whole number',
  schema: { type: 'integer', minimum: 0 },
  toText: (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? String(value) : null),
};

const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string' && entry !== '');

/** A token of RFC 9110 §5.6.2. */
export const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible ASCII with inner white space (RFC 9110 §5.5). Anything else could end the field, or be read in two ways. */
const FIELD_VALUE = /^[!-~](?:[ \t!-~]*[!-~])?$/;

/** The suite sets these itself: another value would change what the checks ask. */
const OWN_FIELDS =
  /^(?:accept|accept-encoding|authorization|connection|content-length|content-type|expect|host|keep-alive|proxy-authorization|te|trailer|transfer-encoding|upgrade)$/i;

/** Header fields for each request: a JSON object of names and texts. Returns the names in lower case. */
export const headerFields: Parser<Readonly<Record<string, string>>> = (given) => {
  const object = jsonIn(given);
  if (!isObject(object)) return { expected: 'a JSON object of header names and texts, such as {"X-Environment":"staging"}' };
  const fields = Object.entries(object);
  const faults = fields.flatMap(([name, value], index) => fieldFault(name, value, index + 1) ?? []);
  const names = fields.map(([name]) => name.toLowerCase());
  if (new Set(names).size < names.length) faults.push('one name occurs twice (letter case does not matter)');
  if (faults.length > 0) return { expected: `header fields that can be sent along, but ${faults.join('; ')}` };
  return { value: Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value as string])) };
};

/** Names the field, never its value: values are secrets. */
function fieldFault(name: string, value: unknown, entry: number): string | null {
  if (!FIELD_NAME.test(name)) return `entry ${entry} has a name that is no field name`;
  if (OWN_FIELDS.test(name)) return `${name} is the suite’s own`;
  return typeof value === 'string' && FIELD_VALUE.test(value) ? null : `${name} needs a text of visible ASCII characters`;
}

/** The member of `data` that makes each tracked event unique. Only the suite may fill it. */
export const MARKER_MEMBER = 'conformance_marker';

/** Members of a tracked event's `data`: a JSON object without the marker. */
export const eventData: Parser<Readonly<Record<string, unknown>>> = (given) => {
  const parsed = jsonIn(given);
  if (parsed === undefined)
    return { expected: 'a JSON object such as {"email":"ada@example.com"}; this is not JSON (names and strings need double quotes)' };
  if (!isObject(parsed)) return { expected: `a JSON object such as {"email":"ada@example.com"}, not ${kindOf(parsed)}` };
  if (Object.hasOwn(parsed, MARKER_MEMBER)) return { expected: `no member ${MARKER_MEMBER}, which the suite fills itself` };
  return { value: parsed };
};
