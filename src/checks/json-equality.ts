import { jsonIn } from '../settings/parsing/json.ts';
import { isObject, type JsonObject, memberPointer, valueAt } from '../specification/json.ts';
import { counted } from '../specification/words.ts';
import { type Deviation, show } from './deviation.ts';
import { textContrast } from './text-contrast.ts';

/** Differences between two JSON values, each at its pointer below `pointer`; at most 5. Order counts for items, not for members. */
export function differences(expected: unknown, actual: unknown, pointer = ''): Deviation[] {
  const found: Deviation[] = [];
  collect(expected, actual, pointer, found);
  return found.slice(0, MOST);
}

/** As `differences`, but null is as good as no member: one of two releases side by side may leave out what the other answers as null. */
export function differencesButNull(expected: unknown, actual: unknown, pointer = ''): Deviation[] {
  const isNothing = (words: string) => words === LEFT_OUT || words === 'null';
  return differences(expected, actual, pointer).filter((found) => !(isNothing(found.expected) && isNothing(found.actual)));
}

/** As `differences`, but objects may have more members than expected. A null that was sent may have removed its member (RFC 7396). */
export function missingMembers(expected: JsonObject, actual: unknown, pointer = ''): Deviation[] {
  return takenApart(differences(expected, sharedMembers(expected, actual), pointer), actual, pointer);
}

/** Where a name with dots was read as a way through objects, says so: `{"a.b": 1}` came back as `{"a": {"b": 1}}`. */
function takenApart(deviations: Deviation[], actual: unknown, pointer: string): Deviation[] {
  return deviations.map((deviation) => {
    const at = deviation.pointer?.slice(pointer.length) ?? '';
    const end = at.lastIndexOf('/') + 1;
    const way = `${at.slice(0, end)}${at.slice(end).replaceAll('.', '/')}`;
    const isThere = way !== at && deviation.actual === LEFT_OUT && show(valueAt(actual, way)) === deviation.expected;
    return isThere ? { ...deviation, actual: `moved to ${pointer}${way}` } : deviation;
  });
}

function sharedMembers(expected: unknown, actual: unknown): unknown {
  if (!isObject(expected) || !isObject(actual)) return actual;
  const named = Object.keys(expected).filter((key) => Object.hasOwn(actual, key) || expected[key] === null);
  return Object.fromEntries(named.map((key) => [key, Object.hasOwn(actual, key) ? sharedMembers(expected[key], actual[key]) : null]));
}

/** Two lists that must hold the same strings, in any order. Of long ones, only what is missing or added is shown. */
export function differencesAsSets(expected: readonly string[], actual: unknown, pointer: string): Deviation[] {
  const found: readonly unknown[] = Array.isArray(actual) ? actual : [];
  const missing = expected.filter((item) => !found.includes(item));
  const added = found.filter((item) => !(expected as readonly unknown[]).includes(item));
  if (Array.isArray(actual) && missing.length + added.length === 0) return [];
  if (found.length === 0 || JSON.stringify([expected, found]).length <= 2 * LONG)
    return [{ pointer, expected: `${show(expected)}, in any order`, actual: show(actual) }];
  const isTail =
    missing.length > 1 && missing.length < expected.length && missing.every((item, index) => item === expected.at(index - missing.length));
  const from = isTail ? `, from no. ${expected.length - missing.length + 1} on` : '';
  const parts = [
    ...(missing.length > 0 ? [`missing: ${missing.length}${from}: ${show(missing[0])}${missing.length > 1 ? ' …' : ''}`] : []),
    ...(added.length > 0 ? [`added: ${added.length}: ${show(added[0])}${added.length > 1 ? ' …' : ''}`] : []),
  ];
  const differing = `${counted(found.length, 'item')}; ${parts.join('; ')}`;
  return [{ pointer, expected: `${counted(expected.length, 'item')}, in any order`, actual: differing }];
}

const MOST = 5;
/** Characters of a list that people take in at a glance. */
const LONG = 120;

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
    collectMembers(expected, actual, pointer, found);
  } else {
    const notation = notationOf(expected, actual);
    if (notation !== null) found.push({ pointer, expected: show(expected), actual: `${show(actual)}, ${notation}` });
    else if (typeof expected === 'string' && typeof actual === 'string') found.push({ pointer, ...textContrast(expected, actual) });
    else found.push({ pointer, expected: show(expected), actual: show(actual) });
  }
}

/** What is often done to a value with its JSON. A number or a truth value that is a text is seen at once. */
function notationOf(expected: unknown, actual: unknown): string | null {
  const [text, inner] = [expected, actual].map((value) => (typeof value === 'string' ? jsonIn(value) : undefined));
  const isWhole = (value: unknown) => typeof value === 'object' && value !== null;
  const isSame = (one: unknown, other: unknown) => isWhole(one) && isWhole(other) && differences(one, other).length === 0;
  if (typeof expected === 'string' && inner === expected) return QUOTED;
  if (isSame(expected, inner)) return AS_TEXT;
  return isSame(text, actual) ? 'the text read as JSON' : null;
}

/** Two of the words for what was done to a value with its JSON. */
export const QUOTED = 'quoted once more';
export const AS_TEXT = 'its JSON as a text';

function collectMembers(expected: JsonObject, actual: JsonObject, pointer: string, found: Deviation[]): void {
  const count = Object.keys(expected).length;
  if (count > 1 && Object.keys(actual).length === 0) {
    found.push({ pointer, expected: show(expected), actual: `none of its ${count} members is there` });
    return;
  }
  const added = new Map(Object.entries(actual).filter(([name]) => !Object.hasOwn(expected, name)));
  const [kept, lost] = [true, false].map((is) => Object.entries(expected).filter(([name]) => Object.hasOwn(actual, name) === is));
  // The other members may have changed for these.
  for (const [name, value] of lost ?? [])
    found.push({ pointer: memberPointer(name, pointer), expected: show(value), actual: whereabouts(value, added, pointer) });
  for (const [name, value] of kept ?? []) collect(value, actual[name], memberPointer(name, pointer), found);
  for (const [name, value] of added) found.push({ pointer: memberPointer(name, pointer), expected: LEFT_OUT, actual: show(value) });
}

/** What became of a member that is not in its place. The member that was added in its stead is taken out of `added`. */
function whereabouts(value: unknown, added: Map<string, unknown>, pointer: string): string {
  for (const [name, other] of added) {
    const place = placeIn(other, value, memberPointer(name, pointer));
    if (place === null) continue;
    added.delete(name);
    return place === memberPointer(name, pointer) ? `renamed to ${show(name)}` : `moved to ${place}`;
  }
  return LEFT_OUT;
}

function placeIn(within: unknown, value: unknown, pointer: string): string | null {
  if (JSON.stringify(within) === JSON.stringify(value)) return pointer;
  if (typeof within !== 'object' || within === null) return null;
  for (const [key, item] of Object.entries(within)) {
    const place = placeIn(item, value, memberPointer(key, pointer));
    if (place !== null) return place;
  }
  return null;
}

/** Two lists of unlike length. Of long ones, only the end is shown where one is the beginning of the other. */
function listContrast(expected: readonly unknown[], actual: readonly unknown[]): { readonly expected: string; readonly actual: string } {
  const [shorter, longer] = expected.length < actual.length ? [expected, actual] : [actual, expected];
  const beyond = longer.slice(shorter.length);
  const isPart = shorter.length > 0 && shorter.every((item, index) => JSON.stringify(item) === JSON.stringify(longer[index]));
  const isShort = JSON.stringify(longer).length <= LONG;
  const whole = (list: readonly unknown[]) => `${counted(list.length, 'item')}: ${show(list)}`;
  if (!isPart || isShort) return { expected: whole(expected), actual: whole(actual) };
  const ends = `${shorter === actual ? 'then lacks' : 'then adds'} ${beyond.length > 1 ? `${beyond.length} items, from ` : ''}${show(beyond[0])}`;
  return { expected: counted(expected.length, 'item'), actual: `${counted(actual.length, 'item')}: the same as far as they go; ${ends}` };
}

type Same = (sent: unknown, answered: unknown) => boolean;

const equal: Same = (sent, answered) => differences(sent, answered).length === 0;

/** How a list's values came to the wrong places: *reversed*, *1 and 2 swapped*. Null where they are right, or otherwise wrong. */
export function misplacement(sent: readonly unknown[], answered: readonly unknown[], same: Same = equal): string | null {
  const matches = (list: readonly unknown[]) => list.every((value, index) => same(value, answered[index]));
  if (sent.length !== answered.length || matches(sent)) return null;
  if (matches(sent.map(() => sent[0]))) return 'all equal the first';
  // Of two values, each of these is a swap.
  if (sent.length > 2 && matches(sent.toReversed())) return 'reversed';
  if (sent.length > 2 && (matches(rotated(sent)) || matches(rotated(sent.toReversed()).toReversed()))) return 'shifted by one';
  if (!isPermutation(sent, answered, same)) return null;
  const wrong = sent.flatMap((value, index) => (same(value, answered[index]) ? [] : [index + 1]));
  return wrong.length === 2 ? `${wrong.join(' and ')} swapped` : 'in another order';
}

export const rotated = <T>(list: readonly T[]): T[] => [...list.slice(1), ...list.slice(0, 1)];

type Values = Readonly<{ sent: readonly unknown[]; answered: readonly unknown[]; same?: Same }>;

/** Begins what is expected of all items together. */
export const IN_ORDER = 'in this order: ';

/** Values that came to the wrong places, as one deviation, at the first of these. */
function misplaced({ sent, answered, same = equal }: Values, pointerOf: (index: number) => string): Deviation[] {
  const how = misplacement(sent, answered, same);
  if (how === null) return [];
  const first = sent.findIndex((value, index) => !same(value, answered[index]));
  return [{ pointer: pointerOf(first), expected: IN_ORDER + show(sent), actual: `${how}: ${show(answered)}` }];
}

/** Deviations about values that are known to be wrong, as one where they came to the wrong places. */
export function misplacedOr(deviations: readonly Deviation[], values: Values, pointerOf: (index: number) => string): Deviation[] {
  const [whole] = deviations.length === 0 ? [] : misplaced(values, pointerOf);
  return whole ? [whole] : [...deviations];
}

/** As `missingMembers` of each item of a list, but one deviation for each member whose values came to the wrong items. */
export function itemDeviations(sent: readonly unknown[], answered: unknown, pointer: string): Deviation[] {
  const shared = Array.isArray(answered) ? answered.map((item: unknown, index) => sharedMembers(sent[index], item)) : answered;
  const deviations = takenApart(differences(sent, shared, pointer), answered, pointer);
  if (deviations.length === 0 || !Array.isArray(answered) || ![...sent, ...answered].every(isObject)) return deviations;
  const [wanted = [], found = []] = [sent, answered] as Record<string, unknown>[][];
  const wrong = Object.keys(wanted[0] ?? {}).flatMap((member) => {
    const [values, others] = [wanted, found].map((items) => items.map((item) => item[member]));
    return misplaced({ sent: values ?? [], answered: others ?? [] }, (index) => memberPointer(member, `${pointer}/${index}`));
  });
  return wrong.length > 0 ? wrong : deviations;
}

function isPermutation(sent: readonly unknown[], answered: readonly unknown[], same: Same): boolean {
  const left = [...answered];
  return sent.every((value) => {
    const index = left.findIndex((candidate) => same(value, candidate));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}
