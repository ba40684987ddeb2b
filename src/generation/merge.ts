import { isObject } from '../specification/json-object.ts';
import type { Members } from './bodies.ts';

/** Services often limit free objects to 20 members, and the suite adds marks of its own. */
const MOST_MEMBERS = 16;
/** Characters of a JSON text. What is longer may use up a limit that its neighbours need. */
const LONG = 200;

/**
 * Two free objects as one, each member at the top as before. Null where they share a name, whatever its letter case, and where one hides in the
 * other or may change its fate: the empty object, and long or many members.
 */
export function mergeObjects(one: Members, other: Members): Members | null {
  const objects = [one, other];
  const names = objects.flatMap((object) => Object.keys(object).map((name) => name.toLowerCase()));
  const isTight = new Set(names).size < names.length || names.length > MOST_MEMBERS;
  if (isTight || objects.some((object) => Object.keys(object).length === 0 || isLong(object))) return null;
  return { ...one, ...other };
}

/**
 * The members of two request bodies as one, where they do not touch each other: either has the member, or both have a free object there.
 * @param most so many members at most
 */
export function mergeMembers(most: number): (one: Members, other: Members) => Members | null {
  return (one, other) => {
    const both: Record<string, unknown> = { ...one };
    for (const [name, value] of Object.entries(other)) {
      const merged = Object.hasOwn(one, name) ? mergeValues(one[name], value) : value;
      if (merged === null) return null;
      both[name] = merged;
    }
    return Object.keys(both).length > most ? null : both;
  };
}

function mergeValues(one: unknown, other: unknown): Members | null {
  return isObject(one) && isObject(other) ? mergeObjects(one, other) : null;
}

/** A merged object is long as a whole, but none of its members is. */
function isLong(object: Members): boolean {
  return Object.entries(object).some((member) => JSON.stringify(member).length > LONG);
}
