import { isObject } from '../specification/json-object.ts';
import { memberPointer } from '../specification/json-pointer.ts';
import { type Deviation, show } from './deviation.ts';
import { differences, missingInItems } from './json-equality.ts';

export type Same = (sent: unknown, answered: unknown) => boolean;

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

export function rotated<T>(list: readonly T[]): T[] {
  return [...list.slice(1), ...list.slice(0, 1)];
}

interface Values {
  readonly sent: readonly unknown[];
  readonly answered: readonly unknown[];
  readonly same?: Same;
}

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

/** What is missing in the items of a list, as one deviation for each member whose values came to the wrong items. */
export function itemDeviations(sent: readonly unknown[], answered: unknown, pointer: string): Deviation[] {
  const deviations = missingInItems(sent, answered, pointer);
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
