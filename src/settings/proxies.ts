import { BlockList, isIP } from 'node:net';
import { absoluteUrl } from '../specification/formats.ts';
import { SettingsError } from './settings-error.ts';
import { percentDecoded, withoutUserinfo } from './urls.ts';

/** Read as curl reads them, so that the report's curl lines take the same route: lower case wins, and `HTTP_PROXY` does not count, since a client's header field can set it for a CGI program. */
export const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'all_proxy', 'ALL_PROXY', 'no_proxy', 'NO_PROXY'] as const;
type ProxyVariable = (typeof PROXY_VARIABLES)[number];
export type ProxyVariables = Readonly<Partial<Record<ProxyVariable, string>>>;

/** An HTTP proxy. `userinfo` is secret. */
export type HttpProxy = ReturnType<typeof parseProxy>;

const BY_SCHEME: Readonly<Record<'http:' | 'https:', readonly ProxyVariable[]>> = {
  'http:': ['http_proxy', 'all_proxy', 'ALL_PROXY'],
  'https:': ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'],
};

/** As in curl, which uses the port of SOCKS, 1080, for HTTP proxies too. */
const DEFAULT_PORTS = { http: 1080, https: 443 } as const;

export const proxyVariables = (environment: NodeJS.ProcessEnv): ProxyVariables =>
  Object.fromEntries(PROXY_VARIABLES.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));

/** The proxy for requests to an origin, or null. Throws a SettingsError when its variable names no usable one. */
export function proxyFor(origin: string, variables: ProxyVariables): HttpProxy | null {
  const { protocol, hostname } = new URL(origin);
  if (isExempt(hostname, variables.no_proxy ?? variables.NO_PROXY ?? '')) return null;
  const variable = BY_SCHEME[protocol as keyof typeof BY_SCHEME].find((name) => variables[name] !== undefined);
  return variable === undefined ? null : parseProxy(variable, variables[variable] ?? '');
}

/** The proxy for people to read: without its credentials. */
export const shownProxy = ({ secure, hostname, port }: HttpProxy): string =>
  `${secure ? 'https' : 'http'}://${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`;

const PROXY =
  /^(?:(?<scheme>https?):\/\/)?(?:(?<username>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<host>\[[^\]]+\]|[^:@/]+)(?::(?<port>\d+))?\/?$/i;

function parseProxy(variable: ProxyVariable, text: string) {
  const { scheme = 'http', username, password = '', host = '', port } = PROXY.exec(text)?.groups ?? {};
  const kind = scheme.toLowerCase() as keyof typeof DEFAULT_PORTS;
  const number = Number(port ?? DEFAULT_PORTS[kind]);
  if (host === '' || number < 1 || number > 65_535 || !absoluteUrl(`http://${host}`)) {
    const found = JSON.stringify(withoutUserinfo(text));
    throw new SettingsError([{ variable, expected: 'an HTTP proxy such as http://proxy.example.com:3128', found }]);
  }
  return {
    variable,
    secure: kind === 'https',
    /** An IPv6 address has no brackets. */
    hostname: host.replace(/^\[|\]$/g, ''),
    port: number,
    /** Decoded, for Basic authentication. */
    userinfo: username === undefined ? null : { username: percentDecoded(username), password: percentDecoded(password) },
  };
}

/** NO_PROXY as curl reads it: `*` alone, or a list of names, which include all names below them, and of addresses or networks. */
function isExempt(hostname: string, list: string): boolean {
  if (list.trim() === '*') return true;
  const bare = hostname.replace(/^\[|\]$/g, '');
  const holds = isIP(bare) === 0 ? isBelow : holdsAddress;
  return list.split(/[\s,]+/).some((entry) => entry !== '' && holds(entry, bare));
}

function isBelow(entry: string, hostname: string): boolean {
  const [parent, name] = [entry.replace(/^\./, ''), hostname].map((text) => text.toLowerCase().replace(/\.$/, ''));
  return name === parent || `${name}`.endsWith(`.${parent}`);
}

function holdsAddress(entry: string, address: string): boolean {
  const [family, most] = isIP(address) === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
  const [network = '', bits = `${most}`] = entry.replace(/[[\]]/g, '').split('/');
  if (isIP(network) !== isIP(address) || !/^\d+$/.test(bits) || Number(bits) > most) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(address, family);
}
