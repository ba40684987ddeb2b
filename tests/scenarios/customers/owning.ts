import type { Implementation } from '../../../src/client/implementation.ts';
import type { CoveredScenario } from '../../../src/engine/playwright/collected-scenarios.ts';
import { scenario } from '../../../src/engine/playwright/test.ts';
import { Lease } from './lease.ts';

/** All customers that the run may update. */
export const ALL = Number.POSITIVE_INFINITY;

/** The customers of the typical update: as many as its card names. */
export const MOST_TYPICAL = 3;

/** By base URL: one process may run the suite against several targets. */
const leases = new Map<string | null, Lease>();

/** The customers of a target, for all scenarios of this process that run side by side. */
export function leaseOf({ settings: { baseUrl } }: Implementation): Lease {
  const lease = leases.get(baseUrl) ?? new Lease();
  leases.set(baseUrl, lease);
  return lease;
}

/** The same scenario, with so many customers of its own, or all where there are fewer. */
export function owning(count: number, [details, { body }]: CoveredScenario): CoveredScenario {
  return [
    details,
    scenario((context) => withCustomers(context.implementation, count, (implementation) => body({ ...context, implementation }))),
  ];
}

/** Waits for so many customers, then acts on an implementation that names no others. */
export function withCustomers<T>(
  implementation: Implementation,
  count: number,
  act: (implementation: Implementation) => Promise<T>,
): Promise<T> {
  const { customerIds } = implementation.settings.fixtures;
  return leaseOf(implementation).having(count, customerIds, async (own) => {
    if (own.length === customerIds.length) return act(implementation);
    // What it learns of these customers serves the next scenario that has the same.
    return act(await implementation.once(`customers ${own}`, async () => implementation.withCustomers(own)));
  });
}
