/** One deviation, as a value. Matchers return findings; an empty list means that the rule holds. */
export interface Finding {
  /** JSON pointer (RFC 6901) into the answer's body; absent for a finding without a place. */
  readonly pointer?: string;
  readonly expected: string;
  readonly actual: string;
}

/** A value as JSON for people, cut at 200 characters to keep messages short. */
export function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
}
