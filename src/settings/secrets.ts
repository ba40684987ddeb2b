import { percentDecoded } from './parsing/userinfo.ts';
import type { ProxyVariables } from './proxies.ts';

/** Shorter ones would be found in innocent text, and keep nobody out. */
const SHORTEST = 4;
/** `Bearer …`, `ApiKey …`: scheme and token (RFC 9110 §11.4). An echo may leave the scheme out. */
const SCHEME = /^[\w-]+\s+(?=\S+$)/;
const USERINFO = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?<userinfo>.+)@/i;

/**
 * Secrets beside username and password, which no file may hold: the values of `CES_HEADERS`, users and passwords of proxies, and the
 * passphrase of the client's key. A value that is part of the base URL stands in every report anyway.
 */
export function secretTexts({ baseUrl, connection }: SecretHolders): readonly string[] {
  const values = Object.values(connection.headers).flatMap((value) => [value, value.replace(SCHEME, '')]);
  const userinfos = Object.values(connection.proxies).flatMap((proxy) => USERINFO.exec(proxy)?.groups?.userinfo ?? []);
  const passwords = userinfos.map((userinfo) => userinfo.slice(userinfo.indexOf(':') + 1));
  const all = new Set([...values, ...[...userinfos, ...passwords].map(percentDecoded), connection.clientKeyPassphrase ?? '']);
  return [...all].filter((text) => text.length >= SHORTEST && !(baseUrl ?? '').includes(text));
}

interface SecretHolders {
  readonly baseUrl: string | null;
  readonly connection: {
    readonly headers: Readonly<Record<string, string>>;
    readonly proxies: ProxyVariables;
    readonly clientKeyPassphrase: string | null;
  };
}
