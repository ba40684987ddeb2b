import { existsSync, readFileSync } from 'node:fs';
import { CARDS } from '../../client/api/cards.ts';
import type { LeftBehind } from '../../result/result.ts';
import { ENDPOINTS } from '../../specification/endpoints.ts';

interface Row {
  readonly endpoint: number;
  readonly kind: string;
  readonly id?: string;
  readonly unanswered?: true;
}

/**
 * What the list says that several runs left behind.
 * @param from the length of the list before them, in bytes
 */
export function leftIn(file: string, from: number): LeftBehind[] {
  const rows = existsSync(file)
    ? readFileSync(file)
        .subarray(from)
        .toString('utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Row)
    : [];
  return ENDPOINTS.flatMap(({ name, number }) => {
    const own = rows.filter(({ endpoint }) => endpoint === number);
    const [first] = own;
    if (first === undefined) return [];
    const unanswered = own.filter((row) => row.unanswered).length;
    // Each run lists an updated customer anew.
    const count = CARDS[name].changes ? new Set(own.map(({ id }) => id)).size : own.length - unanswered;
    return [{ endpoint: number, kind: first.kind, count, ...(unanswered > 0 && { unanswered }), examples: [] }];
  });
}

/** The records that were created, or may have been. */
export function createdOf(left: readonly LeftBehind[]): number {
  const creating = new Set(ENDPOINTS.filter(({ name }) => CARDS[name].creates).map(({ number }) => number));
  return left.filter(({ endpoint }) => creating.has(endpoint)).reduce((sum, { count, unanswered = 0 }) => sum + count + unanswered, 0);
}
