export interface Sought {
  readonly texts: readonly string[];
  /** Texts that are looked for only where base64 is undone. */
  readonly inBase64?: readonly string[];
  /** What is looked for by its form, but not in base64. */
  readonly shape?: RegExp;
}

/** Shorter texts would be found in the bytes that any word gives when it is taken for base64, and in innocent text once their own escapes are undone. */
const SHORTEST = 4;
/** Escapes within escapes: what JSON, URLs and HTML escape twice each has six. */
const MOST_ESCAPES = 8;
/** Base64 within base64: each time, one text becomes four. */
const MOST_BASE64 = 2;

/** A function that finds all spans of a text which tell what is sought to whoever undoes its encodings, in any order; sorted, and apart from each other. */
export function createSearch({ texts, inBase64 = [], shape }: Sought): (text: string) => Span[] {
  const encoded = [...inBase64, ...texts.filter(({ length }) => length >= SHORTEST)];
  const plainly = [...patternsOf(texts), ...(shape ? [shape] : [])];
  const inBytes = patternsOf(encoded);
  const long = encoded.length === 0 ? null : base64Of(Math.min(...encoded.map((text) => Buffer.byteLength(text))));

  const search = (text: string, patterns: readonly RegExp[], escapes: number, base64: number): Span[] => {
    const found = patterns
      .flatMap((pattern) => [...text.matchAll(pattern)])
      .map(({ 0: match, index }) => ({ start: index, end: index + match.length }));
    const plainer = escapes > 0 ? unescaped(text) : null;
    if (plainer) return [...found, ...search(plainer.text, patterns, escapes - 1, base64).map(plainer.origin)];
    if (long === null || base64 === 0) return found;
    const readings = base64Readings(text, long);
    return [...found, ...readings.flatMap((reading) => search(reading.text, inBytes, MOST_ESCAPES, base64 - 1).map(reading.origin))];
  };
  return (text) => merged(search(text, plainly, MOST_ESCAPES, MOST_BASE64));
}

function patternsOf(texts: readonly string[]): RegExp[] {
  const forms = new Set(texts.flatMap((text) => [text, ...plainerForms(text)]));
  // Longest first: of two that begin alike, the longer one has to win.
  const sources = [...forms].sort((a, b) => b.length - a.length).map((form) => [...form].map(patternOf).join(''));
  return sources.length === 0 ? [] : [new RegExp(sources.join('|'), 'g')];
}

/** What becomes of a text that looks escaped itself, where the escapes around it are undone. */
function plainerForms(text: string): string[] {
  const plainer = unescaped(text)?.text ?? '';
  return plainer.length < SHORTEST ? [] : [plainer, ...plainerForms(plainer)];
}

/** A form writes a space as `+`, so the two are one here. Bytes are read as ISO 8859-1, so UTF-8 may read as two to four characters. */
function patternOf(character: string): string {
  if (/[a-z\d]/i.test(character)) return character;
  if (/[ +]/.test(character)) return `[ +${ANY_NAMED}]`;
  if (character > '\x7f') return `(?:${character}|${Buffer.from(character).toString('latin1')}|${ANY_NAMED})`;
  return `(?:${character.replace(/[\\^$.*?()[\]{}|/]/, '\\$&')}|${ANY_NAMED})`;
}

function merged(spans: readonly Span[]): Span[] {
  const apart: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last === undefined || span.start >= last.end) apart.push(span);
    else apart.splice(-1, 1, { start: last.start, end: Math.max(last.end, span.end) });
  }
  return apart;
}

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
function unescaped(text: string): Reading | null {
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
const character = (code: number): string => (code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code));

/** What a name that is not listed may mean: any character but an ASCII letter or digit, since these have no names. A noncharacter (Unicode 23.7), which stands in no text. */
const ANY_NAMED = '\ufffe';

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
interface Reading {
  readonly text: string;
  /** Where in the encoded text a span of this one comes from; whole escapes, where it begins or ends within one. */
  origin(span: Span): Span;
}

/** The last of the pieces, in their order, that begins before `limit`. */
function lastBefore<T extends { readonly at: number }>(pieces: readonly T[], limit: number): T | undefined {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pieces[middle]?.at ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return pieces[low - 1];
}

const DIGIT = '[A-Za-z0-9+/_-]';
/** Behind every run, so that no secret reaches from one into the next: three bytes of zero. */
const GAP = 'AAAA';

interface Base64Run extends Span {
  /** Where its bytes begin in the reading. */
  readonly at: number;
  /** Its padding included. */
  readonly paddedEnd: number;
}

/** Base64, the URL-safe one included, that may hold so many bytes. */
const base64Of = (bytes: number): RegExp => new RegExp(`(?<!${DIGIT})(${DIGIT}{${Math.ceil((bytes * 4) / 3)},})={0,2}`, 'g');

/** The bytes, as ISO 8859-1, of all `base64` in `text`. Nothing tells where it begins, so there are four readings: from each of the first four characters of a run. */
function base64Readings(text: string, base64: RegExp): Reading[] {
  const runs = [...text.matchAll(base64)];
  if (runs.length === 0) return [];
  return [0, 1, 2, 3].map((skipped) => {
    const pieces: Base64Run[] = [];
    const parts: string[] = [];
    let length = 0;
    for (const { 0: padded, 1: run = '', index } of runs) {
      const digits = run.slice(skipped);
      const part = digits.padEnd(Math.ceil(digits.length / 4) * 4, 'A') + GAP;
      pieces.push({ at: (length / 4) * 3, start: index + skipped, end: index + run.length, paddedEnd: index + padded.length });
      parts.push(part);
      length += part.length;
    }
    return { text: Buffer.from(parts.join(''), 'base64').toString('latin1'), origin: (span) => originOfBytes(pieces, span) };
  });
}

/** The characters that have a bit of the bytes; with the padding, where they are the last. */
function originOfBytes(pieces: readonly Base64Run[], { start, end }: Span): Span {
  const piece = lastBefore(pieces, start + 1) ?? { at: 0, start: 0, end: 0, paddedEnd: 0 };
  const last = piece.start + Math.ceil(((end - piece.at) * 4) / 3);
  return { start: piece.start + Math.floor(((start - piece.at) * 4) / 3), end: last >= piece.end ? piece.paddedEnd : last };
}
