import type { CoveredScenario } from '../../../src/engine/playwright/test.ts';
import { around } from '../../../src/engine/playwright/test.ts';
import { strangerAmong, unlessStrangers } from './strangers.ts';
import { withCustomers } from './with-customers.ts';

/** All customers that the run may update. */
export const ALL = Number.POSITIVE_INFINITY;

/** The customers of the typical update: as many as its card names. */
export const MOST_TYPICAL = 3;

/** The same scenario, with so many customers of its own, or all where there are fewer. */
export function owning(count: number, covered: CoveredScenario): CoveredScenario {
  return around(
    covered,
    (body) => (context) =>
      withCustomers(context.implementation, count, (implementation) => unlessStrangers(body)({ ...context, implementation })),
  );
}

/** The same scenario, which has customers in turn with others. */
export function sharing(covered: CoveredScenario): CoveredScenario {
  return around(covered, (body) => unlessStrangers(body, (implementation) => withCustomers(implementation, 1, strangerAmong)));
}
