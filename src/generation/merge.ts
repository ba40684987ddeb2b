import type { JsonObject } from '../specification/json.ts';

/** Services often limit free objects to 20 members. A quarter of these fits, beside the marks that the suite adds. */
const MOST_MEMBERS = 72;
/** Characters of one member of a free object, as JSON text, and of the whole. What is longer may use up a limit that its neighbours need. */
const LONG = 1000;
const LONGEST_OBJECT = 8000;
/** Characters. Below the 100 at which many limits of a name stand: where a shorter one refuses a pack, its halves are sent. */
const LONGEST_TEXT = 96;

/** Two free objects as one. Null where they share a name in any letter case, or one may change the other's fate: empty, long, or many members. */
export function mergeObjects(one: JsonObject, other: JsonObject): JsonObject | null {
  const [first, second] = [measured(one), measured(other)];
  const names = [...first.names, ...second.names];
  const isTight = names.length > MOST_MEMBERS || first.names.length === 0 || second.names.length === 0;
  const isLong = Math.max(first.longest, second.longest) > LONG || first.length + second.length > LONGEST_OBJECT;
  return isTight || isLong || new Set(names).size < names.length ? null : { ...one, ...other };
}

interface Measures {
  /** In lower case. */
  readonly names: readonly string[];
  /** Of the longest member, and of all together, in characters of JSON text. */
  readonly longest: number;
  readonly length: number;
}

/** Each object is held against many others, to find one that it goes with. */
const MEASURES = new WeakMap<JsonObject, Measures>();

function measured(object: JsonObject): Measures {
  const known = MEASURES.get(object);
  if (known !== undefined) return known;
  const lengths = Object.entries(object).map((member) => JSON.stringify(member).length);
  const measures = {
    names: Object.keys(object).map((name) => name.toLowerCase()),
    longest: Math.max(0, ...lengths),
    length: lengths.reduce((sum, length) => sum + length, 0),
  };
  MEASURES.set(object, measures);
  return measures;
}

/** The value of another type, as a text. It counts only as a whole. */
const WHOLE = /^(?:|(?=.*\p{N})[-+\d.:TZexF\p{N}]+|nan|infinity|true|false|null|undefined|none|yes)$/isu;
/** Spaces, what shares a byte with one, and signs that a program takes for its own, at either end. */
const SIGN_FIRST = /^[\s\uFEFF\-+=@#/."'£]/;
const SIGN_LAST = /[\s\uFEFF/\\."'à]$/;
/** Who decodes a whole text leaves it alone where any other escape in it is none. */
const ESCAPE = /%[\da-f]{2}/i;

/** Two texts with a space between. Null where either counts as a whole or at that end, or both may be too long for a short limit. */
export function mergeTexts(one: string, other: string): string | null {
  const isApart =
    [WHOLE, ESCAPE].some((pattern) => pattern.test(one) || pattern.test(other)) || SIGN_LAST.test(one) || SIGN_FIRST.test(other);
  return isApart ? null : joinTexts(one, other);
}

/** Two texts as one where it does not matter what either counts as a whole. Null where both together may be too long for a short limit. */
export function joinTexts(one: string, other: string): string | null {
  return one.length + other.length < LONGEST_TEXT ? `${one} ${other}` : null;
}
