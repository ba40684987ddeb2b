import type { EventRead } from '../client/tracked-event.ts';

export function firstCustomer(reads: readonly EventRead[]) {
  for (const { atMs, event, exchange } of reads)
    if (typeof event?.customer === 'string') return { atMs, customer: event.customer, exchange };
  return null;
}

/** The first read after resolution in which the customer is another one, or gone; null where there is none. */
export function lostCustomer(reads: readonly EventRead[]): EventRead | null {
  const first = firstCustomer(reads);
  if (first === null) return null;
  return reads.find(({ atMs, event }) => atMs > first.atMs && event !== null && event.customer !== first.customer) ?? null;
}

/** Of each kind: more of them say nothing more. */
const MOST_READS = 6;

/** When an event had this customer, and when not: *it had the customer after 369, 926 ms, and not after 639 ms*. */
export function heldWords(reads: readonly EventRead[]): string {
  const first = firstCustomer(reads);
  const seen = reads.filter(({ atMs, event }) => event !== null && atMs >= (first?.atMs ?? 0));
  const after = (isHeld: boolean) => {
    const times = seen.flatMap(({ atMs, event }) => ((event?.customer === first?.customer) === isHeld ? atMs : []));
    return times.slice(0, MOST_READS).join(', ');
  };
  return `it had the customer after ${after(true)} ms, and not after ${after(false)} ms`;
}
