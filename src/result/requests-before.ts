import type { StoredExchange } from '../http/storage.ts';

/** With more, the way to a failure is no sequence of steps: a burst, say. */
const MOST = 3;

/** The requests of a check that had ended when the guilty one was sent, the latest last; empty where there are too many to follow. */
export function requestsBefore(guilty: StoredExchange, exchanges: readonly StoredExchange[]): StoredExchange[] {
  const sent = Date.parse(guilty.startedAt);
  const earlier = exchanges.filter((exchange) => exchange !== guilty && Date.parse(exchange.startedAt) + exchange.durationMs <= sent);
  if (earlier.length > MOST) return [];
  return earlier.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
}
