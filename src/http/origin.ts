/** An absolute URL, cut in two by hand because every URL parser would resolve `..` and rewrite escapes. */
export interface CutUrl {
  /** `https://host:port` */
  readonly origin: string;
  /** Path and query exactly as they were given; begins with a slash. */
  readonly path: string;
}

const URL_PARTS = /^(https?:\/\/)([^/?#]+)([^#]*)$/i;

/**
 * Cuts `url` into the origin to connect to and the request target to send. Throws a `TypeError` for what cannot be sent: another scheme, a
 * fragment, characters that need percent-encoding, or userinfo (credentials travel in the Authorization header only).
 */
export function cutUrl(url: string): CutUrl {
  const [, scheme, authority, rest] = URL_PARTS.exec(url) ?? [];
  if (scheme === undefined || authority === undefined || rest === undefined) {
    throw new TypeError('expected an absolute http or https URL without a fragment');
  }
  if (authority.includes('@')) throw new TypeError('expected a URL without userinfo: credentials are given as an Authorization');
  if (!/^[!-~]*$/.test(rest))
    throw new TypeError('expected a URL whose path and query are percent-encoded, found a space or a character beyond ASCII');
  return { origin: `${scheme.toLowerCase()}${authority}`, path: rest.startsWith('/') ? rest : `/${rest}` };
}
