/** `text` cut to `limit` UTF-16 units, with a note of how much is missing. Never cuts a surrogate pair. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = isHighSurrogate(text, limit - 1) ? limit - 1 : limit;
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** `10000` as `10,000`. */
export function inNumbers(count: number): string {
  return count.toLocaleString('en-GB');
}
