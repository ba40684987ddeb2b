import type { Exchange } from '../http/exchange.ts';

/**
 * The outcome of a request that writes. `done`: it succeeded. `refused`: it had no effect as far as anyone can see (any status below 500
 * without success, or no connection at all). `unknown`: its answer was lost or is a 5xx, so it may have had its effect.
 */
export function fateOf({ answer, failure }: Exchange): 'done' | 'refused' | 'unknown' {
  const status = answer?.status ?? failure?.status ?? null;
  if (status === null) return failure?.kind === 'refused' || failure?.kind === 'tls' ? 'refused' : 'unknown';
  if (status >= 500) return 'unknown';
  return status >= 200 && status < 300 ? 'done' : 'refused';
}
