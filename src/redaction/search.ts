import { base64Of, base64Readings } from './base64.ts';
import { ANY_NAMED, type Span, unescaped } from './escapes.ts';

/** What is looked for. */
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
