import type { Problem } from './settings-error.ts';
import { FURTHER_VARIABLES, VARIABLE_NAMES } from './variables.ts';

/**
 * Variables that look like ours and are not: `CES_` and an unknown rest, or a known name in other letter case. Without this, a
 * misspelt fixture would only ever show as *not assessed*. Their values stay unseen, since one may be a misspelt password.
 */
export function misspelt(environment: NodeJS.ProcessEnv): Problem[] {
  const known: readonly string[] = [...VARIABLE_NAMES, ...FURTHER_VARIABLES];
  return Object.keys(environment)
    .filter((name) => environment[name] !== undefined && environment[name] !== '' && !known.includes(name))
    .filter((name) => name.startsWith('CES_') || known.includes(name.toUpperCase()))
    .sort()
    .map((name) => ({
      variable: name,
      found: 'a variable that does not exist',
      expected: `a known name, perhaps ${nearest(name.toUpperCase())}`,
    }));
}

function nearest(name: string): string {
  const ranked = VARIABLE_NAMES.map((candidate) => ({ candidate, distance: editDistance(name, candidate) }));
  return ranked.reduce((best, next) => (next.distance < best.distance ? next : best)).candidate;
}

/** What a character costs that a person left out: less than one that they got wrong, since whole words are left out most often. */
const LEFT_OUT = 0.5;

/** Levenshtein's distance with unequal weights: 1 for each character to delete or replace, less for one to insert. */
export function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column * LEFT_OUT);
  for (const [row, character] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (above[column] ?? 0) + (character === other ? 0 : 1);
      current.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + LEFT_OUT));
    }
    above = current;
  }
  return above.at(-1) ?? 0;
}
