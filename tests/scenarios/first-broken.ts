import type { Finding } from '../../src/checks/finding.ts';
import type { Exchange } from '../../src/http/exchange.ts';

/** The first few of many attempts that have findings: these findings, and the exchanges that show them. */
export function firstBroken<Attempt>(
  most: number,
  attempts: readonly Attempt[],
  findingsOf: (attempt: Attempt) => readonly Finding[],
  exchangesOf: (attempt: Attempt) => readonly Exchange[],
): { readonly findings: readonly Finding[]; readonly exchanges: readonly Exchange[] } {
  const broken = attempts.filter((attempt) => findingsOf(attempt).length > 0).slice(0, most);
  return { findings: broken.flatMap(findingsOf), exchanges: broken.flatMap(exchangesOf) };
}
