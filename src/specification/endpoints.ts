import { readDerived } from './derived.ts';

/** A row of the endpoint table. */
export interface Endpoint {
  /** The number in the specification, from 1. */
  readonly number: number;
  readonly method: 'GET' | 'POST';
  /** With parameters in braces: `/events/{id}`. */
  readonly path: string;
  /** What the query holds, in words, since no parameter's name is shown; `null` where there is none. */
  readonly query: string | null;
  /** `2xx` where the specification does not show the status. */
  readonly success: '200' | '2xx';
  readonly mediaType: string;
  /** Name of the body's schema; `null` for a request without a body. */
  readonly request: string | null;
  /** Name of the answer's schema; `null` where the answer is not JSON. */
  readonly response: string | null;
  /** Schema names of the resources in the answer, those in a list included. */
  readonly resources: readonly string[];
}

/** What `endpoints.json` holds. */
export interface Service {
  readonly title: string;
  readonly version: string;
  readonly endpoints: readonly Endpoint[];
}

const service = readDerived<Service>('endpoints.json');

/** Title and version of the specification that is checked. */
export const SPECIFICATION: Readonly<{ title: string; version: string }> = { title: service.title, version: service.version };

/** All endpoints; the first has number 1. */
export const ENDPOINTS: readonly Endpoint[] = service.endpoints;

/** The endpoint with that number. Throws on a number that the table does not have. */
export function endpoint(number: number): Endpoint {
  const found = ENDPOINTS.find((candidate) => candidate.number === number);
  if (!found) throw new Error(`There is no endpoint ${number}: the specification numbers them from 1 to ${ENDPOINTS.length}`);
  return found;
}
