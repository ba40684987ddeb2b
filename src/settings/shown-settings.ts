import { isIP } from 'node:net';
import type { ConformanceResult } from '../../schemas/derived/result.ts';
import type { LoadedEnvironment } from './environment.ts';
import { PROXY_VARIABLES, proxyFor, shownProxy } from './proxies.ts';
import { shownUrl, shownValue } from './secrets.ts';
import type { Settings } from './settings.ts';
import { givenText } from './variable-reader.ts';
import { VARIABLE_NAMES, VARIABLES } from './variables.ts';

/** What stands for a value that nobody gave. */
export const NOT_SET = '(not set)';

/** One row of the settings in a report, safe to publish. Its source is `environment`, the file's name, or `default`. */
export type ShownSetting = ConformanceResult['settings'][number];

/** All settings of a run without secrets, with the seed that was drawn. The proxy variables follow, if set. */
export function shownSettings({ environment, sources }: LoadedEnvironment, seed: number): ShownSetting[] {
  const own = VARIABLE_NAMES.map((name) => {
    const text = givenText(environment, name);
    if (text === null) return { name, value: name === 'CES_SEED' ? String(seed) : (VARIABLES[name].default ?? NOT_SET), source: 'default' };
    return { name, value: shownValue(name, text, environment), source: sources[name] ?? 'environment' };
  });
  const proxies = PROXY_VARIABLES.flatMap((name) => {
    const text = environment[name] ?? '';
    return text === '' ? [] : [{ name, value: shownUrl(text, environment), source: sources[name] ?? 'environment' }];
  });
  return [...own, ...proxies];
}

/** Consequences of the settings that people may not expect, in sentences without secrets. */
export function noticesOfSettings(settings: Settings, environment: NodeJS.ProcessEnv): string[] {
  const { baseUrl } = settings;
  if (baseUrl === null) return [];
  const { origin, protocol, hostname } = new URL(baseUrl);
  const proxy = proxyFor(origin, settings.connection.proxies);
  const urls = [baseUrl, settings.providerStatesUrl, settings.tracking.lookupUrl];
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
    ...(environment.NODE_TLS_REJECT_UNAUTHORIZED === '0' && urls.some((url) => url?.startsWith('https:'))
      ? ['NODE_TLS_REJECT_UNAUTHORIZED=0 is set and has no effect: certificates are verified. CES_CA_FILE names authorities to trust.']
      : []),
  ];
}

/** This machine itself (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3, RFC 6761 §6.3). */
function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return name === '[::1]' || name === 'localhost' || name.endsWith('.localhost') || (isIP(name) === 4 && name.startsWith('127.'));
}
