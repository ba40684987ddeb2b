import { percentDecoded } from './parsing/userinfo.ts';
import type { ProxyVariables } from './proxies.ts';

/** A shorter text would occur in innocent places, and protects nothing. */
const SHORTEST = 4;
/** `Bearer …`, `ApiKey …`: scheme and token (RFC 9110 §11.4). An echo of the credentials may leave the scheme out. */
const SCHEME = /^[\w-]+\s+(?=\S+$)/;
const USERINFO = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?<userinfo>.+)@/i;

/**
 * Texts that no output may contain, besides username and password: the values of `CES_HEADERS`, and user and password in the variables of proxies.
 * A value that is part of the base URL is no secret: every report shows it.
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
