import type { EndpointName } from '../../schemas/derived/names.ts';
import { readJsonAsset } from '../installation/installation.ts';

export type { EndpointName } from '../../schemas/derived/names.ts';

/** A row of the endpoint table. */
export interface Endpoint {
  readonly name: EndpointName;
  /** The number in the specification, from 1: for display, tags and the result file. */
  readonly number: number;
  readonly method: 'GET' | 'POST';
  /** With parameters in braces: `/events/{id}`. */
  readonly path: string;
  /** The content of the query in words, since the specification names no parameter; `null` where there is none. */
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
  /** The member of the answer that lists its records; `null` if the answer is the record, or holds none. */
  readonly list: string | null;
}

export interface Service {
  readonly title: string;
  readonly version: string;
  readonly endpoints: readonly Endpoint[];
}

const { title, version, endpoints } = readJsonAsset<Service>('schemas/derived/endpoints.json');

export const SPECIFICATION = { title, version } as const;

/** All endpoints; the first has number 1. */
export const ENDPOINTS: readonly Endpoint[] = endpoints;

const BY_NAME = new Map(ENDPOINTS.map((entry) => [entry.name, entry]));

export const ENDPOINT_NAMES: readonly EndpointName[] = ENDPOINTS.map(({ name }) => name);

/** The endpoints that only read. */
export const READS: readonly EndpointName[] = ENDPOINTS.filter(({ method }) => method === 'GET').map(({ name }) => name);

/** @throws Error for a name that the table does not have, which only the result of another version can bring */
export function endpoint(name: EndpointName): Endpoint {
  const found = BY_NAME.get(name);
  if (!found) throw new Error(`There is no endpoint ${name}. The table in schemas/specification.md names them all`);
  return found;
}

/** The number by which people know an endpoint; null for none or several. */
export const numberOf = (name: EndpointName | null): number | null => (name === null ? null : endpoint(name).number);

/** `POST /businesses`: the endpoint as people write it. */
export function methodAndPath(name: EndpointName): string {
  const { method, path } = endpoint(name);
  return `${method} ${path}`;
}
