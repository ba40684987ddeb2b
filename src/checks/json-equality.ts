import { isObject } from '../specification/json-object.ts';
import { memberPointer } from '../specification/json-pointer.ts';
import { type Deviation, show } from './deviation.ts';
import { textContrast } from './text-contrast.ts';

/**
 * Differences between two JSON values, each at its JSON pointer below `pointer`; none for equal values. The order of members does not
 * matter, the order of items does. Reports at most 5.
 */
export function differences(expected: unknown, actual: unknown, pointer = ''): Deviation[] {
  const found: Deviation[] = [];
  collect(expected, actual, pointer, found);
  return found;
}

/**
 * As `differences`, but every object may have more members than `expected` names: a merged object is as good as a replaced one. A null that
 * was sent may have removed its member (RFC 7396).
 */
export function missingMembers(expected: Readonly<Record<string, unknown>>, actual: unknown, pointer = ''): Deviation[] {
  return differences(expected, sharedMembers(expected, actual), pointer);
}

/** As `missingMembers`, for each item of a list: an implementation may add fields to a resource. */
export function missingInItems(expected: readonly unknown[], actual: unknown, pointer = ''): Deviation[] {
  const shared = Array.isArray(actual) ? actual.map((item: unknown, index) => sharedMembers(expected[index], item)) : actual;
  return differences(expected, shared, pointer);
}

function sharedMembers(expected: unknown, actual: unknown): unknown {
  if (!isObject(expected) || !isObject(actual)) return actual;
  const named = Object.keys(expected).filter((key) => Object.hasOwn(actual, key) || expected[key] === null);
  return Object.fromEntries(named.map((key) => [key, Object.hasOwn(actual, key) ? sharedMembers(expected[key], actual[key]) : null]));
}

/** Two lists that must hold the same strings, in any order. */
export function differencesAsSets(expected: readonly string[], actual: unknown, pointer: string): Deviation[] {
  const sorted = (list: readonly unknown[]) => [...new Set(list)].sort();
  if (Array.isArray(actual) && JSON.stringify(sorted(actual)) === JSON.stringify(sorted(expected))) return [];
  return [{ pointer, expected: `${show(expected)}, in any order`, actual: show(actual) }];
}

const MOST = 5;
/** Characters of a list that people take in at a glance. */
const LONG = 120;

/** A member that is not there, as against one that is null. */
const LEFT_OUT = 'no such member';

function collect(expected: unknown, actual: unknown, pointer: string, found: Deviation[]): void {
  if (found.length >= MOST || Object.is(expected, actual) || (expected === 0 && actual === 0)) return;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      found.push({ pointer, ...listContrast(expected, actual) });
      return;
    }
    expected.forEach((item, index) => {
      collect(item, actual[index], `${pointer}/${index}`, found);
    });
  } else if (isObject(expected) && isObject(actual)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      if (found.length >= MOST) return;
      const place = memberPointer(key, pointer);
      if (!Object.hasOwn(actual, key)) found.push({ pointer: place, expected: show(expected[key]), actual: LEFT_OUT });
      else if (!Object.hasOwn(expected, key)) found.push({ pointer: place, expected: LEFT_OUT, actual: show(actual[key]) });
      else collect(expected[key], actual[key], place, found);
    }
  } else if (typeof expected === 'string' && typeof actual === 'string') {
    found.push({ pointer, ...textContrast(expected, actual) });
  } else {
    found.push({ pointer, expected: show(expected), actual: show(actual) });
  }
}

/** Two lists of unlike length. Of long ones, only the end is shown where one is the beginning of the other. */
function listContrast(expected: readonly unknown[], actual: readonly unknown[]): { readonly expected: string; readonly actual: string } {
  const [shorter, longer] = expected.length < actual.length ? [expected, actual] : [actual, expected];
  const beyond = longer.slice(shorter.length);
  const isPart = shorter.length > 0 && shorter.every((item, index) => JSON.stringify(item) === JSON.stringify(longer[index]));
  const isShort = JSON.stringify(longer).length <= LONG;
  if (!isPart || isShort)
    return { expected: `${expected.length} items: ${show(expected)}`, actual: `${actual.length} items: ${show(actual)}` };
  const ends = `${shorter === actual ? 'then lacks' : 'then adds'} ${beyond.length > 1 ? `${beyond.length} items, from ` : ''}${show(beyond[0])}`;
  return { expected: `${expected.length} items`, actual: `${actual.length} items: the same as far as they go; ${ends}` };
}
