import { absoluteUrl } from '../../specification/absolute-url.ts';

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

/** User or password of a URL without its escapes. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that stands for itself
  }
}
