import { memberPointer } from '../specification/json-pointer.ts';
import { type Deviation, show } from './deviation.ts';

/** Every number at any depth of a member that holds counts: none is below zero. */
export function countDeviations(value: unknown, pointer: string): Deviation[] {
  if (typeof value === 'number') return value < 0 ? [{ pointer, expected: 'a count, zero or more', actual: show(value) }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => countDeviations(item, memberPointer(key, pointer)));
}

/** How the text of an answer writes its integers: `5`, or `5.0` as well. Text in strings does not count. */
export function integerForm(json: string): 'as integers' | 'some with a fraction of zero' {
  const withoutStrings = json.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '""');
  return /\d\.0+(?![\d])/.test(withoutStrings) ? 'some with a fraction of zero' : 'as integers';
}
