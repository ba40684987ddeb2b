import { nearMatches } from '../specification/near-matches.ts';
import type { Problem } from './settings-error.ts';
import { FURTHER_VARIABLES, VARIABLE_NAMES } from './variables.ts';

/** Characters missing, added or replaced. A name further off belongs to another program, or to a later version of this one. */
const SLIPS = 3;

/**
 * Variables whose names are almost ours: with a few slips, or in another letter case. Otherwise a misspelt fixture would only show as
 * *not assessed*. Never shows a value: it may be a misspelt password.
 */
export function misspelt(environment: NodeJS.ProcessEnv): Problem[] {
  const known: readonly string[] = [...VARIABLE_NAMES, ...FURTHER_VARIABLES];
  return Object.keys(environment)
    .filter((name) => environment[name] !== undefined && environment[name] !== '' && !known.includes(name))
    .sort()
    .flatMap((name) => {
      const [nearest] = /^ces_/i.test(name) ? nearMatches(name.toUpperCase(), VARIABLE_NAMES, SLIPS) : [];
      return nearest === undefined
        ? []
        : [{ variable: name, found: 'a variable that does not exist', expected: `a known name, perhaps ${nearest}` }];
    });
}
