import { type Exchange, endOf } from '../http/exchange.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import { type Breach, foundIn } from './deviation.ts';
import { NOW_AND_THEN } from './run-history.ts';
import { stableReadDeviations } from './stability.ts';

/** Events are resolved, and nothing says that the status of a flag is constant. */
const MAY_CHANGE: readonly EndpointName[] = ['getEvent', 'getFeatureFlagStatuses'];

interface Read {
  readonly usual: Exchange;
  /** The read before the one that differs: the first after a pause may be the one that fills a cache. */
  before: Exchange;
  other: Exchange | null;
}

/** The run's reads of records that nobody writes. One that differs from those before it and those after it, which agree, is no news of the record. */
export class PlainReads {
  readonly #byUrl = new Map<string, Read>();

  /** The read that stands between two that agree, once the second of them has come. */
  odd(name: EndpointName, exchange: Exchange): Breach[] {
    const { method, url } = exchange.request;
    if (method !== 'GET' || MAY_CHANGE.includes(name)) return [];
    const read = this.#byUrl.get(url);
    const isNews = read?.other && stableReadDeviations(name, read.other, exchange).length === 0;
    if (read === undefined || isNews) this.#byUrl.set(url, { usual: exchange, before: exchange, other: null });
    else if (stableReadDeviations(name, read.usual, exchange).length > 0)
      read.other ??= endOf(read.before) <= exchange.startedAt ? exchange : null;
    else if (read.other === null) read.before = exchange;
    else if (endOf(read.other) <= exchange.startedAt) {
      const { usual, before, other: guilty } = read;
      read.other = null;
      const [since, till] = [guilty.startedAt - endOf(before), exchange.startedAt - endOf(guilty)].map((ms) => (ms / 1000).toFixed(1));
      const contrast = `${NOW_AND_THEN}: one ended ${since} s before it, and the other was sent ${till} s after it`;
      const deviations = foundIn(guilty, stableReadDeviations(name, usual, guilty));
      return [{ requirement: 'robustness.reading-is-safe', deviations, earlier: before, guilty, contrast }];
    }
    return [];
  }
}
