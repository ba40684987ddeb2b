/** What is wrong, as a value: matchers return findings, and an empty list means that the rule holds. */
export interface Finding {
  /** JSON pointer (RFC 6901) into the answer's body; absent where the finding is not about a place in it. */
  readonly pointer?: string;
  readonly expected: string;
  readonly actual: string;
}

/** A value as people read it: JSON, cut at 200 characters so that a message stays a message. */
export function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
}
