import type { AnsweredRecord } from '../../src/checks/identity.ts';
import { NotAssessed } from '../../src/settings/not-assessed.ts';
import { type EndpointName, type Exchange, type Finding, type Implementation, isObject, jsonValue, recordsOf } from '../library.ts';

/** The record that an answer of success holds; *not assessed* where it holds none. */
export function recordOf(exchange: Exchange): Record<string, unknown> {
  const value = jsonValue(exchange);
  if (!isObject(value)) throw new NotAssessed('The answer is no JSON object');
  return value;
}

/** The record of each exchange, with the exchange. */
export function answeredRecords(exchanges: readonly Exchange[]): AnsweredRecord[] {
  return exchanges.map((exchange) => ({ record: recordOf(exchange), exchange }));
}

/** The record in the endpoint's typical answer. */
export async function exampleRecord(implementation: Implementation, name: EndpointName): Promise<Record<string, unknown>> {
  return recordOf(await implementation.example(name));
}

/** The records that the endpoint's typical answer lists. */
export async function exampleRecords(implementation: Implementation, name: EndpointName): Promise<Record<string, unknown>[]> {
  return recordsOf(name, jsonValue(await implementation.example(name)));
}

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
