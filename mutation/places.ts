import { isObject } from './answers.ts';

/** A path into a JSON value: names of members, and `*` for every item of a list. */
export type Place = readonly string[];

/** The value with what stands at `place` replaced; where there is no such place, nothing changes. Undefined removes a member. */
export function changeAt(value: unknown, [step, ...rest]: Place, change: (old: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  if (step === '*') return Array.isArray(value) ? value.map((item) => changeAt(item, rest, change)) : value;
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: changeAt(value[step], rest, change) };
}

/** How many lists and objects lie within each other. */
export function depthOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
}

type Edit = (value: unknown) => unknown;
export type Entry = [name: string, value: unknown];

/** Every list and object and leaf changed, the inner ones first. */
export function nodes(change: Edit): Edit {
  return function changed(value: unknown): unknown {
    if (Array.isArray(value)) return change(value.map(changed));
    if (isObject(value)) return change(Object.fromEntries(Object.entries(value).map(([name, item]) => [name, changed(item)])));
    return change(value);
  };
}

/** Everything that is neither list nor object, changed. */
export const leaves = (change: Edit) => nodes((node) => (isObject(node) || Array.isArray(node) ? node : change(node)));

/** Every text in the value, names left alone, changed. */
export const texts = (change: (text: string) => unknown) => leaves((leaf) => (typeof leaf === 'string' ? change(leaf) : leaf));

export const lists = (change: (list: unknown[]) => unknown) => nodes((node) => (Array.isArray(node) ? change(node) : node));

/** Every object with its members renamed, left out or multiplied. */
export const members = (change: (entries: Entry[]) => Entry[]) =>
  nodes((node) => (isObject(node) ? Object.fromEntries(change(Object.entries(node))) : node));
