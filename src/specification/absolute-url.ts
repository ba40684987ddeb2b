/**
 * A text as an absolute URL by the WHATWG rules, or null. Not `URL.canParse`: in Node 20 it comes to deny hosts beyond ASCII after some
 * thousands of calls.
 */
export function absoluteUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
