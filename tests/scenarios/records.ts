import { jsonValue } from '../../src/checks/answers.ts';
import type { AnsweredRecord } from '../../src/checks/identity.ts';
import { recordsOf } from '../../src/checks/shape.ts';
import type { Implementation } from '../../src/client/implementation.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { NotAssessed } from '../../src/settings/not-assessed.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { isObject } from '../../src/specification/json-object.ts';

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
