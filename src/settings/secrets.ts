import { createSearch, type Sought } from '../redaction/search.ts';
import { headerFields } from './parsing/json.ts';
import { type ProxyVariables, proxyVariables } from './proxies.ts';
import { percentDecoded, withoutUserinfo } from './urls.ts';
import { VARIABLES, type VariableName } from './variables.ts';

/** Shorter ones would be found in innocent text, and keep nobody out. */
const SHORTEST = 4;
/** `Bearer …`, `ApiKey …`: scheme and token (RFC 9110 §11.4). An echo may leave the scheme out. */
const SCHEME = /^[\w-]+\s+(?=\S+$)/;
const USERINFO = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?<userinfo>.+)@/i;

/** Secrets beside username and password: values of `CES_HEADERS`, users and passwords of proxies, the key's passphrase. What the base URL holds, every report shows. */
export function secretTexts({ baseUrl, connection }: Holder): readonly string[] {
  const values = Object.values(connection.headers).flatMap((value) => [value, value.replace(SCHEME, '')]);
  const userinfos = Object.values(connection.proxies).flatMap((proxy) => USERINFO.exec(proxy)?.groups?.userinfo ?? []);
  const passwords = userinfos.map((userinfo) => userinfo.slice(userinfo.indexOf(':') + 1));
  const all = new Set([...values, ...[...userinfos, ...passwords].map(percentDecoded), connection.clientKeyPassphrase ?? '']);
  return [...all].filter((text) => text.length >= SHORTEST && !(baseUrl ?? '').includes(text));
}

interface Holder {
  readonly baseUrl: string | null;
  readonly connection: { readonly headers: object; readonly proxies: ProxyVariables; readonly clientKeyPassphrase: string | null };
}

/** The text of a variable as it may be written down, given the environment from which it comes. */
export function shownValue(name: VariableName, text: string, environment: NodeJS.ProcessEnv): string {
  const { secret } = VARIABLES[name];
  if (secret === 'whole') return '(set)';
  return secret === 'userinfo' ? shownUrl(text, environment) : shownText(text, environment);
}

/** A URL as it may be written down: without user and password. */
export const shownUrl = (text: string, environment: NodeJS.ProcessEnv): string => shownText(withoutUserinfo(text), environment);

function shownText(text: string, environment: NodeJS.ProcessEnv): string {
  const { CES_BASE_URL: baseUrl = '', CES_USERNAME: username = '', CES_PASSWORD: password = '' } = environment;
  const { CES_HEADERS: headers = '', CES_CLIENT_KEY_PASSPHRASE: clientKeyPassphrase = '' } = environment;
  if (password !== '' && reveals(text, { texts: [password], inBase64: [`${username}:${password}`] }))
    return '(hidden: it holds the password)';
  const fields = headerFields(headers);
  const connection = { headers: 'value' in fields ? fields.value : {}, proxies: proxyVariables(environment), clientKeyPassphrase };
  return reveals(text, { texts: secretTexts({ baseUrl, connection }) }) ? '(hidden: it holds something that is kept secret)' : text;
}

const reveals = (text: string, sought: Sought): boolean => createSearch(sought)(text).length > 0;
