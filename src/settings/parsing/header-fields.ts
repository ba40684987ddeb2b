import type { Parser } from '../variable.ts';

/** A token of RFC 9110 §5.6.2. */
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible ASCII with inner white space (RFC 9110 §5.5). Anything else could end the field, or be read in two ways. */
const FIELD_VALUE = /^[!-~](?:[ \t!-~]*[!-~])?$/;

/** The suite sets these itself: another value would change what the checks ask. */
const OWN_FIELDS = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Header fields for each request: a JSON object of names and texts. Returns the names in lower case. */
export const headerFields: Parser<Readonly<Record<string, string>>> = (given) => {
  const fields = objectIn(given);
  if (fields === null) return { expected: 'a JSON object of header names and texts, such as {"X-Environment":"staging"}' };
  const faults = fields.flatMap(([name, value], index) => fieldFault(name, value, index + 1) ?? []);
  const names = fields.map(([name]) => name.toLowerCase());
  if (new Set(names).size < names.length) faults.push('one name occurs twice (letter case does not matter)');
  if (faults.length > 0) return { expected: `header fields that can be sent along, but ${faults.join('; ')}` };
  return { value: Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value as string])) };
};

function objectIn(given: string): [string, unknown][] | null {
  try {
    const parsed: unknown = JSON.parse(given);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? Object.entries(parsed) : null;
  } catch {
    return null; // the caller reports it
  }
}

/** Names the field, never its value: values are secrets. */
function fieldFault(name: string, value: unknown, entry: number): string | null {
  if (!FIELD_NAME.test(name)) return `entry ${entry} has a name that is no field name`;
  if (OWN_FIELDS.has(name.toLowerCase())) return `${name} is the suite’s own`;
  return typeof value === 'string' && FIELD_VALUE.test(value) ? null : `${name} needs a text of visible ASCII characters`;
}
