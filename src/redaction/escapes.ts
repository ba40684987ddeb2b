/** Escapes of JSON (and of JavaScript, which has more), of URLs and forms, of HTML and XML. */
const ESCAPE = new RegExp(
  [
    String.raw`\\(?:u[\da-fA-F]{4}|u\{[\da-fA-F]{1,6}\}|x[\da-fA-F]{2}|["'\\/bfnrt])`,
    String.raw`%[\da-fA-F]{2}`,
    String.raw`&(?:#\d{1,9};?|#[xX][\da-fA-F]{1,8};?|[a-zA-Z][a-zA-Z\d]{1,30};|(?:amp|lt|gt|quot))`,
  ].join('|'),
  'g',
);
const SHORT: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

interface Piece extends Span {
  /** Where its meaning begins in the reading. */
  readonly at: number;
  readonly length: number;
}

/** `text` with every escape replaced by what it means, once; null where it has none. */
export function unescaped(text: string): Reading | null {
  const pieces: Piece[] = [];
  const parts: string[] = [];
  let [behind, length] = [0, 0];
  for (const { 0: written, index } of text.matchAll(ESCAPE)) {
    const meaning = meaningOf(written);
    const at = length + index - behind;
    pieces.push({ at, length: meaning.length, start: index, end: index + written.length });
    parts.push(text.slice(behind, index), meaning);
    behind = index + written.length;
    length = at + meaning.length;
  }
  if (pieces.length === 0) return null;
  parts.push(text.slice(behind));
  return {
    text: parts.join(''),
    origin: ({ start, end }) => ({ start: originOf(pieces, start, start + 1, 'start'), end: originOf(pieces, end, end, 'end') }),
  };
}

/** Where a place of the reading comes from: of a place within a piece, `side`, and of one behind the last that begins before `limit`, as far behind it. */
function originOf(pieces: readonly Piece[], place: number, limit: number, side: 'start' | 'end'): number {
  const piece = lastBefore(pieces, limit);
  if (piece === undefined) return place;
  const beyond = place - piece.at - piece.length;
  return beyond < 0 ? piece[side] : piece.end + beyond;
}

function meaningOf(written: string): string {
  const digits = /^(?:%|\\x|\\u\{?|&#[xX])([\da-fA-F]+)/.exec(written)?.[1];
  if (digits !== undefined) return character(Number.parseInt(digits, 16));
  if (written.startsWith('\\')) return SHORT[written.charAt(1)] ?? written.charAt(1);
  if (written.startsWith('&#')) return character(Number.parseInt(written.slice(2), 10));
  return MEANINGS.get(written.slice(1).replace(';', '')) ?? ANY_NAMED;
}

/** Of a code point, a code unit (half of a surrogate pair) or a byte, which is read as ISO 8859-1. */
function character(code: number): string {
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}

/** What a name that is not listed may mean: any character but an ASCII letter or digit, since these have no names. A noncharacter (Unicode 23.7), which stands in no text. */
export const ANY_NAMED = '\ufffe';

/** The names of those ASCII characters that can be part of a further escape, of base64 or of userinfo (HTML standard, named character references). */
const ASCII_NAMES: Readonly<Record<string, string>> = {
  '"': 'quot QUOT',
  '#': 'num',
  '%': 'percnt',
  '&': 'amp AMP',
  "'": 'apos',
  '+': 'plus',
  '/': 'sol',
  ':': 'colon',
  ';': 'semi',
  '=': 'equals',
  '@': 'commat',
  '\\': 'bsol',
  _: 'lowbar UnderBar',
  '{': 'lcub lbrace',
  '}': 'rcub rbrace',
};

const MEANINGS = new Map(Object.entries(ASCII_NAMES).flatMap(([meaning, names]) => names.split(' ').map((name) => [name, meaning])));

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
