type JsonObject = Readonly<Record<string, unknown>>;

/** Services often limit free objects to 20 members. Half of these fit, beside the marks that the suite adds. */
const MOST_MEMBERS = 36;
/** Characters of one member of a free object, as JSON text, and of the whole. What is longer may use up a limit that its neighbours need. */
const LONG = 1000;
const LONGEST_OBJECT = 4000;
/** Characters. Below the 50 at which the shortest limits of a name stand. */
const LONGEST_TEXT = 48;

/**
 * Two free objects as one, each member at the top as before. Null where they share a name, whatever its letter case, and where one hides in the
 * other or may change its fate: the empty object, and long or many members.
 */
export function mergeObjects(one: JsonObject, other: JsonObject): JsonObject | null {
  const objects = [one, other];
  const names = objects.flatMap((object) => Object.keys(object).map((name) => name.toLowerCase()));
  const isTight = new Set(names).size < names.length || names.length > MOST_MEMBERS;
  if (isTight || objects.some((object) => Object.keys(object).length === 0)) return null;
  const lengths = objects.flatMap((object) => Object.entries(object).map((member) => JSON.stringify(member).length));
  const isLong = lengths.some((length) => length > LONG) || lengths.reduce((sum, length) => sum + length) > LONGEST_OBJECT;
  return isLong ? null : { ...one, ...other };
}

/** The value of another type, as a text. It counts only as a whole. */
const WHOLE = /^(?:|(?=.*\p{N})[-+\d.:TZexF\p{N}]+|nan|infinity|true|false|null|undefined|none|yes)$/isu;
/** Spaces, and signs that a program takes for its own, at either end. */
const SIGN_FIRST = /^[\s\uFEFF\-+=@#/\\:."']/;
const SIGN_LAST = /[\s\uFEFF/\\."']$/;

/**
 * Two texts as one, with a space between. Null where either has to stand alone, where what counts at an end would no longer stand there, and where
 * both together may be too long for a short limit.
 */
export function mergeTexts(one: string, other: string): string | null {
  const isApart = WHOLE.test(one) || WHOLE.test(other) || SIGN_LAST.test(one) || SIGN_FIRST.test(other);
  return isApart || one.length + other.length >= LONGEST_TEXT ? null : `${one} ${other}`;
}
