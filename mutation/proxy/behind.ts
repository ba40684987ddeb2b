import type { PassingAnswer, PassingRequest } from '../interposition.ts';

/** The implementation behind a proxy. */
export interface Behind {
  /** Sends a request on with its path and bytes as they are. Rejects when the implementation breaks the connection. */
  readonly ask: (request: PassingRequest) => Promise<PassingAnswer>;
  close(): void | Promise<void>;
}

/** Headers that speak of one connection only (RFC 9110 §7.6.1), and those that are set anew. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade', 'te', 'trailer']);

export function endToEnd<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name)));
}

/** The headers with which a request is sent on. */
export function forwarded(method: string, headers: PassingRequest['headers'], body: Uint8Array): Record<string, string> {
  return { ...endToEnd(headers), ...(method !== 'GET' || body.length > 0 ? { 'content-length': String(body.length) } : {}) };
}

/** Headers by name; those that came more than once as a list. */
export function headersOf(distinct: NodeJS.Dict<string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(distinct).map(([name, values = []]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}
