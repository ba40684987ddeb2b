import type { CoveredScenario } from '../../../src/engine/playwright/test.ts';
import { scenario } from '../../../src/engine/playwright/test.ts';
import { strangerAmong, unlessStrangers } from './strangers.ts';
import { withCustomers } from './with-customers.ts';

/** All customers that the run may update. */
export const ALL = Number.POSITIVE_INFINITY;

/** The customers of the typical update: as many as its card names. */
export const MOST_TYPICAL = 3;

/** The same scenario, with so many customers of its own, or all where there are fewer. */
export function owning(count: number, { details, body }: CoveredScenario): CoveredScenario {
  return scenario(details, (context) =>
    withCustomers(context.implementation, count, (implementation) => unlessStrangers(body)({ ...context, implementation })),
  );
}

/** The same scenario, which has customers in turn with others. */
export function sharing({ details, body }: CoveredScenario): CoveredScenario {
  return scenario(
    details,
    unlessStrangers(body, (implementation) => withCustomers(implementation, 1, strangerAmong)),
  );
}
