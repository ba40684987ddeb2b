import { isObject } from '../specification/json-object.ts';
import { memberPointer } from '../specification/json-pointer.ts';
import { type Deviation, show } from './deviation.ts';
import { differences } from './json-equality.ts';

export type Same = (sent: unknown, answered: unknown) => boolean;

const equal: Same = (sent, answered) => differences(sent, answered).length === 0;

/**
 * How the values of a list came to the wrong places, in plain words: *all equal the first*, *reversed*, *shifted by one*, *1 and 2 swapped*,
 * *in another order*. Null where all are in their places, or where another mistake was made.
 */
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

/** The list with its first item at the end. */
export function rotated<T>(list: readonly T[]): T[] {
  return [...list.slice(1), ...list.slice(0, 1)];
}

/** Deviations about values that are known to be wrong, as one where they came to the wrong places: at the first of these. */
export function misplacedOr(
  deviations: readonly Deviation[],
  { sent, answered, same = equal }: { sent: readonly unknown[]; answered: readonly unknown[]; same?: Same },
  pointerOf: (index: number) => string,
): Deviation[] {
  const how = deviations.length === 0 ? null : misplacement(sent, answered, same);
  if (how === null) return [...deviations];
  const first = sent.findIndex((value, index) => !same(value, answered[index]));
  return [{ pointer: pointerOf(first), expected: `in this order: ${show(sent)}`, actual: `${how}: ${show(answered)}` }];
}

/** Deviations about a list whose items are known to be wrong, as one for each member whose values came to the wrong items. */
export function misplacedItemsOr(
  deviations: readonly Deviation[],
  sent: readonly unknown[],
  answered: unknown,
  pointer: string,
): Deviation[] {
  if (!Array.isArray(answered) || ![...sent, ...answered].every(isObject)) return [...deviations];
  const [wanted, found] = [sent, answered] as Record<string, unknown>[][];
  const misplaced = Object.keys(sent[0] ?? {}).flatMap((member) => {
    const valuesIn = (items: readonly Record<string, unknown>[] = []) => items.map((item) => item[member]);
    const values = { sent: valuesIn(wanted), answered: valuesIn(found) };
    return misplacement(values.sent, values.answered) === null
      ? []
      : misplacedOr(deviations, values, (index) => memberPointer(member, `${pointer}/${index}`));
  });
  return misplaced.length > 0 && deviations.length > 0 ? misplaced : [...deviations];
}

function isPermutation(sent: readonly unknown[], answered: readonly unknown[], same: Same): boolean {
  const left = [...answered];
  return sent.every((value) => {
    const index = left.findIndex((candidate) => same(value, candidate));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}
