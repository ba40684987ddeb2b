import { hasScheme } from './parsing/addresses.ts';

/** The absolute URL of an endpoint, as text. `segment`, in the place of the parameter, and `query` are encoded already. */
export function endpointUrl(baseUrl: string, template: string, segment = '', query = ''): string {
  return `${baseUrl}${template.replace(/\{\w+\}/, () => segment)}${query === '' ? '' : `?${query}`}`;
}

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
export function absoluteAddress(baseUrl: string, place: string): string {
  return hasScheme(place) ? place : `${baseUrl}/${place.replace(/^\//, '')}`;
}

/** Whether a URL may receive the base URL's credentials: same scheme, host and port (RFC 6454). */
export function sameOrigin(url: string, baseUrl: string): boolean {
  return new URL(url).origin === new URL(baseUrl).origin;
}
