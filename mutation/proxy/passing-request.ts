import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { decoded } from '../../src/settings/parsing/parsers.ts';
import { ENDPOINTS, type EndpointName } from '../../src/specification/endpoints.ts';
import type { PassingRequest } from '../interposition.ts';

const ROUTES = ENDPOINTS.map(({ name, method, path }) => ({
  name,
  method,
  // Beside the parameter, a template holds letters, underscores and slashes only: nothing to escape.
  pattern: new RegExp(`^${path.replace(/\{\w+\}/, '([^/]*)')}$`),
}));

/** The request as a value, below the path of the base URL. Rejects when the client goes before all of its body has come. */
export async function readRequest(message: IncomingMessage, prefix: string): Promise<PassingRequest> {
  const { method = 'GET', url = '' } = message;
  const target = url.slice(prefix.length);
  const headers = Object.fromEntries(Object.entries(message.headersDistinct).map(([name, values = []]) => [name, values.join(', ')]));
  const inCapitals = message.rawHeaders.includes('AUTHORIZATION');
  const connection = numberOf(message.socket);
  return { method, target, headers, inCapitals, body: await buffer(message), connection, ...recognise(method, target) };
}

const numbers = new WeakMap<Socket, number>();
let connections = 0;

function numberOf(socket: Socket): number {
  const known = numbers.get(socket);
  if (known !== undefined) return known;
  connections += 1;
  numbers.set(socket, connections);
  return connections;
}

/** @param target path and query below the base URL */
export function recognise(method: string, target: string): Pick<PassingRequest, 'endpoint' | 'id'> {
  const [path = ''] = target.split('?');
  for (const route of ROUTES) {
    const match = route.method === method ? route.pattern.exec(path) : null;
    // What does not decode the suite sent on purpose: it names no record.
    if (match) return { endpoint: route.name, id: decoded(match[1] ?? '') ?? match[1] ?? '' };
  }
  return { endpoint: null, id: '' };
}

/** How a path may be read where it is not taken literally. Each gives back the same path where it has nothing to read. */
export const LENIENT_READINGS = {
  'slash at the end': (path: string) => path.replace(/\/$/, ''),
  'double slash': (path: string) => path.replace('//', '/'),
  'capital letters': (path: string) => path.replace(/\/[A-Z_]{4,}(?=\/|$)/, (segment) => segment.toLowerCase()),
  'escaped letter': (path: string) => path.replace(/\/%(6[0-9a-f]|7[0-9a])(?=\w)/i, decodeURIComponent),
  'parameter at the end': (path: string) => path.replace(/;[^/]*$/, ''),
  'format behind the path': (path: string) => path.replace(/\.(json|js|css|ico|html|png)$/, ''),
} as const;

export type LenientReading = keyof typeof LENIENT_READINGS;

/** The endpoint that a lenient reading finds in a request that calls none by its letter, and the request as it would call it; null for any other. */
export function lenientlyRead(request: PassingRequest, reading: LenientReading): { name: EndpointName; request: PassingRequest } | null {
  const [path = '', ...query] = request.target.split('?');
  const read = LENIENT_READINGS[reading](path);
  if (request.endpoint !== null && request.target.split('?')[0] === read) return null;
  const name = read === path ? null : endpointAt(request.method, read);
  return name === null ? null : { name, request: { ...request, endpoint: name, target: [read, ...query].join('?') } };
}

/** The endpoint whose path and method these are; null where there is none. */
export const endpointAt = (method: string, target: string): EndpointName | null => recognise(method, target).endpoint;
