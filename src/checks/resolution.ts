import type { EventRead } from '../client/tracked-event.ts';

/** The first read that holds a customer, or null. */
export function firstCustomer(reads: readonly EventRead[]): { readonly atMs: number; readonly customer: string } | null {
  for (const { atMs, event } of reads) if (typeof event?.customer === 'string') return { atMs, customer: event.customer };
  return null;
}

/** The first read after resolution in which the customer is another one, or gone; null where there is none. */
export function lostCustomer(reads: readonly EventRead[]): EventRead | null {
  const first = firstCustomer(reads);
  if (first === null) return null;
  return reads.find(({ atMs, event }) => atMs > first.atMs && event !== null && event.customer !== first.customer) ?? null;
}
