import { absoluteUrl } from '../../specification/absolute-url.ts';

/** Removes user and password from a URL, and from a text that was meant as one. A valid URL without them stays as it is. */
export function withoutUserinfo(text: string): string {
  // A colon without a port, which URL parsers allow, is rather a password that begins with a slash.
  if (/^https?:\/\/(?![^/?#]*:[/?#])/i.test(text) && absoluteUrl(text)) {
    const url = new URL(text);
    return url.username === '' && url.password === '' ? text : text.replace(/^(https?:\/\/)[^/?#\\]*@/i, '$1');
  }
  // A slash, a hash or a question mark in a password breaks the URL, so all that precedes the last @ may be secret.
  if (/^([a-z][a-z0-9+.-]*:)?\/\//i.test(text)) return text.replace(/^([a-z][a-z0-9+.-]*:)?\/\/.*@/is, '$1//');
  return text.replace(/^[^/?#]*@/, '');
}

/** User or password of a URL without its escapes. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that stands for itself
  }
}
