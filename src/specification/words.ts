import type { JsonType, Schema } from './schema.ts';

const MOST_CHARACTERS = 200;
const MOST_MEMBERS = 10;

const TYPE_WORDS: Readonly<Record<JsonType, string>> = {
  string: 'a string',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

const FORMAT_WORDS = { iso8601: 'a date and time in ISO 8601', url: 'an absolute URL' } as const;

/** What a schema asks for, without its members or items: `a string or null`. */
export function wordsForSchema(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(wordsForSchema).join(' or ');
  if (schema.const !== undefined) return `the string ${JSON.stringify(schema.const)}`;
  if (schema.enum) return `one of ${schema.enum.map((word) => JSON.stringify(word)).join(', ')}`;
  if (schema.minimum !== undefined) return `an integer from ${schema.minimum} to ${schema.maximum}`;
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const words = types.map((type) => (type === 'string' && schema.format ? FORMAT_WORDS[schema.format] : TYPE_WORDS[type]));
  return words.length === 0 ? 'any value' : words.join(' or ');
}

/** What a JSON value is, at most 200 characters long however large the value: `number 5`, `array of 3 items`. */
export function wordsForValue(value: unknown): string {
  const words = uncut(value);
  return words.length <= MOST_CHARACTERS ? words : `${words.slice(0, MOST_CHARACTERS - 1)}…`;
}

function uncut(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return `string ${JSON.stringify(value.slice(0, MOST_CHARACTERS))}`;
  if (Array.isArray(value)) return `array of ${counted(value.length, 'item')}`;
  if (typeof value === 'object') return wordsForMembers(Object.keys(value));
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    return 'a number beyond ±1.8e308, which readers take for infinite';
  return value === undefined ? 'nothing' : `${typeof value} ${String(value)}`;
}

function wordsForMembers(names: readonly string[]): string {
  if (names.length === 0) return 'object without members';
  const shown = names.slice(0, MOST_MEMBERS).map((name) => JSON.stringify(name.slice(0, MOST_CHARACTERS)));
  return `object with ${shown.join(', ')}${names.length > MOST_MEMBERS ? ` and ${names.length - MOST_MEMBERS} more` : ''}`;
}

/** *1 request*, *2 requests* */
export const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** `2026-03-04T09:08:07.123Z` → `2026-03-04 09:08 UTC`; anything else stays as it is. */
export function readableTime(iso: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?Z$/.exec(iso);
  return match === null ? iso : `${match[1]} ${match[2]} UTC`;
}

/** The up to three words nearest to a mistyped one, nearest first; none if all are far off. */
export function nearMatches(typed: string, words: readonly string[], limit = Math.max(2, Math.floor(typed.length / 2))): string[] {
  // A name that was cut is nearer than one that was mistyped.
  const distanceTo = (word: string) => (typed !== '' && word.startsWith(typed) ? 1 : editDistance(typed, word));
  return words
    .map((word) => ({ word, distance: distanceTo(word) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ word }) => word);
}

/** ` Did you mean "a" or "b"?`, or nothing if no word is near: the end of an error's message. */
export function didYouMean(typed: string, words: readonly string[]): string {
  const near = nearMatches(typed, words).map((word) => `"${word}"`);
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
}

/** Levenshtein's distance: insertions, deletions and replacements from one to the other. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, character] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (character === other ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? to.length;
}
