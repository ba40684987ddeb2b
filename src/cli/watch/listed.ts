import { existsSync, readFileSync } from 'node:fs';
import { CARDS } from '../../client/api/cards.ts';
import { leftBehindOf } from '../../result/left-behind.ts';
import type { LeftBehind } from '../../result/result.ts';
import { ENDPOINTS } from '../../specification/endpoints.ts';

/**
 * What the list says that several runs left behind.
 * @param from the length of the list before them, in bytes
 */
export function leftIn(file: string, from: number): LeftBehind[] {
  const lines = existsSync(file) ? readFileSync(file).subarray(from).toString('utf8').split('\n') : [];
  const rows = lines
    .filter((line) => line !== '')
    .map((line): { readonly endpoint: number; readonly id?: string; readonly unanswered?: true } => JSON.parse(line));
  const pieces = rows.flatMap(({ endpoint, id, unanswered }) =>
    ENDPOINTS.filter(({ number }) => number === endpoint).map(({ name }) => ({
      ...{ endpoint: name, count: unanswered ? 0 : 1, unanswered: unanswered ? 1 : 0 },
      // Each run lists an updated customer anew.
      examples: id === undefined ? [] : [id],
    })),
  );
  return leftBehindOf(pieces);
}

/** The records that were created, or may have been. */
export function createdOf(left: readonly LeftBehind[]): number {
  const creating = ENDPOINTS.filter(({ name }) => CARDS[name].creates).map(({ number }) => number);
  return left.filter(({ endpoint }) => creating.includes(endpoint)).reduce((sum, { count, unanswered = 0 }) => sum + count + unanswered, 0);
}
