import { readFileSync } from 'node:fs';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { readTlsFiles, type TlsFiles } from '../settings/files/tls-files.ts';
import { type HttpProxy, proxyFor } from '../settings/proxies.ts';
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

function introduction({ userinfo }: HttpProxy): Record<string, string> {
  return userinfo === null ? {} : { 'proxy-authorization': basic(userinfo.username, userinfo.password) };
}

function curlArguments({ authorities, client }: TlsFiles, to: 'own' | 'others'): string {
  const shown = to === 'own' ? client : null;
  return [
    ...(authorities.length > 0 ? ['--cacert "$CES_CA_FILE"'] : []),
    ...(shown ? ['--cert "$CES_CLIENT_CERT_FILE" --key "$CES_CLIENT_KEY_FILE"'] : []),
    ...(shown && shown.passphrase !== null ? ['--pass "$CES_CLIENT_KEY_PASSPHRASE"'] : []),
  ].join(' ');
}
