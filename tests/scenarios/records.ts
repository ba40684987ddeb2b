import type { AnsweredRecord } from '../../src/checks/identity.ts';
import type { Judged } from '../../src/engine/scenario.ts';
import { LimitReached, NotAssessed } from '../../src/settings/not-assessed.ts';
import { type Deviation, jsonValue, recordsOf } from '../judging.ts';
import { type Call, type EndpointName, type Exchange, type Implementation, isObject, isSuccess } from '../library.ts';

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

export interface Accepted {
  readonly name: EndpointName;
  readonly call: Call;
  readonly exchange: Exchange;
}

/** What has succeeded at these endpoints. */
export async function acceptedOf(implementation: Implementation, names: readonly EndpointName[]): Promise<Accepted[]> {
  const all = await Promise.all(names.map(async (name) => ({ name, accepted: await ifPossible(implementation.accepted(name)) })));
  return all.flatMap(({ name, accepted }) => (accepted && isSuccess(accepted.exchange) ? [{ name, ...accepted }] : []));
}

/** How many broken attempts are shown, what else is to be seen of each, and what passed beside them, by their number. */
interface Shown<Attempt> {
  readonly most: number;
  readonly alsoSeen?: (attempt: Attempt) => readonly Exchange[];
  readonly beside?: (broken: number) => string | undefined;
}

/** The first few of many attempts that have deviations. Each deviation names the exchange in which it was found. */
export function firstBroken<Attempt>(
  attempts: readonly Attempt[],
  { most, alsoSeen = () => [], beside }: Shown<Attempt>,
  deviationsOf: (attempt: Attempt) => readonly Deviation[],
): Judged {
  const broken = attempts.filter((attempt) => deviationsOf(attempt).length > 0);
  const shown = broken.slice(0, most);
  const right = attempts.length - broken.length;
  const contrast = beside?.(broken.length) ?? (right > 0 ? `right for ${right} of ${attempts.length}` : undefined);
  return {
    deviations: shown.flatMap(deviationsOf),
    exchanges: shown.flatMap(alsoSeen),
    ...(broken.length > 0 && contrast !== undefined && { contrast }),
  };
}

/** The outcome of an attempt; null where a setting that it takes is not there. A limit of the run is thrown on. */
export async function ifPossible<T>(attempt: Promise<T>): Promise<T | null> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof NotAssessed && !(error instanceof LimitReached)) return null;
    throw error;
  }
}
