import { isIP } from 'node:net';
import { hasScheme } from './parsing/addresses.ts';
import { proxyFor, shownProxy } from './proxies.ts';
import type { Settings } from './settings.ts';

/** Consequences of the settings that people may not expect, in sentences without secrets. */
export function noticesOfSettings(settings: Settings, environment: NodeJS.ProcessEnv): string[] {
  const { baseUrl } = settings;
  if (baseUrl === null) return [];
  const { origin, protocol, hostname } = new URL(baseUrl);
  const proxy = proxyFor(origin, settings.connection.proxies);
  return [
    ...(protocol === 'http:' && !isLoopback(hostname)
      ? [`${origin} is spoken to without TLS: credentials and records travel readable. Use https, or credentials that open nothing else.`]
      : []),
    ...(proxy ? [`Requests to ${origin} go through the proxy ${shownProxy(proxy)} (${proxy.variable}).`] : []),
    ...(protocol === 'http:' && proxy === null && environment.HTTP_PROXY && !environment.http_proxy
      ? ['HTTP_PROXY is set and has no effect: plain http goes through the proxy of http_proxy, in small letters, as with curl.']
      : []),
    ...(settings.run.depth === 'quick' && !environment.CES_DEPTH
      ? ['The run is quick, since nothing but the target and its credentials is set. CES_DEPTH=full tries all.']
      : []),
    ...(environment.NODE_TLS_REJECT_UNAUTHORIZED === '0' && urlsOf(settings).some((url) => url.startsWith('https:'))
      ? ['NODE_TLS_REJECT_UNAUTHORIZED=0 is set and has no effect: certificates are verified. CES_CA_FILE names authorities to trust.']
      : []),
  ];
}

function urlsOf({ baseUrl, providerStatesUrl, tracking: { lookupUrl } }: Settings): string[] {
  return [baseUrl, providerStatesUrl, lookupUrl !== null && hasScheme(lookupUrl) ? lookupUrl : null].filter((url) => url !== null);
}

/** This machine itself (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3, RFC 6761 §6.3). */
function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return name === '[::1]' || name === 'localhost' || name.endsWith('.localhost') || (isIP(name) === 4 && name.startsWith('127.'));
}
