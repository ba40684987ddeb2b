import type { EndpointName } from '../../src/specification/endpoints.ts';
import { concerns, isObject, type JsonObject } from '../answers.ts';
import type { PassingRequest, Variant } from '../interposition.ts';
import { answerOf, jsonIn } from './answers.ts';

const PERMITTED = 'Limits: sizes, bounds and maximum lengths are not shown (reading rule 7: an honest refusal is a right)';

/** Whether the service refuses this request: its JSON object, and the whole of it. */
export type Refuses = (body: JsonObject, request: PassingRequest) => boolean;

/** What is refused, in words that follow "refuses". */
export type Limit = readonly [what: string, refuses: Refuses];

/** Refused with 422 before the service looks at it, where it has credentials at all. */
export function limits(rows: readonly Limit[]): Variant[] {
  return rows.map(([what, refuses]) => ({
    name: `refuses ${what}`,
    permitted: PERMITTED,
    interpose: () => (request, forward) => {
      const { method, endpoint, headers } = request;
      const body = method === 'POST' && endpoint !== null && headers.authorization ? jsonIn(request.body) : undefined;
      return isObject(body) && refuses(body, request) ? Promise.resolve(answerOf(422, { message: 'not accepted' })) : forward(request);
    },
  }));
}

/** Holds at these endpoints only. */
export const at =
  (...endpoints: EndpointName[]) =>
  (refuses: Refuses): Refuses =>
  (body, request) =>
    concerns(endpoints, request) && refuses(body, request);

/** The free objects that a request carries. */
export function freeObjects({ metadata, data, customers }: JsonObject): JsonObject[] {
  const items = Array.isArray(customers) ? customers.map((item) => (isObject(item) ? item.metadata : null)) : [];
  return [metadata, data, ...items].filter(isObject);
}

/** Null, boolean, number or text. */
export const isPlain = (value: unknown) => typeof value !== 'object' || value === null;
