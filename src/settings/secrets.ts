import { percentDecoded } from './parsing/userinfo.ts';
import type { ProxyVariables } from './proxies.ts';

/** Shorter ones would be found in innocent text, and keep nobody out. */
const SHORTEST = 4;
/** `Bearer …`, `ApiKey …`: scheme and token (RFC 9110 §11.4); whoever echoes credentials may leave the scheme out. */
const SCHEME = /^[\w-]+\s+(?=\S+$)/;
const USERINFO = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?<userinfo>.+)@/i;

/**
 * What has to be kept out of everything that is written, beside username and password: the values of `CES_HEADERS`, and what stands for user and
 * password in the variables of proxies. A value that is part of the base URL is told in every report anyway.
 */
export function secretTexts({ baseUrl, connection }: SecretHolders): readonly string[] {
  const values = Object.values(connection.headers).flatMap((value) => [value, value.replace(SCHEME, '')]);
  const userinfos = Object.values(connection.proxies).flatMap((proxy) => USERINFO.exec(proxy)?.groups?.userinfo ?? []);
  const passwords = userinfos.map((userinfo) => userinfo.slice(userinfo.indexOf(':') + 1));
  const all = new Set([...values, ...[...userinfos, ...passwords].map(percentDecoded)]);
  return [...all].filter((text) => text.length >= SHORTEST && !(baseUrl ?? '').includes(text));
}

interface SecretHolders {
  readonly baseUrl: string | null;
  readonly connection: { readonly headers: Readonly<Record<string, string>>; readonly proxies: ProxyVariables };
}
