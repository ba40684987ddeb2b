import { type Finding, show } from './finding.ts';

/**
 * Differences between two JSON values, each at its JSON pointer below `pointer`; none for equal values. The order of members does not
 * matter, the order of items does. Reports at most 5.
 */
export function differences(expected: unknown, actual: unknown, pointer = ''): Finding[] {
  const found: Finding[] = [];
  collect(expected, actual, pointer, found);
  return found;
}

/**
 * As `differences`, but every object may have more members than `expected` names: a merged object is as good as a replaced one. A null that
 * was sent may have removed its member (RFC 7396).
 */
export function missingMembers(expected: Readonly<Record<string, unknown>>, actual: unknown, pointer = ''): Finding[] {
  return differences(expected, sharedMembers(expected, actual), pointer);
}

/** As `missingMembers`, for each item of a list: an implementation may add fields to a resource. */
export function missingInItems(expected: readonly unknown[], actual: unknown, pointer = ''): Finding[] {
  const shared = Array.isArray(actual) ? actual.map((item: unknown, index) => sharedMembers(expected[index], item)) : actual;
  return differences(expected, shared, pointer);
}

function sharedMembers(expected: unknown, actual: unknown): unknown {
  if (!isObject(expected) || !isObject(actual)) return actual;
  const named = Object.keys(expected).filter((key) => Object.hasOwn(actual, key) || expected[key] === null);
  return Object.fromEntries(named.map((key) => [key, Object.hasOwn(actual, key) ? sharedMembers(expected[key], actual[key]) : null]));
}

/** Two lists that must hold the same strings, in any order. */
export function differencesAsSets(expected: readonly string[], actual: unknown, pointer: string): Finding[] {
  const sorted = (list: readonly unknown[]) => [...new Set(list)].sort();
  if (Array.isArray(actual) && JSON.stringify(sorted(actual)) === JSON.stringify(sorted(expected))) return [];
  return [{ pointer, expected: `${show(expected)}, in any order`, actual: show(actual) }];
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const MOST = 5;

/** A member that is not there, as against one that is null. */
const LEFT_OUT = 'left out';

function collect(expected: unknown, actual: unknown, pointer: string, found: Finding[]): void {
  if (found.length >= MOST || Object.is(expected, actual) || (expected === 0 && actual === 0)) return;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      found.push({ pointer, expected: `${expected.length} items: ${show(expected)}`, actual: `${actual.length} items: ${show(actual)}` });
      return;
    }
    expected.forEach((item, index) => {
      collect(item, actual[index], `${pointer}/${index}`, found);
    });
  } else if (isObject(expected) && isObject(actual)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      if (found.length >= MOST) return;
      const place = `${pointer}/${escapePointer(key)}`;
      if (!Object.hasOwn(actual, key)) found.push({ pointer: place, expected: show(expected[key]), actual: LEFT_OUT });
      else if (!Object.hasOwn(expected, key)) found.push({ pointer: place, expected: LEFT_OUT, actual: show(actual[key]) });
      else collect(expected[key], actual[key], place, found);
    }
  } else if (typeof expected === 'string' && typeof actual === 'string') {
    found.push({ pointer, ...contrast(expected, actual) });
  } else {
    found.push({ pointer, expected: show(expected), actual: show(actual) });
  }
}

/** RFC 6901 §3. */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Texts longer than this are shown around their first difference. */
const LONG = 120;
const AROUND = 20;

/** Shows two different texts so that their difference is seen: it may stand far from the beginning, or be invisible. */
function contrast(expected: string, actual: string): { expected: string; actual: string } {
  const at = firstDifference(expected, actual);
  const part = (text: string) => {
    const from = Math.max(0, at - AROUND);
    return show(`${from > 0 ? '…' : ''}${text.slice(from, at + AROUND)}${at + AROUND < text.length ? '…' : ''}`);
  };
  const short = expected.length <= LONG && actual.length <= LONG;
  const [wanted, found] = short ? [show(expected), show(actual)] : [part(expected), part(actual)];
  const looksAlike = expected.normalize('NFKC').trim() === actual.normalize('NFKC').trim();
  const damage = damageOf(expected, actual) ?? (short && !looksAlike ? null : differenceAt(expected, actual));
  return { expected: wanted, actual: damage === null ? found : `${found}, ${damage}` };
}

/** What is often done to a text, in an engineer's words; null for anything else. */
function damageOf(expected: string, actual: string): string | null {
  if (actual === '') return null;
  const [leading, trailing] = [/^\s*/, /\s*$/].map((place) => expected.match(place)?.[0] ?? '');
  if (actual === expected.trim())
    return [leading && `leading ${white(leading)} lost`, trailing && `trailing ${white(trailing)} lost`].filter(Boolean).join(', ');
  if (leading && actual === expected.trimStart()) return `leading ${white(leading)} lost`;
  if (trailing && actual === expected.trimEnd()) return `trailing ${white(trailing)} lost`;
  if (expected.startsWith(actual)) return `cut after ${[...actual].length} of ${[...expected].length} characters`;
  const form = ['NFC', 'NFD', 'NFKC', 'NFKD'].find((each) => actual === expected.normalize(each));
  if (form !== undefined) return `${characterAt(actual, firstDifference(expected, actual))} was normalised (${form})`;
  return actual.toLowerCase() === expected.toLowerCase() ? 'letter case changed' : null;
}

function white(text: string): string {
  return /^ +$/.test(text) ? 'space' : codePoints(text);
}

/** The first place at which two texts differ, with what stands there. */
function differenceAt(expected: string, actual: string): string {
  const at = firstDifference(expected, actual);
  const [wanted, found] = [expected, actual].map((text) => codePoints(String.fromCodePoint(...[text.codePointAt(at) ?? []].flat())));
  const after = `after ${[...actual.slice(0, at)].length} characters`;
  return wanted === '' ? `${found} added ${after}` : found === '' ? `ends ${after}` : `${found} for ${wanted} ${after}`;
}

function firstDifference(expected: string, actual: string): number {
  const place = Array.from({ length: expected.length }).findIndex((_, index) => expected[index] !== actual[index]);
  return place === -1 ? Math.min(expected.length, actual.length) : place;
}

/** The whole character as people see it: a letter with its accents. */
function characterAt(text: string, index: number): string {
  return new Intl.Segmenter().segment(text).containing(index)?.segment ?? '';
}

function codePoints(text: string): string {
  return Array.from(text, (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).join(' ');
}
