import { show } from './deviation.ts';

/** Texts longer than this are shown around their first difference. */
const LONG = 120;
const AROUND = 20;

/** Control and format characters: a zero-width joiner, a soft hyphen. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;

/** Shows two different texts so that their difference is seen: it may stand far from the beginning, or be invisible. */
export function textContrast(expected: string, actual: string): { readonly expected: string; readonly actual: string } {
  const short = expected.length <= LONG && actual.length <= LONG;
  const at = firstDifference(expected, actual);
  // What looks alike is told apart by its characters' numbers, as JSON writes them.
  const shown = (text: string) => (looksAlike(expected, actual) ? escaped(show(text)) : show(text));
  const [wanted, found] = [expected, actual].map((text) => shown(short ? text : around(text, at)));
  const isSeen = actual === '' || (short && !looksAlike(expected, actual));
  const words = damageOf(expected, actual) ?? (isSeen ? null : differenceAt(expected, actual, at));
  return { expected: wanted ?? '', actual: words === null ? (found ?? '') : `${found}, ${words}` };
}

/** What was done to a text, in words. */
export function changeOf(expected: string, actual: string): string {
  return damageOf(expected, actual) ?? differenceAt(expected, actual, firstDifference(expected, actual));
}

function escaped(json: string): string {
  return json.replace(/[^ -~…]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function around(text: string, at: number): string {
  const from = Math.max(0, at - AROUND);
  return `${from > 0 ? '…' : ''}${text.slice(from, at + AROUND)}${at + AROUND < text.length ? '…' : ''}`;
}

function looksAlike(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.normalize('NFKC').replace(INVISIBLE, '').trim());
  return a === b;
}

/** What is often done to a text, in an engineer's words; null for anything else, and for a text that is all gone. */
function damageOf(expected: string, actual: string): string | null {
  if (actual === '') return null;
  const trimmed = trimming(expected, actual);
  if (trimmed !== null) return trimmed;
  if (actual === expected.replace(INVISIBLE, '')) return `${points([...new Set(expected.match(INVISIBLE))].join(''))} lost`;
  if (expected.startsWith(actual)) {
    // A URL that loses its query or its fragment is not too long.
    const [next = ''] = expected.slice(actual.length);
    const where = /^https?:/.test(expected) && /[?#]/.test(next) ? `, before "${next}"` : '';
    return `cut after ${lengthOf(actual)} of ${lengthOf(expected)} characters${otherLengths(actual)}${where}`;
  }
  // Before the letter case: the sign for ångström and the letter are one letter in capitals.
  const form = ['NFC', 'NFD', 'NFKC', 'NFKD'].find((each) => actual === expected.normalize(each));
  if (form !== undefined) return `${characterAt(expected, firstDifference(expected, actual))} was normalised (${form})`;
  return actual.toLowerCase() === expected.toLowerCase() ? 'letter case changed' : null;
}

function trimming(expected: string, actual: string): string | null {
  const [start, end] = [expected.length - expected.trimStart().length, expected.trimEnd().length];
  const ends = [
    ['leading', expected.slice(0, start)],
    ['trailing', expected.slice(end)],
  ] as const;
  const lost = actual === expected.slice(start) ? ends.slice(0, 1) : actual === expected.slice(0, end) ? ends.slice(1) : ends;
  if (lost === ends && actual !== expected.trim()) return null;
  const named = lost
    .filter(([, space]) => space !== '')
    .map(([where, space]) => `${where} ${/^ +$/.test(space) ? 'space' : points(space)}`);
  return `${named.join(' and ')} lost`;
}

function differenceAt(expected: string, actual: string, at: number): string {
  const [wanted, found] = [expected, actual].map((text) => points([...text.slice(at, at + 2)].slice(0, 1).join('')));
  const after = `after ${lengthOf(actual.slice(0, at))} characters`;
  if (found === '') return `ends ${after}`;
  return wanted === '' ? `${found} added ${after}` : `${found} in place of ${wanted} ${after}`;
}

/** Index of the first character that differs. A character beyond U+FFFF has two code units, and neither stands alone. */
function firstDifference(expected: string, actual: string): number {
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at += 1;
  return /[\uD800-\uDBFF]$/.test(expected.slice(0, at)) ? at - 1 : at;
}

const characterAt = (text: string, index: number): string => new Intl.Segmenter().segment(text).containing(index)?.segment ?? '';

const lengthOf = (text: string): number => [...text].length;

/** Limits count in other units too: columns in bytes, some languages in halves of a surrogate pair. */
function otherLengths(text: string): string {
  const bytes = Buffer.byteLength(text);
  if (bytes === text.length) return '';
  return ` (${bytes} bytes${text.length === lengthOf(text) ? '' : `, ${text.length} UTF-16 units`})`;
}

function points(text: string): string {
  return Array.from(text, (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).join(' ');
}
