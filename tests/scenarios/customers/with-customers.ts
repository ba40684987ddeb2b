import type { Implementation } from '../../../src/client/implementation.ts';
import { Lease } from './lease.ts';

/** By base URL: one process may run the suite against several targets. */
const leases = new Map<string | null, Lease>();

/** The customers of a target, for all scenarios of this process that run side by side. */
export function leaseOf({ settings: { baseUrl } }: Implementation): Lease {
  const lease = leases.get(baseUrl) ?? new Lease();
  leases.set(baseUrl, lease);
  return lease;
}

/**
 * Waits for so many customers, then acts on an implementation that names no others. They are free again once it has ended and no request of
 * it is under way.
 */
export function withCustomers<T>(
  implementation: Implementation,
  count: number,
  act: (implementation: Implementation) => Promise<T>,
): Promise<T> {
  const { customerIds } = implementation.settings.fixtures;
  return leaseOf(implementation).having(count, customerIds, async (own) => {
    try {
      return await act(own.length === customerIds.length ? implementation : implementation.withCustomers(own));
    } finally {
      await implementation.client.idle();
    }
  });
}
