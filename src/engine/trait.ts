/** What a value has that implementations trip over. In a table of them, the most specific stand first. */
export interface Trait {
  /** After *all texts with*. */
  readonly words: string;
  readonly has: (value: string) => boolean;
  /** Values that lack it and are most like those that have it. */
  readonly beside?: readonly RegExp[];
}

export function trait(words: string, pattern: RegExp, beside?: readonly RegExp[]): Trait {
  return { words, has: (value) => pattern.test(value), ...(beside && { beside }) };
}
