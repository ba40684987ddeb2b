import { nearMatches } from '../specification/near-matches.ts';
import type { Problem } from './settings-error.ts';
import { FURTHER_VARIABLES, VARIABLE_NAMES } from './variables.ts';

/** Characters left out, added or replaced; what is further off belongs to another program or a later version of this one. */
const SLIPS = 3;

/**
 * Variables that look like ours and are not: a known name with a slip or two, or in other letter case. Without this, a
 * misspelt fixture would only ever show as *not assessed*. Their values stay unseen, since one may be a misspelt password.
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
