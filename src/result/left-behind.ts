import { KINDS, LEFT_BEHIND_FILE, MOST_EXAMPLES, type Remains, UPDATE } from '../engine/evidence/remains.ts';
import type { ConformanceResult, LeftBehind } from './result.ts';

/** What all pieces of evidence tell together, by endpoint. */
export function leftBehindOf(pieces: readonly Remains[]): LeftBehind[] {
  const numbers = [...new Set(pieces.map(({ endpoint }) => endpoint))].sort((a, b) => a - b);
  return numbers.flatMap((endpoint) => {
    const own = pieces.filter((piece) => piece.endpoint === endpoint);
    const examples = [...new Set(own.flatMap((piece) => piece.examples))];
    const sum = (member: 'count' | 'unanswered') => own.reduce((total, piece) => total + piece[member], 0);
    const count = endpoint === UPDATE ? examples.length : sum('count');
    const unanswered = sum('unanswered');
    if (count + unanswered === 0) return [];
    const kind = KINDS[endpoint] ?? 'records';
    return [{ endpoint, kind, count, ...(unanswered > 0 && { unanswered }), examples: examples.slice(0, MOST_EXAMPLES) }];
  });
}

/** *212 businesses, 96 campaigns, named conformance-mf3k2-…*; null where nothing was left, and where the embedded service took all with it. */
export function leftBehindSentence({ leftBehind = [], runIds = [], target }: ConformanceResult): string | null {
  if (leftBehind.length === 0 || target.embedded) return null;
  const unanswered = leftBehind.reduce((sum, entry) => sum + (entry.unanswered ?? 0), 0);
  const kinds = leftBehind.filter(({ count }) => count > 0).map(({ count, kind }) => `${count} ${kind}`);
  const perhaps = unanswered === 0 ? [] : [`perhaps ${unanswered} more, whose requests were not answered`];
  const names = runIds.map((id) => `conformance-${id}-…`).join(' and ');
  return `${[...kinds, ...perhaps].join(', ')}${names === '' ? '' : `; named ${names}`}. All are listed in ${LEFT_BEHIND_FILE} beside the report.`;
}
