import { isObject, type JsonObject } from './answers.ts';

/** A path into a JSON value: names of members, and `*` for every item of a list. */
export type Place = readonly string[];

/** The value with what stands at `place` replaced; where there is no such place, nothing changes. Undefined removes a member. */
export function changeAt(value: unknown, [step, ...rest]: Place, change: (old: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  if (step === '*') return Array.isArray(value) ? value.map((item) => changeAt(item, rest, change)) : value;
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: changeAt(value[step], rest, change) };
}

/** Every text in the value, keys left alone, changed. */
export function changeTexts(value: unknown, change: (text: string) => unknown): unknown {
  return changeLeaves(value, (leaf) => (typeof leaf === 'string' ? change(leaf) : leaf));
}

/** Everything that is neither list nor object, changed. */
export function changeLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  return changeNodes(value, (node) => (isObject(node) || Array.isArray(node) ? node : change(node)));
}

/** Every list and object and leaf changed, the inner ones first. */
export function changeNodes(value: unknown, change: (node: unknown) => unknown): unknown {
  if (Array.isArray(value)) return change(value.map((item) => changeNodes(item, change)));
  if (isObject(value)) return change(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changeNodes(item, change)])));
  return change(value);
}

/** Every object with its members renamed, left out or multiplied. */
export function changeMembers(value: unknown, change: (entries: [string, unknown][], object: JsonObject) => [string, unknown][]): unknown {
  return changeNodes(value, (node) => (isObject(node) ? Object.fromEntries(change(Object.entries(node), node)) : node));
}
