import type { Authorization, Method, SentRequest } from './exchange.ts';
import { REDACTED } from './redaction.ts';
import type { Way } from './ways.ts';

/** A request as its author writes it. */
export interface TransportRequest {
  readonly method: Method;
  /** Absolute, percent-encoded; its path is sent exactly as it stands. */
  readonly url: string;
  /** Beside the default ones; `null` leaves a default one out. Never `authorization`. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string | Uint8Array | null;
  readonly authorization: Authorization;
  /** Instead of the transport's. */
  readonly timeoutMs?: number;
}

const DEFAULT_HEADERS = {
  accept: 'application/json, text/html;q=0.9, */*;q=0.8',
  'accept-encoding': 'gzip, deflate, br',
  'user-agent': 'customer-engagement-conformance',
};

/**
 * The headers that go out, names in lower case, without the one for credentials; `further` ones come from the way. Throws a `TypeError` where
 * `request` names that one.
 */
export function headersOf(request: TransportRequest, further: Readonly<Record<string, string>>): Record<string, string> {
  const defaults = { ...DEFAULT_HEADERS, ...(request.body == null ? {} : { 'content-type': 'application/json' }) };
  const headers = new Map<string, string>(Object.entries({ ...defaults, ...further }));
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    const key = name.toLowerCase();
    if (key === 'authorization') throw new TypeError('expected no authorization among the headers: it is given as an Authorization');
    if (value === null) headers.delete(key);
    else headers.set(key, value);
  }
  return Object.fromEntries(headers);
}

/** The body that goes out; text as UTF-8, a lone surrogate becoming U+FFFD. */
export function bytesOf(body: TransportRequest['body']): Uint8Array | null {
  return typeof body === 'string' ? Buffer.from(body, 'utf8') : (body ?? null);
}

/** The part of a request that may be stored: what its way adds to the headers is left out. Bytes that are not UTF-8 read as U+FFFD there. */
export function sentRequest(
  request: TransportRequest,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array | null,
  way: Pick<Way, 'headers' | 'curl'>,
): SentRequest {
  const { method, url, authorization } = request;
  const secret = Object.fromEntries(Object.keys(way.headers).map((name) => [name, REDACTED]));
  return {
    method,
    url,
    headers: { ...headers, ...secret, ...(authorization.value !== null && { authorization: authorization.shown }) },
    body: body === null ? null : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'),
    authorization,
    ...(way.curl !== '' && { curl: way.curl }),
  };
}
