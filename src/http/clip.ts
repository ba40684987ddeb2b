/** At most `limit` UTF-16 units of `text`, with no surrogate pair cut in two. */
export function beginningOf(text: string, limit: number): string {
  const beginning = text.slice(0, limit);
  return text.length > limit ? beginning.replace(/[\uD800-\uDBFF]$/, '') : beginning;
}

/** The beginning, with a note of how much is missing. */
export function clip(text: string, limit: number): string {
  const beginning = beginningOf(text, limit);
  return beginning === text ? text : `${beginning}… (${text.length - beginning.length} more characters)`;
}

/** `10000` as `10,000`. */
export function inNumbers(count: number): string {
  return count.toLocaleString('en-GB');
}
