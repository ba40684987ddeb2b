import { CARDS } from '../client/api/cards.ts';
import { kindOfRemains, LEFT_BEHIND_FILE, MOST_EXAMPLES, type Remains, summed } from '../engine/evidence/left-behind.ts';
import { ENDPOINTS, endpoint } from '../specification/endpoints.ts';
import type { ConformanceResult, LeftBehind } from './result.ts';

/** All pieces of evidence, for people. */
export function leftBehindOf(pieces: readonly Remains[]): LeftBehind[] {
  return summed(pieces).flatMap(({ endpoint: name, count, unanswered, examples }) => {
    if (count + unanswered === 0) return [];
    const kind = kindOfRemains(name) ?? 'records';
    return [
      { endpoint: endpoint(name).number, kind, count, ...(unanswered > 0 && { unanswered }), examples: examples.slice(0, MOST_EXAMPLES) },
    ];
  });
}

/** The records that were created, or may have been; customers that were updated had been there before. */
export function createdOf(left: readonly LeftBehind[]): number {
  const creating = ENDPOINTS.filter(({ name }) => CARDS[name].creates).map(({ number }) => number);
  return left.filter(({ endpoint }) => creating.includes(endpoint)).reduce((sum, { count, unanswered = 0 }) => sum + count + unanswered, 0);
}

type LeavesRecords = Pick<ConformanceResult, 'leftBehind' | 'runIds' | 'target'>;

/** *212 businesses, 96 campaigns; those with a name are called conformance-mf3k2-…*; null if nothing was left, or if the embedded service took it all with it. */
export function leftBehindSentence({ leftBehind = [], runIds = [], target }: LeavesRecords): string | null {
  if (leftBehind.length === 0 || target.embedded) return null;
  const unanswered = leftBehind.reduce((sum, entry) => sum + (entry.unanswered ?? 0), 0);
  const kinds = leftBehind.filter(({ count }) => count > 0).map(countedRecords);
  const perhaps = unanswered === 0 ? [] : [`perhaps ${unanswered} more, whose requests got an error or no answer`];
  const names = runIds.map((id) => `conformance-${id}-…`).join(' and ');
  return `${[...kinds, ...perhaps].join(', ')}${names === '' ? '' : `; those with a name are called ${names}`}. All are listed in ${LEFT_BEHIND_FILE} in the folder of the reports.`;
}

/** *1 business*, *212 businesses* */
export function countedRecords({ endpoint, count, kind }: Pick<LeftBehind, 'endpoint' | 'count' | 'kind'>): string {
  const name = ENDPOINTS.find(({ number }) => number === endpoint)?.name;
  return `${count} ${(name && kindOfRemains(name, count)) ?? kind}`;
}
