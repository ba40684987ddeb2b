import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type SecureContext } from 'node:tls';
import { shownProxy } from '../settings/proxies.ts';
import type { Route, RouteProxy } from './routes.ts';

export interface Destination {
  /** An IPv6 address has no brackets. */
  readonly hostname: string;
  readonly port: number;
  readonly secure: boolean;
}

/** A socket that is still opening. */
export interface Opening {
  /** Ends it at once. Its callback gets an error, unless it was called before. */
  destroy(): void;
}

type Opened = (error: Error | null, socket: Socket | null) => void;

/** The proxy or its settings are at fault, not the target. */
export class ProxyError extends Error {
  readonly code: string;
  readonly remedy: string;

  constructor(proxy: RouteProxy, what: string, code: string, remedy = `Check ${proxy.variable} and NO_PROXY.`) {
    super(`the proxy ${shownProxy(proxy)} ${what} (${code})`);
    this.name = 'ProxyError';
    this.code = code;
    this.remedy = remedy;
  }
}

/** What a proxy's answer 407 means (RFC 9110 §15.5.8). */
export function unauthorisedByProxy(proxy: RouteProxy): ProxyError {
  return new ProxyError(proxy, 'does not let the suite in', '407', `Give user and password in ${proxy.variable}, percent-encoded.`);
}

/** Opens a connection for requests to the destination, through the route's proxy if it has one. */
export function openSocket(
  destination: Destination,
  { secureContext, proxy }: Pick<Route, 'secureContext' | 'proxy'>,
  opened: Opened,
): Opening {
  const { hostname, port, secure } = destination;
  const tls = tlsOptions(hostname, secureContext);
  if (proxy === null)
    return awaited(secure ? connectTls({ host: hostname, port, ...tls }) : connectTcp({ host: hostname, port }), secure, opened);
  const toProxy: Opened = (error, socket) => {
    const { code = error?.name ?? '' } = (error ?? {}) as NodeJS.ErrnoException;
    opened(error && !(error instanceof ProxyError) ? new ProxyError(proxy, `cannot be reached: ${error.message}`, code) : error, socket);
  };
  if (!secure) return openSocket(proxy, { secureContext: proxy.secureContext, proxy: null }, toProxy);
  let current = openTunnel(destination, proxy, (error, socket) => {
    if (socket === null) toProxy(error, null);
    else current = awaited(connectTls({ socket, host: hostname, ...tls }), true, opened);
  });
  return { destroy: () => current.destroy() };
}

/** Hands the socket on once it is connected. */
function awaited(socket: Socket, secure: boolean, opened: Opened): Opening {
  let settled = false;
  const settle: Opened = (...outcome) => {
    if (!settled) opened(...outcome);
    settled = true;
  };
  socket.setNoDelay(true);
  socket.once(secure ? 'secureConnect' : 'connect', () => settle(null, socket));
  socket.on('error', (error) => settle(error, null));
  socket.once('close', () => settle(Object.assign(new Error('closed while connecting'), { code: 'ECONNRESET' }), null));
  return socket;
}

/** A connection to the destination within one to the proxy: method CONNECT (RFC 9110 §9.3.6). */
function openTunnel({ hostname, port }: Destination, proxy: RouteProxy, opened: Opened): Opening {
  const authority = `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`;
  const request = (proxy.secure ? requestSecure : requestPlain)({
    method: 'CONNECT',
    host: proxy.hostname,
    port: proxy.port,
    path: authority,
    headers: { host: authority, ...proxy.headers },
    agent: false,
    ...(proxy.secure && tlsOptions(proxy.hostname, proxy.secureContext)),
  });
  request.once('connect', ({ statusCode = 0 }, socket) => {
    if (statusCode >= 200 && statusCode < 300) return opened(null, socket);
    socket.destroy();
    const refusal = new ProxyError(proxy, `does not connect to ${authority}`, String(statusCode));
    return opened(statusCode === 407 ? unauthorisedByProxy(proxy) : refusal, null);
  });
  request.once('error', (error) => opened(error, null));
  request.end();
  return request;
}

function tlsOptions(hostname: string, secureContext: SecureContext | null): ConnectionOptions {
  return {
    // An IP address is no server name (RFC 6066 §3).
    servername: isIP(hostname) ? '' : hostname,
    ALPNProtocols: ['http/1.1'],
    // Explicit, since NODE_TLS_REJECT_UNAUTHORIZED=0 would turn it off: credentials must not go to an unverified server.
    rejectUnauthorized: true,
    ...(secureContext && { secureContext }),
  };
}
