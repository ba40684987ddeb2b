import type { Exchange } from '../http/exchange.ts';

/** Endpoints whose success leaves a record behind, and what people call the records, in the plural. A batch update (3) creates none. */
export const CREATIONS: Readonly<Record<number, string>> = {
  2: 'campaigns',
  4: 'copies of project e-mail templates',
  5: 'businesses',
  6: 'copies of e-mail templates',
  7: 'SMS template embeds',
  18: 'tracked events',
};

/**
 * What became of a request that writes: `done` where it succeeded; `refused` where it did nothing as far as anyone can tell (any status below 500 that is
 * no success, or no connection at all); `unknown` where its answer was lost or is a 5xx, so that it may have been carried out.
 */
export function fateOf({ answer, failure }: Exchange): 'done' | 'refused' | 'unknown' {
  const status = answer?.status ?? failure?.status ?? null;
  if (status === null) return failure?.kind === 'refused' || failure?.kind === 'tls' ? 'refused' : 'unknown';
  if (status >= 500) return 'unknown';
  return status >= 200 && status < 300 ? 'done' : 'refused';
}
