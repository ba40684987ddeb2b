import { absoluteUrl } from '../specification/formats.ts';
import { FIELD_NAME } from './parsing/json.ts';
import { decoded } from './parsing/parsers.ts';
import type { Parser } from './variable.ts';

/** A URL with a clear authority. Excludes `http:host` and `http:\host`, which URL parsers would repair. */
const HTTP_URL = /^https?:\/\/(?<authority>[^/?#]+)/i;
const PORT = /:(?<port>[^:\]]*)$/;
const PLACEHOLDER = /\{[^{}]*\}/g;

/** The base URL, to which the endpoints' paths are appended: absolute, and without a slash at its end. */
export const baseUrl: Parser<string> = (given) => {
  const fault = urlFault(given, 'CES_USERNAME and CES_PASSWORD');
  if (fault !== null) return { expected: fault };
  if (/[?#]/.test(given)) return { expected: 'a base URL without a query and without a fragment: paths are appended to it' };
  return { value: new URL(given).href.replace(/\/+$/, '') };
};

export const serverUrl: Parser<string> = (given) => {
  const fault = urlFault(given, 'the base URL’s own origin, to which CES_USERNAME and CES_PASSWORD go along');
  if (fault !== null) return { expected: fault };
  return given.includes('#') ? { expected: 'a URL without a fragment: it is never sent' } : { value: given };
};

/** The template of the event look-up: a URL, or a path below the base URL, with `{marker}` in it. */
export const lookupTemplate: Parser<string> = (given) => {
  const placeholders = [...given.matchAll(PLACEHOLDER)].map(([match]) => match);
  const unknown = placeholders.some((name) => name !== '{marker}' && name !== '{business}');
  const faults = [
    ...(given.includes('{marker}') ? [] : ['{marker} where the marker of the event goes']),
    ...(unknown ? ['no other placeholder than {marker} and {business} (a brace itself is %7B or %7D)'] : []),
    ...(given.includes('#') ? ['no fragment: it is never sent'] : []),
    ...[placeFault(given.replaceAll(PLACEHOLDER, 'x'))].filter((fault) => fault !== null),
  ];
  return faults.length === 0 ? { value: given } : { expected: faults.join('; ') };
};

/** Where a version is read: a URL, or a path below the base URL, and perhaps `#` and a header (in lower case; null for status and body). No fragment is ever sent. */
export const versionPlace: Parser<{ readonly place: string; readonly header: string | null }> = (given) => {
  const [, place = '', header = null] = /^([^#]*)(?:#(.*))?$/s.exec(given) ?? [];
  const fault = placeFault(place);
  if (fault !== null) return { expected: fault };
  if (header !== null && !FIELD_NAME.test(header)) return { expected: 'the name of a header after the #' };
  return { value: { place, header: header?.toLowerCase() ?? null } };
};

/** Whether a look-up template names its own origin. If not, it is a path below the base URL. */
export const hasScheme = (template: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(template);

function placeFault(place: string): string | null {
  if (hasScheme(place)) return urlFault(place, 'the base URL’s own origin, to which CES_USERNAME and CES_PASSWORD go along');
  if (/^\/\//.test(place)) return 'a whole URL with its scheme, or a path that starts with one slash';
  if (/^[^/?#]*(@|:\d+(?=[/?#]|$))/.test(place)) return 'a whole URL with its scheme or, if this is a path, a slash in front';
  if (/\s/.test(place)) return 'no white space (a space is %20)';
  const segments = (place.split('?')[0] ?? '').split('/');
  return segments.includes('..') || segments.includes('.')
    ? 'a path without . and .. segments; outside the base URL, give the whole URL'
    : null;
}

function urlFault(given: string, insteadOfUserinfo: string): string | null {
  if (/[\s\\]|\p{Cc}/u.test(given)) return 'an http or https URL without white space, control characters and backslashes';
  const authority = HTTP_URL.exec(given)?.groups?.authority;
  if (authority === undefined) return 'an http or https URL such as https://staging.example.com/api/v1';
  const port = PORT.exec(authority)?.groups?.port;
  const isPort = port === undefined || (/^\d+$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535);
  // A slash in a password ends the authority early, and the part before the slash looks like a port.
  if (authority.includes('@') || (!isPort && given.includes('@'))) return `a URL without user and password in it; use ${insteadOfUserinfo}`;
  if (!isPort) return 'a port from 1 to 65535';
  return absoluteUrl(given) ? null : 'an http or https URL with a valid host name';
}

/** Removes user and password from a URL, or from a text that was meant as one. Leaves a valid URL without them unchanged. */
export function withoutUserinfo(text: string): string {
  // URL parsers allow a colon without a port; here it more likely precedes a password that begins with a slash.
  if (/^https?:\/\/(?![^/?#]*:[/?#])/i.test(text) && absoluteUrl(text)) {
    const url = new URL(text);
    return url.username === '' && url.password === '' ? text : text.replace(/^(https?:\/\/)[^/?#\\]*@/i, '$1');
  }
  // A slash, a hash or a question mark in a password breaks the URL, so all text before the last @ may be secret.
  if (/^([a-z][a-z0-9+.-]*:)?\/\//i.test(text)) return text.replace(/^([a-z][a-z0-9+.-]*:)?\/\/.*@/is, '$1//');
  return text.replace(/^[^/?#]*@/, '');
}

/** User or password of a URL without its escapes. A percent sign may stand for itself. */
export const percentDecoded = (text: string): string => decoded(text) ?? text;

/** The absolute URL of an endpoint, as text. `segment`, in the place of the parameter, is encoded already. */
export const endpointUrl = (baseUrl: string, template: string, segment = ''): string =>
  `${baseUrl}${template.replace(/\{\w+\}/, () => segment)}`;

/** An opaque id as one path segment; a lone surrogate becomes U+FFFD. `.` and `..` become `%2E` and `%2E%2E`, which `new URL` would remove, so such a URL must be sent unparsed. */
export function encodeSegment(id: string): string {
  const encoded = encodeURIComponent(id.replace(/\p{Surrogate}/gu, '\uFFFD'));
  return encoded === '.' || encoded === '..' ? encoded.replaceAll('.', '%2E') : encoded;
}

/** The URL that looks up the event with a marker: the template filled in, percent-encoded. */
export function lookupUrl(baseUrl: string, template: string, marker: string, business: string): string {
  const filled = template.replace(/\{(marker|business)\}/g, (_, name: string) => encodeSegment(name === 'marker' ? marker : business));
  return absoluteAddress(baseUrl, filled);
}

/** A place without a scheme is a path below the base URL. */
export const absoluteAddress = (baseUrl: string, place: string): string =>
  hasScheme(place) ? place : `${baseUrl}/${place.replace(/^\//, '')}`;

/** Whether a URL may receive the base URL's credentials: same scheme, host and port (RFC 6454). */
export const sameOrigin = (url: string, baseUrl: string): boolean => new URL(url).origin === new URL(baseUrl).origin;
