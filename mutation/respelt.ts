import { ENDPOINTS, type EndpointName } from '../src/specification/endpoints.ts';
import type { PassingRequest } from './interposition.ts';

/** How a path may be read where it is not taken literally. Each gives back the same path where it has nothing to read. */
export const LENIENT_READINGS = {
  'slash at the end': (path: string) => path.replace(/\/$/, ''),
  'double slash': (path: string) => path.replace('//', '/'),
  'capital letters': (path: string) => path.replace(/\/[A-Z_]{4,}(?=\/|$)/, (segment) => segment.toLowerCase()),
  'escaped letter': (path: string) => path.replace(/\/%(6[0-9a-f]|7[0-9a])(?=\w)/i, decodeURIComponent),
  'parameter at the end': (path: string) => path.replace(/;[^/]*$/, ''),
  'format behind the path': (path: string) => path.replace(/\.json$/, ''),
} as const;

export type LenientReading = keyof typeof LENIENT_READINGS;

const PATTERNS = ENDPOINTS.map(({ name, method, path }) => ({
  name,
  method,
  // At the end only: before it may stand the path of the base URL.
  pattern: new RegExp(`${path.replace(/\{\w+\}/, '[^/]+')}$`),
}));

/** The endpoint that a lenient reading finds in a request that calls none by its letter, and the request as it would call it; null for any other. */
export function lenientlyRead(request: PassingRequest, reading: LenientReading): { name: EndpointName; request: PassingRequest } | null {
  const [path = '', ...query] = request.target.split('?');
  const read = LENIENT_READINGS[reading](path);
  if (request.endpoint !== null && request.target.split('?')[0] === read) return null;
  const name = read === path ? undefined : endpointAt(request.method, read);
  return name === undefined ? null : { name, request: { ...request, endpoint: name, target: [read, ...query].join('?') } };
}

/** The endpoint whose path and method these are; undefined where there is none. */
export function endpointAt(method: string, path: string): EndpointName | undefined {
  return PATTERNS.find((row) => row.method === method && row.pattern.test(path.split('?')[0] ?? ''))?.name;
}
