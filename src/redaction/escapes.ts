import { entityMeaning } from './entities.ts';
import { lastBefore, type Reading } from './reading.ts';

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

interface Piece {
  /** Where its meaning begins in the reading. */
  readonly at: number;
  readonly length: number;
  readonly start: number;
  readonly end: number;
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
    origin: ({ start, end }) => ({ start: originOfStart(pieces, start), end: originOfEnd(pieces, end) }),
  };
}

function originOfStart(pieces: readonly Piece[], start: number): number {
  const piece = lastBefore(pieces, start + 1);
  if (piece === undefined) return start;
  const beyond = start - piece.at - piece.length;
  return beyond < 0 ? piece.start : piece.end + beyond;
}

function originOfEnd(pieces: readonly Piece[], end: number): number {
  const piece = lastBefore(pieces, end);
  return piece === undefined ? end : piece.end + Math.max(0, end - piece.at - piece.length);
}

function meaningOf(written: string): string {
  const digits = /^(?:%|\\x|\\u\{?|&#[xX])([\da-fA-F]+)/.exec(written)?.[1];
  if (digits !== undefined) return character(Number.parseInt(digits, 16));
  if (written.startsWith('\\')) return SHORT[written.charAt(1)] ?? written.charAt(1);
  if (written.startsWith('&#')) return character(Number.parseInt(written.slice(2), 10));
  return entityMeaning(written.slice(1).replace(';', ''));
}

/** Of a code point, a code unit (half of a surrogate pair) or a byte, which is read as ISO 8859-1. */
function character(code: number): string {
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}
