import { type Exchange, endOf } from '../http/exchange.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import { stableReadDeviations } from './stability.ts';

/** Reads whose answers may differ: events are resolved, and nothing says that the status of a flag is constant. */
export const MAY_CHANGE: readonly EndpointName[] = ['getEvent', 'getFeatureFlagStatuses'];

/** The run's reads of records that nobody writes. A read is odd where it differs from the one before it, and the next one does not. */
export class PlainReads {
  readonly #byUrl = new Map<string, { usual: Exchange; other: Exchange | null }>();
  readonly #odd = new Set<EndpointName>();

  /** Notes a read that succeeded, of a record that was there before the run. */
  note(name: EndpointName, exchange: Exchange): void {
    const { method, url } = exchange.request;
    if (method !== 'GET' || MAY_CHANGE.includes(name)) return;
    const read = this.#byUrl.get(url) ?? { usual: exchange, other: null };
    this.#byUrl.set(url, read);
    const { usual, other } = read;
    const differs = (one: Exchange) => stableReadDeviations(name, one, exchange).length > 0;
    if (other !== null && !differs(other)) Object.assign(read, { usual: exchange, other: null });
    else if (differs(usual)) read.other ??= endOf(usual) <= exchange.startedAt ? exchange : null;
    else if (other !== null && endOf(other) <= exchange.startedAt) {
      this.#odd.add(name);
      read.other = null;
    }
  }

  /** Whether a read of this endpoint was odd. */
  wereOdd(name: EndpointName): boolean {
    return this.#odd.has(name);
  }
}
