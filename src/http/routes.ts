import { readFileSync } from 'node:fs';
import { isIP, type Socket } from 'node:net';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { buildConnector, Client } from 'undici';
import { readTlsFiles, type TlsFiles } from '../settings/files/tls-files.ts';
import { type HttpProxy, proxyFor, shownProxy } from '../settings/proxies.ts';
import type { Settings } from '../settings/settings.ts';
import { sameOrigin } from '../settings/urls.ts';
import { basic } from './authorization.ts';

export interface Route {
  /** Authorities and the suite's own certificate; `null` for Node's defaults. Made once, since reading all authorities takes a while. */
  readonly secureContext: SecureContext | null;
  readonly proxy: RouteProxy | null;
  /** Further header fields, names in lower case. Their values are secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** Arguments that lead `curl` the same way, quoted for a POSIX shell. curl finds the proxy's by itself. */
  readonly curl: string;
}

export interface RouteProxy extends HttpProxy {
  readonly secureContext: SecureContext | null;
  /** Sent to the proxy only. Secret. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Node's defaults and nothing else. */
export const PLAIN_ROUTE: Route = { secureContext: null, proxy: null, headers: {}, curl: '' };

/** The route to each origin. `CES_HEADERS` and the client's certificate are credentials, for the base URL's own origin only. @throws SettingsError for TLS files that cannot be used */
export function routesOf({ baseUrl, connection }: Settings): (origin: string) => Route {
  const files = readTlsFiles(connection);
  const contexts = { own: secureContext(files), others: secureContext({ ...files, client: null }) };
  return (origin) => {
    const to = baseUrl !== null && sameOrigin(origin, baseUrl) ? 'own' : 'others';
    const proxy = proxyFor(origin, connection.proxies);
    return {
      secureContext: contexts[to],
      proxy: proxy && { ...proxy, secureContext: contexts.others, headers: introduction(proxy) },
      headers: to === 'own' ? connection.headers : {},
      curl: origin.startsWith('https:') ? curlArguments(files, to) : '',
    };
  };
}

function secureContext({ authorities, client }: TlsFiles): SecureContext | null {
  if (authorities.length === 0 && client === null) return null;
  return createSecureContext({
    // Given authorities replace Node's own, so Node's have to be given too.
    ...(authorities.length > 0 && { ca: [...rootCertificates, ...extraAuthorities(), ...authorities] }),
    ...(client && { cert: client.certificate, key: client.key }),
    ...(client && client.passphrase !== null && { passphrase: client.passphrase }),
  });
}

/** What NODE_EXTRA_CA_CERTS adds to Node's own authorities. */
function extraAuthorities(): readonly string[] {
  const { NODE_EXTRA_CA_CERTS: file = '' } = process.env;
  if (file === '') return [];
  try {
    return [readFileSync(file, 'utf8')];
  } catch {
    return []; // Node reported it when it started
  }
}

const introduction = ({ userinfo }: HttpProxy): Record<string, string> =>
  userinfo === null ? {} : { 'proxy-authorization': basic(userinfo.username, userinfo.password) };

function curlArguments({ authorities, client }: TlsFiles, to: 'own' | 'others'): string {
  const shown = to === 'own' ? client : null;
  return [
    ...(authorities.length > 0 ? ['--cacert "$CES_CA_FILE"'] : []),
    ...(shown ? ['--cert "$CES_CLIENT_CERT_FILE" --key "$CES_CLIENT_KEY_FILE"'] : []),
    ...(shown && shown.passphrase !== null ? ['--pass "$CES_CLIENT_KEY_PASSPHRASE"'] : []),
  ].join(' ');
}

export type Opening = { destroy(): unknown };

/** The proxy or its settings are at fault, not the target. */
export class ProxyError extends Error {
  readonly remedy: string;

  constructor(proxy: RouteProxy, what: string, code: string, remedy = `Check ${proxy.variable} and NO_PROXY.`) {
    super(`the proxy ${shownProxy(proxy)} ${what} (${code})`);
    this.remedy = remedy;
  }
}

/** What a proxy's answer 407 means (RFC 9110 §15.5.8). */
export const unauthorisedByProxy = (proxy: RouteProxy): ProxyError =>
  new ProxyError(proxy, 'does not let the suite in', '407', `Give user and password in ${proxy.variable}, percent-encoded.`);

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
  const client = new Client(shownProxy(proxy), {
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
