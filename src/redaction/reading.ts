export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text as it reads once one encoding is undone. */
export interface Reading {
  readonly text: string;
  /** Where in the encoded text a span of this one comes from; whole escapes, where it begins or ends within one. */
  origin(span: Span): Span;
}

/** The last of the pieces, in their order, that begins before `limit`. */
export function lastBefore<T extends { readonly at: number }>(pieces: readonly T[], limit: number): T | undefined {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pieces[middle]?.at ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return pieces[low - 1];
}
