import type { Connection, Message } from './connection.ts';
import type { Authorization, Method, SentRequest } from './exchange.ts';
import { REDACTED } from './redaction.ts';
import type { Route } from './routes.ts';

/** Requests that go one behind the other over one connection, before the first is answered. */
export interface Pipeline {
  connection?: Connection;
  /** They take their turns at once. */
  turn?: Promise<void>;
  /** So many of its requests have not ended. */
  left: number;
}

export interface TransportRequest {
  readonly method: Method;
  /** Absolute, percent-encoded; its path is sent exactly as it stands. */
  readonly url: string;
  /** Added to the default ones; `null` removes a default one. Never `authorization`. */
  readonly headers?: Readonly<Record<string, string | null>> | undefined;
  readonly body?: string | Uint8Array | null;
  readonly authorization: Authorization;
  /** Sends the body in chunks, without its length (RFC 9112 §7.1). */
  readonly chunked?: boolean | undefined;
  /** Names of headers go in capitals, which means the same (RFC 9110 §5.1). */
  readonly inCapitals?: boolean | undefined;
  /** Sends over a connection that has carried no request before. */
  readonly freshConnection?: boolean | undefined;
  /** Shares a new connection with the requests of the same pipeline, and does not wait for their answers (RFC 9112 §9.3.2). */
  readonly pipeline?: Pipeline | undefined;
  /** Replaces the transport's. */
  readonly timeoutMs?: number | undefined;
  /** Goes when no other request to its origin is under way, and none starts beside it. */
  readonly alone?: boolean | undefined;
  /** Goes at once, past all that waits, to see whether the target is there. */
  readonly urgent?: boolean | undefined;
  /** Called when its turn has come; throws where it is not to be sent any more. */
  readonly onTurn?: (() => void) | undefined;
  /** Something may have to start before it is answered, so a slow answer is no sign of load. */
  readonly mayWake?: boolean | undefined;
  /** What becomes of it is no sign of load: others at its endpoint broke for another reason, or it waited for its turn at the target. */
  readonly showsNoLoad?: boolean | undefined;
}

/** The content codings that are asked for where a request says nothing of them (RFC 9110 §12.5.3). */
export const USUAL_CODINGS = 'gzip, deflate, br';

const DEFAULT_HEADERS = {
  accept: 'application/json, text/html;q=0.9, */*;q=0.8',
  'accept-encoding': USUAL_CODINGS,
  'user-agent': 'customer-engagement-conformance',
};

/** The headers to send, in lower case, without credentials; `further` ones come from the route. @throws TypeError where `request` names `authorization` */
export function headersOf(request: TransportRequest, further: Readonly<Record<string, string>>): Record<string, string> {
  const defaults = { ...DEFAULT_HEADERS, ...(request.body == null ? {} : { 'content-type': 'application/json' }) };
  const headers = new Map<string, string>(Object.entries({ ...defaults, ...further }));
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    const key = name.toLowerCase();
    if (key === 'authorization') throw new TypeError('expected no authorization among the headers: it is given as an Authorization');
    if (value === null) headers.delete(key);
    else headers.set(key, key === 'cookie' ? cookies(headers.get(key), value) : value);
  }
  return Object.fromEntries(headers);
}

/** Cookies of one request stand in one field (RFC 6265 §5.4): those of a gateway before those of a check. */
const cookies = (...all: readonly (string | undefined)[]): string => all.filter((text) => text !== undefined).join('; ');

/** The body to send. Text becomes UTF-8, and a lone surrogate U+FFFD. */
export const bytesOf = (body: TransportRequest['body']): Uint8Array | null =>
  typeof body === 'string' ? Buffer.from(body, 'utf8') : (body ?? null);

/** The headers as they go on the wire. */
export function authorised(
  headers: Readonly<Record<string, string>>,
  { value, elsewhere }: Authorization,
  inCapitals = false,
): Message['headers'] {
  const fields = elsewhere?.fields ?? {};
  const cookie = typeof fields.cookie === 'string' && { cookie: cookies(headers.cookie, fields.cookie) };
  const all = { ...headers, ...(value !== null && { authorization: value }), ...fields, ...cookie };
  return inCapitals ? Object.fromEntries(Object.entries(all).map(([name, text]) => [name.toUpperCase(), text])) : all;
}

export const targetOf = (path: string, { elsewhere: { query } = {} }: Authorization): string =>
  query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** The part of a request that may be stored, without the headers that its route adds. Bytes that are not UTF-8 become U+FFFD. */
export function sentRequest(
  request: TransportRequest,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array | null,
  route: Pick<Route, 'headers' | 'curl'>,
): SentRequest {
  const { method, url, authorization } = request;
  const secret = Object.fromEntries(Object.keys(route.headers).map((name) => [name, REDACTED]));
  const carrying = [...(authorization.value === null ? [] : ['authorization']), ...Object.keys(authorization.elsewhere?.fields ?? {})];
  const shown = Object.fromEntries(carrying.map((name) => [name, authorization.shown]));
  return {
    method,
    url,
    headers: { ...headers, ...(request.chunked && { 'transfer-encoding': 'chunked' }), ...secret, ...shown },
    body: body === null ? null : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'),
    authorization,
    ...(route.curl !== '' && { curl: route.curl }),
  };
}

const URL_PARTS = /^(https?:\/\/)([^/?#]+)([^#]*)$/i;

/** Cuts `url` into origin and request target, exactly as given: every URL parser would resolve `..` and rewrite escapes. @throws TypeError where it cannot be sent so */
export function cutUrl(url: string): { readonly origin: string; readonly path: string } {
  const [, scheme, authority, rest] = URL_PARTS.exec(url) ?? [];
  if (scheme === undefined || authority === undefined || rest === undefined) {
    throw new TypeError('expected an absolute http or https URL without a fragment');
  }
  if (authority.includes('@')) throw new TypeError('expected a URL without userinfo: credentials are given as an Authorization');
  if (!/^[!-~]*$/.test(rest))
    throw new TypeError('expected a URL whose path and query are percent-encoded, found a space or a character beyond ASCII');
  return { origin: `${scheme.toLowerCase()}${authority}`, path: rest.startsWith('/') ? rest : `/${rest}` };
}
