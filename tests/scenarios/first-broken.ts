import type { Finding } from '../../src/checks/finding.ts';
import type { Exchange } from '../../src/http/exchange.ts';

/** What a check of many attempts shows. */
export interface Broken {
  readonly findings: readonly Finding[];
  readonly exchanges: readonly Exchange[];
  /** What the others did; absent where none is broken. */
  readonly contrast?: string;
}

/**
 * The first few of many attempts that have findings, and what else is to be seen of them. Each finding names the exchange in which it was
 * found. `beside` says what passed, by the number of the broken attempts.
 */
export function firstBroken<Attempt>(
  most: number,
  attempts: readonly Attempt[],
  findingsOf: (attempt: Attempt) => readonly Finding[],
  {
    alsoSeen = () => [],
    beside,
  }: { alsoSeen?: (attempt: Attempt) => readonly Exchange[]; beside?: (broken: number) => string | undefined } = {},
): Broken {
  const broken = attempts.filter((attempt) => findingsOf(attempt).length > 0);
  const shown = broken.slice(0, most);
  const right = attempts.length - broken.length;
  const contrast = beside?.(broken.length) ?? (right > 0 ? `right for ${right} of ${attempts.length}` : undefined);
  return {
    findings: shown.flatMap(findingsOf),
    exchanges: shown.flatMap(alsoSeen),
    ...(broken.length > 0 && contrast !== undefined && { contrast }),
  };
}
