/** An absolute URL by the WHATWG rules, or null. `URL.canParse` in Node 20 rejects hosts beyond ASCII after thousands of calls. */
export function absoluteUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
