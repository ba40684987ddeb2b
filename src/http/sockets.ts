import { isIP, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector, Client } from 'undici';
import { shownProxy } from '../settings/proxies.ts';
import type { Route, RouteProxy } from './routes.ts';

export interface Opening {
  destroy(): unknown;
}

/** The proxy or its settings are at fault, not the target. */
export class ProxyError extends Error {
  readonly remedy: string;

  constructor(proxy: RouteProxy, what: string, code: string, remedy = `Check ${proxy.variable} and NO_PROXY.`) {
    super(`the proxy ${shownProxy(proxy)} ${what} (${code})`);
    this.remedy = remedy;
  }
}

/** What a proxy's answer 407 means (RFC 9110 §15.5.8). */
export function unauthorisedByProxy(proxy: RouteProxy): ProxyError {
  return new ProxyError(proxy, 'does not let the suite in', '407', `Give user and password in ${proxy.variable}, percent-encoded.`);
}

export function openSocket(
  destination: buildConnector.Options,
  { secureContext, proxy }: Pick<Route, 'secureContext' | 'proxy'>,
  opened: buildConnector.Callback,
): Opening {
  if (proxy === null) return connectorWith(secureContext)(destination, opened);
  const { hostname, port, secure } = proxy;
  const toProxy = connectorWith(proxy.secureContext);
  const unreachable = (error: NodeJS.ErrnoException) =>
    opened(new ProxyError(proxy, `cannot be reached: ${error.message}`, error.code ?? error.name), null);
  const proxyOrigin = { hostname, port: String(port), protocol: secure ? 'https:' : 'http:' };
  if (destination.protocol === 'http:')
    return toProxy(proxyOrigin, (...[error, socket]) => (error === null ? opened(null, socket) : unreachable(error)));
  let opening: Opening = { destroy: () => client.destroy() };
  const client = new Client(`${proxyOrigin.protocol}//${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`, {
    connect: (to: buildConnector.Options, callback: buildConnector.Callback) => {
      opening = toProxy(to, callback);
    },
    headersTimeout: 0,
  });
  const authority = `${isIP(destination.hostname) === 6 ? `[${destination.hostname}]` : destination.hostname}:${destination.port || 443}`;
  // A connection to the destination within one to the proxy: method CONNECT (RFC 9110 §9.3.6).
  client.connect({ path: authority, headers: { host: authority, ...proxy.headers } }, (error, answer) => {
    if (error !== null) return unreachable(error);
    const { statusCode, socket } = answer;
    if (statusCode >= 200 && statusCode < 300) {
      opening = connectorWith(secureContext)({ ...destination, httpSocket: socket as Socket }, opened);
      return undefined;
    }
    socket.on('error', () => {}).destroy();
    const refusal = new ProxyError(proxy, `does not connect to ${authority}`, String(statusCode));
    return opened(statusCode === 407 ? unauthorisedByProxy(proxy) : refusal, null);
  });
  return { destroy: () => opening.destroy() };
}

/** undici's, which returns the socket, though its type does not say so. The deadline of a request covers its opening. */
function connectorWith(secureContext: SecureContext | null) {
  return buildConnector({
    timeout: 0,
    maxCachedSessions: 0,
    // Explicit, since NODE_TLS_REJECT_UNAUTHORIZED=0 would turn it off: credentials must not go to an unverified server.
    rejectUnauthorized: true,
    ...(secureContext && { secureContext }),
  }) as unknown as (destination: buildConnector.Options, opened: buildConnector.Callback) => Socket;
}
